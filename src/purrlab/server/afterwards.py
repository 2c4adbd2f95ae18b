"""What can be had of a game: its record, its score sheet, and a replay."""

from typing import Any

from msgspec import Struct

from purrlab.games.game import State
from purrlab.games.values import plain
from purrlab.records import encode, record_of
from purrlab.records.fair_deals import FairDeal, commitment_to
from purrlab.server.changes import Change, changes_between
from purrlab.server.live_table import LiveTable
from purrlab.server.refusal import Refused
from purrlab.server.table import Table


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


def record_line(live: LiveTable) -> bytes:
    """The record of a game: all of it once it is over, until then what a spectator may know."""
    state = live.shown.state
    if state is None:
        raise Refused("not-started", "this game has not started yet")
    record = record_of(state, live.table.names(live.names))
    if state.outcome is not None:
        terms = live.table.terms
        record.fair = FairDeal(
            table=terms.id,
            server_seed=terms.server_seed,
            commitment=commitment_to(terms.server_seed),
            entropy=[chair.entropy for chair in live.table.chairs],
        )
    return encode(record) + b"\n"


def score_sheet(live: LiveTable) -> ScoreSheet:
    """A row for each round, as on a notepad."""
    again = Table(live.table.terms)
    rows: list[ScoreRow] = []
    over = live.shown.info.status == "over"
    count, before, totals = 0, list[int | None](), list[int | None]()
    for event in live.table.events[: live.seq]:
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
    outcome = live.shown.state and live.shown.state.outcome
    return ScoreSheet(
        names=live.table.names(live.names),
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


def replay(live: LiveTable, seat: int | None, person: str | None) -> Replay:
    """A finished game, move by move."""
    if live.shown.info.status != "over":
        raise Refused("not-over", "a game can be replayed once it is over")
    if seat is not None and seat >= live.table.terms.players:
        raise Refused("no-such-seat", f"there is no seat {seat}", status=400, field="seat")
    again = Table(live.table.terms)
    first, now = dict[str, Any](), dict[str, Any]()
    steps: list[ReplayStep] = []
    for event in live.table.events:
        again.apply(event)
        if again.state is None:
            continue
        before, now = now, _seen(again.state, seat)
        first = first or now
        if event.kind == "acted" and event.seat is not None and event.text is not None:
            changes = changes_between(before, now)
            steps.append(ReplayStep(seq=event.seq, at=event.at, seat=event.seat, action=event.text, changes=changes))
    you = live.table.seat_of(person)
    return Replay(names=live.table.names(live.names), you=you, view=plain(first), steps=steps)
