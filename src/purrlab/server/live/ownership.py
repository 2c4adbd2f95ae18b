"""Whose tables are whose: a server that is alone owns all of them, one among others those of its shards."""

from typing import Protocol

from purrlab.server.ids import new_id
from purrlab.server.storage.leases import Lease
from purrlab.server.time_source import TimeSource


class Ownership(Protocol):
    @property
    def member(self) -> str | None:
        """This server among others; None: it is alone."""

    def owns(self, table_id: str) -> bool:
        """Whether this server, and no other, lets people play at this table."""

    def lease_of(self, table_id: str) -> Lease | None:
        """What has to be shown to write about a table."""

    def opened_at(self, table_id: str) -> int:
        """Since when this server is there for this table, in milliseconds since 1970."""

    def new_table_id(self) -> str:
        """For a table of this server's own."""

    def lease_lost(self) -> None:
        """A write was refused: somebody else owns what this server thought it does."""


class SoleOwner:
    member = None

    def __init__(self, time: TimeSource) -> None:
        self._opened_at = time.now_ms()

    def owns(self, _table_id: str) -> bool:
        return True

    def lease_of(self, _table_id: str) -> Lease | None:
        return None

    def opened_at(self, _table_id: str) -> int:
        return self._opened_at

    def new_table_id(self) -> str:
        return new_id()

    def lease_lost(self) -> None:
        raise AssertionError("nobody else could have it")
