"""How often one address may ask for what costs more than most: logins, new guests, new tables, past games."""

from collections.abc import Mapping
from typing import Any

from purrlab.server.asgi import client_network
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.services import Services
from purrlab.server.settings import Settings

PAST_GAME_COST = 5  # requests as which it counts to ask for a game move by move


class RequestLimits:
    """Each of these raises Refused for an address that asks too often."""

    def __init__(self, settings: Settings) -> None:
        self._logins = RateLimiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        per_name = settings.logins_per_minute_per_name
        self._logins_by_name = RateLimiter(per_name / 60, per_name)
        self._new_tables = RateLimiter(settings.new_tables_per_minute / 60, settings.new_tables_per_minute)
        self._new_guests = RateLimiter(settings.new_guests_per_minute / 60, settings.new_guests_per_minute)
        self._past_games = RateLimiter(
            settings.requests_per_second / PAST_GAME_COST, settings.request_burst / PAST_GAME_COST
        )

    def share(self, services: Services) -> None:
        """What is rare and costs most counts at all servers together."""
        services.share_limit("logins", self._logins)
        services.share_limit("logins by name", self._logins_by_name)
        services.share_limit("new tables", self._new_tables)
        services.share_limit("new guests", self._new_guests)

    def check_login(self, scope: Mapping[str, Any], login: str | None) -> None:
        """Counts attempts at this login, whether it exists or not; None: no password is checked."""
        _check(self._logins, client_network(scope), "too many attempts; please wait a minute")
        if login is not None:
            _check(self._logins_by_name, login, "too many attempts for this login; please wait a minute")

    def check_new_table(self, scope: Mapping[str, Any]) -> None:
        _check(self._new_tables, client_network(scope), "too many new tables; please wait a minute")

    def check_new_guest(self, scope: Mapping[str, Any]) -> None:
        _check(self._new_guests, client_network(scope), "too many new guests from your network; please wait a minute")

    def check_past_game(self, scope: Mapping[str, Any]) -> None:
        _check(self._past_games, client_network(scope), "too many requests for past games; please wait a little")


def _check(limiter: RateLimiter, who: str, message: str) -> None:
    if not limiter.allow(who):
        raise Refused(ErrorCode.SLOW_DOWN, message, retry_seconds=limiter.retry_seconds)
