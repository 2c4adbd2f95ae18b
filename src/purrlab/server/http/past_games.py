"""Past games as the API sends them: the score sheet and the replay."""

from types import GenericAlias, NoneType
from typing import Any, NotRequired, get_args, get_type_hints

from purrlab.games.encoding import json_object, plain
from purrlab.games.game import Game
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.patch import patch_between
from purrlab.server.protocol import Replay, ReplayStep, ScoreRow, ScoreSheet
from purrlab.server.tables.events import Acted
from purrlab.server.tables.history import PastGame, known_totals, seen_by


def score_sheet(past: PastGame) -> ScoreSheet:
    """A row for each round, as on a notepad."""
    rows: list[ScoreRow] = []
    over = past.status == "over"
    count, before, totals = 0, list[int | None](), list[int | None]()
    for event, state in past.states():
        now, rounds = known_totals(state, over=over), len(state.view(None).rounds)
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


def replay(past: PastGame, seat: int | None, person: str | None) -> Replay:
    """A finished game, move by move."""
    if past.status != "over":
        raise Refused(ErrorCode.NOT_OVER, "a game can be replayed once it is over")
    if seat is not None and seat >= past.table.terms.players:
        raise Refused(ErrorCode.NO_SUCH_SEAT, f"there is no seat {seat}", field="seat")
    first, now = dict[str, Any](), dict[str, Any]()
    steps: list[ReplayStep] = []
    for event, state in past.states():
        before, now = now, seen_by(state, seat)
        first = first or now
        if isinstance(event, Acted):
            changes = patch_between(before, now)
            steps.append(ReplayStep(seq=event.seq, at=event.at, seat=event.seat, action=event.action, changes=changes))
    you = past.table.seat_of(person)
    return Replay(names=past.names, you=you, view=plain(first), steps=steps)


def shown_view_type(game: Game) -> Any:
    """What can be shown of a game: a view; in a replay that shows all also what every seat had hidden."""
    declared = game.view_type
    parts = get_type_hints(declared)
    revealed = {
        name: NotRequired[GenericAlias(list, (_without_none(parts[own]),))]
        for own, name in game.view_class.in_replays.items()
    }
    return json_object(declared.__name__, parts | revealed) if revealed else declared


def _without_none(kind: Any) -> Any:
    """A seat has what a spectator has not."""
    (found,) = (each for each in get_args(kind) if each is not NoneType)
    return found
