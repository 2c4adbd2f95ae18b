"""How Chromium is started to show the page and nothing else."""

# A whole Chromium opens a window for each visitor, and with it two pages of its own below the address bar.
POPUPS_OF_ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
DISABLED_BY_PLAYWRIGHT = (  # which a list of ours replaces
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join((*DISABLED_BY_PLAYWRIGHT, *POPUPS_OF_ADDRESS_BAR)),
]
