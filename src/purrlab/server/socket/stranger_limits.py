"""How often strangers may sit down at tables, or add entropy: what they do costs them, and not the table."""

from collections import OrderedDict

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.rate_limiter import RateLimiter

MAX_ARRIVALS_PER_ADDRESS = 60  # at one table
ARRIVALS_PER_MINUTE_PER_TABLE, ARRIVALS_BURST_PER_TABLE = 10, 100  # of all who come there again
MAX_COUNTS = 100_000  # of tables and addresses, after which those who came least recently are forgotten


class StrangerLimits:
    """These are counted also while a table is not in memory."""

    def __init__(self, sittings_per_minute: int) -> None:
        self.by_address = RateLimiter(sittings_per_minute / 60, sittings_per_minute)
        self._by_table = RateLimiter(ARRIVALS_PER_MINUTE_PER_TABLE / 60, ARRIVALS_BURST_PER_TABLE)
        self._counts: OrderedDict[tuple[str, str], int] = OrderedDict()  # by table and address

    def admit(self, table: str, address: str) -> None:
        """Count an arrival, or raise Refused.

        Who comes to a table from an address for the first time is let in, however many others come again and again.
        """
        count = self._counts.get((table, address), 0)
        if count >= MAX_ARRIVALS_PER_ADDRESS:
            raise Refused(ErrorCode.TOO_MUCH, "too many people from your network have sat down at this table")
        if not self.by_address.allow(address):
            raise Refused(
                ErrorCode.SLOW_DOWN, "too many people from your network are sitting down; please wait a minute"
            )
        if count and not self._by_table.allow(table):
            raise Refused(
                ErrorCode.SLOW_DOWN, "too many people are coming and going at this table; please wait a minute"
            )
        self._counts[table, address] = count + 1
        self._counts.move_to_end((table, address))
        if len(self._counts) > MAX_COUNTS:
            self._counts.popitem(last=False)
