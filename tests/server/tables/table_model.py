"""A table as simply as it can be told: who sits where, who hosts, whom a bot plays for, and what state it is in."""

from collections import Counter
from typing import Literal

PLAYERS = 3
MAX_TIMEOUTS = 2

Status = Literal["waiting", "playing", "over", "closed"]


class TableModel:
    """People are numbers; the first of them has made the table, and sits on its first seat."""

    def __init__(self) -> None:
        self.status: Status = "waiting"
        self.sits: dict[int, int] = {0: 0}  # by person, in the order in which they sat down
        self.removed: set[int] = set()
        self.bots: set[int] = set()  # seats that are theirs
        self.away: set[int] = set()  # seats that a bot plays for somebody
        self.timeouts: Counter[int] = Counter()  # by seat: how often its time ran out
        self.has_successor = False
        self._host = 0

    def is_host(self, person: int) -> bool:
        """Who made the table, or got it from them; while they have no seat, who sits there longest stands in."""
        return person == self._host or (self._host not in self.sits and person == next(iter(self.sits), None))

    @property
    def is_waiting(self) -> bool:
        return self.status == "waiting"

    def is_free(self, seat: int) -> bool:
        return seat not in self.sits.values() and seat not in self.bots

    def person_on(self, seat: int) -> int | None:
        return next((person for person, taken in self.sits.items() if taken == seat), None)

    # What may be done

    def may_sit(self, person: int, seat: int) -> bool:
        return self.is_waiting and self.is_free(seat) and person not in self.sits and person not in self.removed

    def may_leave(self, person: int) -> bool:
        if self.status == "playing":
            return person in self.sits and self.sits[person] not in self.away
        return self.is_waiting and person in self.sits

    def may_come_back(self, person: int) -> bool:
        """Whose time ran out twice does not come back."""
        seat = self.sits.get(person)
        return self.status == "playing" and seat in self.away and self.timeouts[seat] < MAX_TIMEOUTS

    def may_remove(self, person: int, seat: int) -> bool:
        return self.is_waiting and self.is_host(person) and self.person_on(seat) not in (None, person)

    def may_seat_bot(self, person: int, seat: int, *, there: bool) -> bool:
        possible = self.is_free(seat) if there else seat in self.bots
        return self.is_waiting and self.is_host(person) and possible

    def may_start(self, person: int) -> bool:
        return self.is_waiting and self.is_host(person) and len(self.sits) + len(self.bots) == PLAYERS

    def may_close(self, person: int) -> bool:
        return self.is_waiting and self.is_host(person)

    def may_add_entropy(self, person: int) -> bool:
        return self.is_waiting and person in self.sits

    def may_say(self, person: int) -> bool:
        return person in self.sits

    def may_rematch(self, person: int) -> bool:
        return self.status == "over" and person in self.sits

    # What becomes of it

    def leave(self, person: int) -> None:
        if self.status == "playing":
            self.away.add(self.sits[person])
            return
        del self.sits[person]
        if person == self._host:
            self._host = next(iter(self.sits), person)

    def remove(self, seat: int) -> None:
        person = self.person_on(seat)
        assert person is not None
        self.leave(person)
        self.removed.add(person)

    def start(self) -> None:
        self.status = "playing"

    def close(self) -> None:
        self.status = "closed"

    def make_successor(self) -> None:
        self.has_successor = True
