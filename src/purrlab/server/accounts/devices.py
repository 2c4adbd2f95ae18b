"""What is kept of a browser's long description of itself: two words, so that people know their browsers apart.

Only words from these lists are kept, whatever a browser says.
"""

from typing import NamedTuple

# By what stands in a User-Agent header; the first one counts, because most name others besides themselves.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung", "Firefox/": "Firefox", "FxiOS/": "Firefox"}
BROWSERS |= {"Chrome/": "Chrome", "CriOS/": "Chrome", "Safari/": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iOS", "iPad": "iPadOS", "Windows": "Windows", "CrOS": "ChromeOS"}
SYSTEMS |= {"Macintosh": "macOS", "Linux": "Linux"}


class Device(NamedTuple):
    browser: str | None = None
    system: str | None = None


def device_of(user_agent: str | None) -> Device:
    return Device(_find(BROWSERS, user_agent or ""), _find(SYSTEMS, user_agent or ""))


def _find(words: dict[str, str], text: str) -> str | None:
    return next((word for sign, word in words.items() if sign in text), None)
