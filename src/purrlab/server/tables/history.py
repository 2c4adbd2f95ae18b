"""What can be had of a game: its record, its score sheet, and a replay."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from purrlab.games.game import State
from purrlab.games.values import plain
from purrlab.records import encode, record_of
from purrlab.records.fair_deals import FairDeal, commitment_to
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.patch import Change, patch_between
from purrlab.server.tables.events import Acted, Event
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Status


class Past(NamedTuple):
    """A table, and what everybody may know of its past."""

    table: Table
    events: Sequence[Event]
    state: State | None  # after these
    status: Status
    people: dict[str, str]  # names by person

    @property
    def names(self) -> list[str]:
        return self.table.names(self.people)


class ScoreRow(Struct, kw_only=True):
    """What everybody scored in a round, and the totals after it. Null is what a spectator may not know yet."""

    seq: int
    scores: list[int | None]
    totals: list[int | None]


class ScoreSheet(Struct, kw_only=True):
    names: list[str]
    rows: list[ScoreRow]
    winners: list[int] | None  # None while the game runs


class ReplayStep(Struct, kw_only=True):
    seq: int
    at: int
    seat: int
    action: str
    changes: list[Change]


class Replay(Struct, kw_only=True):
    """A whole game, open or as one seat saw it: the first view, and what changed with every action."""

    names: list[str]
    you: int | None  # your seat in this game
    view: dict[str, Any]
    steps: list[ReplayStep]


def record_line(past: Past) -> bytes:
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
            entropy=[chair.entropy for chair in past.table.chairs],
        )
    return encode(record) + b"\n"


def score_sheet(past: Past) -> ScoreSheet:
    """A row for each round, as on a notepad."""
    again = Table(past.table.terms)
    rows: list[ScoreRow] = []
    over = past.status == "over"
    count, before, totals = 0, list[int | None](), list[int | None]()
    for event in past.events:
        again.apply(event)
        if again.state is None:
            continue
        now, rounds = _known_totals(again.state, over=over), len(again.state.view(None).rounds)
        if rounds > count:
            count, before = rounds, totals
            rows.append(_row(event.seq, before, now))
        elif now != totals and rows:
            rows[-1] = _row(event.seq, before, now)
        totals = now
    outcome = past.state and past.state.outcome
    return ScoreSheet(
        names=past.names,
        rows=[row for row in rows if any(score is not None for score in row.scores)],
        winners=list(outcome.winners) if outcome else None,
    )


def _row(seq: int, before: list[int | None], now: list[int | None]) -> ScoreRow:
    scores = [None if new is None or old is None else new - old for new, old in zip(now, before, strict=True)]
    return ScoreRow(seq=seq, scores=scores, totals=now)


def _seen(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat saw; or what lay on the table, with what the seats knew of themselves: the hands and the totals."""
    seen: dict[str, Any] = state.view(seat)._asdict()
    if seat is None:
        seen["hands"] = tuple(state.view(each)._asdict()["hand"] for each in range(state.players))
        seen["totals"] = tuple(_known_totals(state, over=True))
    return seen


def _known_totals(state: State, *, over: bool) -> list[int | None]:
    """After the game, what every seat knew of itself; until then, what a spectator knows."""
    if over:
        return [state.view(seat).totals[seat] for seat in range(state.players)]
    return list(state.view(None).totals)


def replay(past: Past, seat: int | None, person: str | None) -> Replay:
    """A finished game, move by move."""
    if past.status != "over":
        raise Refused(ErrorCode.NOT_OVER, "a game can be replayed once it is over")
    if seat is not None and seat >= past.table.terms.players:
        raise Refused(ErrorCode.NO_SUCH_SEAT, f"there is no seat {seat}", field="seat")
    again = Table(past.table.terms)
    first, now = dict[str, Any](), dict[str, Any]()
    steps: list[ReplayStep] = []
    for event in past.events:
        again.apply(event)
        if again.state is None:
            continue
        before, now = now, _seen(again.state, seat)
        first = first or now
        if isinstance(event, Acted):
            changes = patch_between(before, now)
            steps.append(ReplayStep(seq=event.seq, at=event.at, seat=event.seat, action=event.action, changes=changes))
    you = past.table.seat_of(person)
    return Replay(names=past.names, you=you, view=plain(first), steps=steps)
