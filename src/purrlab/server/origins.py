"""Which pages may talk to this server from a browser."""

from collections.abc import Iterable
from urllib.parse import urlsplit


class Origins:
    """Whether a browser may talk to us from where it says it is."""

    def __init__(self, allowed: Iterable[str], *, secure: bool) -> None:
        self._schemes = {"https"} if secure else {"http", "https"}  # a proxy may speak https for us
        self._allowed = {origin.rstrip("/").lower() for origin in allowed}

    def allow(self, origin: str | None, host: str | None, site: str | None = None) -> bool:
        """Browsers always name the origin of what could do harm; whoever names none is no browser."""
        if origin is None:
            return site in (None, "same-origin", "none")
        if origin.rstrip("/").lower() in self._allowed:
            return True
        try:
            named = urlsplit(origin)
            return host is not None and named.scheme in self._schemes and named.netloc.lower() == host.lower() != ""
        except ValueError:
            return False
