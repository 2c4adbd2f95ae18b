"""Which pages may talk to this server from a browser."""

from collections.abc import Iterable


class Origins:
    """Whether a browser may talk to us from where it says it is."""

    def __init__(self, allowed: Iterable[str], *, secure: bool) -> None:
        self._schemes = {"https"} if secure else {"http", "https"}  # a proxy may speak https for us
        self._allowed = {origin.rstrip("/").lower() for origin in allowed}

    def allow(self, origin: str | None, host: str | None, site: str | None = None) -> bool:
        """Browsers always name the origin of what could do harm; whoever names none is no browser."""
        if origin is None:
            return site in (None, "same-origin", "none")
        named = origin.rstrip("/").lower()
        return named in self._allowed or (bool(host) and named in self._own(str(host).lower()))

    def _own(self, host: str) -> set[str]:
        """Letter by letter: whoever reads an origin as an address reads more than browsers write."""
        return {f"{scheme}://{host}" for scheme in self._schemes}
