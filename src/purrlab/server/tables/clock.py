"""Clocks: how long each seat may still think. Times are milliseconds; nothing here looks at a watch."""

from collections.abc import Iterable
from typing import NamedTuple

from purrlab.server.tables.terms import Correspondence, Speed, Timed

SECOND_MS = 1000
DAY_MS = 24 * 60 * 60 * SECOND_MS


class Reading(NamedTuple):
    """What the clocks of a table show."""

    left: list[int | None]  # milliseconds by seat
    running: list[int]  # whose clocks run
    at: int  # when that was so


class Clock:
    """The clocks of one table. Relaxed tables have no limit here; turns look after who is away there."""

    __slots__ = ("_bank", "_increment", "_per_move", "left", "running")

    def __init__(self, speed: Speed, players: int) -> None:
        bank: int | None = None
        self._increment = 0
        self._per_move: int | None = None
        if isinstance(speed, Timed):
            bank, self._increment = speed.bank * SECOND_MS, speed.increment * SECOND_MS
        elif isinstance(speed, Correspondence):
            bank = self._per_move = speed.days * DAY_MS
        self._bank = bank
        self.left: list[int | None] = [bank] * players
        self.running: dict[int, int] = {}  # seat: since when

    def ask(self, seats: Iterable[int], now: int) -> None:
        """These seats are to act; who already was goes on."""
        self.running = {seat: self.running.get(seat, now) for seat in seats}

    def after_move(self, seat: int, now: int) -> int | None:
        """What a seat will have left once it has moved now."""
        left = self.remaining(seat, now)
        if left is None or self._per_move is not None:
            return self._per_move
        return max(0, left) + self._increment

    def after_bot(self, left: int | None) -> int | None:
        """What a seat has left after a bot moved for it: as much as before; in a correspondence game a move's days."""
        return left if self._per_move is None else self._per_move

    def after_timeout(self, grace: int) -> int | None:
        """What is left for whoever comes back after a timeout: a little; in a correspondence game a move's days."""
        if self._per_move is not None or self._bank is None:
            return self._per_move
        return min(grace, self._bank)

    def set(self, seat: int, left: int | None) -> None:
        self.left[seat] = left
        self.running.pop(seat, None)

    def resume(self, seat: int, now: int) -> None:
        """Somebody plays again for themselves. Where there is no clock, they have all their time to do so."""
        if self._bank is None and seat in self.running:
            self.running[seat] = now

    def remaining(self, seat: int, now: int) -> int | None:
        """Never more than at first: the clock of the machine may have been set back."""
        left = self.left[seat]
        since = self.running.get(seat)
        return left if left is None or since is None else left - max(0, now - since)

    @property
    def is_correspondence(self) -> bool:
        return self._per_move is not None

    def excuse_downtime(self, now: int, restart: int) -> None:
        """Nobody pays for the time in which there was no server; in a correspondence game a day is left at least."""
        earliest = now if self._per_move is None else restart - self._per_move + DAY_MS
        self.running = {seat: max(since, earliest) for seat, since in self.running.items()}

    def read(self, now: int) -> Reading | None:
        """What the clocks show now; None where there are none."""
        if self._bank is None:
            return None
        left = [self.remaining(seat, now) for seat in range(len(self.left))]
        return Reading([None if each is None else max(0, each) for each in left], sorted(self.running), now)
