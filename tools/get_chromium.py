"""Sees to it that there is a Chromium for the tests of the page, and says so plainly where there is none."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")  # without windows, they take half the time
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """A Chromium on the PATH, or Playwright's own."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def get() -> str | None:
    """Fetch one: Playwright's own, or Debian's where that may be installed."""
    with suppress(OSError, subprocess.SubprocessError):
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    if not (found := find()) and os.name == "posix" and os.geteuid() == 0 and (apt := shutil.which("apt-get")):
        for package in (SHELLS[0], "chromium"):
            with suppress(OSError, subprocess.SubprocessError):
                _run(apt, "update", "-qq")
                _run(apt, "install", "-y", "-qq", package)
                break
        found = find()
    return found


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=300)  # noqa: S603


def main() -> None:
    if not find() and not get():
        sys.stderr.write("There is no Chromium and none can be fetched: the tests in tests/page are left out.\n")


if __name__ == "__main__":
    main()
