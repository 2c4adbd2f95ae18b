"""The past of a game: its record, what the table looked like after each event, and what may be known of it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from purrlab.games.game import State
from purrlab.records import encode, record_of
from purrlab.records.fair_deals import FairDeal, commitment_to
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.tables.events import Event
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Status


class PastGame(NamedTuple):
    """A table, and what everybody may know of its past."""

    table: Table
    events: Sequence[Event]
    state: State | None  # after these
    status: Status
    people: dict[str, str]  # names by person

    @property
    def names(self) -> list[str]:
        return self.table.names(self.people)

    def states(self) -> Iterator[tuple[Event, State]]:
        """The game played again: every event since the start, and the state after it."""
        again = Table(self.table.terms)
        for event in self.events:
            again.apply(event)
            if again.state is not None:
                yield event, again.state


def record_line(past: PastGame) -> bytes:
    """The record of a game: all of it once it is over, until then what a spectator may know."""
    state = past.state
    if state is None:
        raise Refused(ErrorCode.NOT_STARTED, "this game has not started yet")
    record = record_of(state, past.names)
    if state.outcome is not None:
        terms = past.table.terms
        record.fair = FairDeal(
            table=terms.id,
            server_seed=terms.server_seed,
            commitment=commitment_to(terms.server_seed),
            entropy=[seat.entropy for seat in past.table.seats],
        )
    return encode(record) + b"\n"


def seen_by(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat saw; or what lay on the table, with what the seats knew of themselves, and the totals."""
    seen: dict[str, Any] = state.view(seat)._asdict()
    if seat is None:
        own = [state.view(each) for each in range(state.players)]
        for name, shown in state.game.view_class.in_replays.items():
            seen[shown] = tuple(getattr(view, name) for view in own)
        seen["totals"] = tuple(known_totals(state, over=True))
    return seen


def known_totals(state: State, *, over: bool) -> list[int | None]:
    """After the game, what every seat knew of itself; until then, what a spectator knows."""
    if over:
        return [state.view(seat).totals[seat] for seat in range(state.players)]
    return list(state.view(None).totals)
