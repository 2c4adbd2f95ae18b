"""Tutorials as the API sends them: everything that the learner can see or try, worked out ahead.

The page plays a tutorial by itself, on the same table as any game. It needs no rules for that, and the server keeps
nothing.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from purrlab.bots.game_bots import DEFAULT_LEVEL
from purrlab.games.encoding import plain
from purrlab.games.game import Action, IllegalAction, State
from purrlab.server import protocol
from purrlab.server.patch import patch_between
from purrlab.server.protocol import BOT_SEAT_NAMES, CauseData, ChangeData, TableInfo, ViewData
from purrlab.server.tables.terms import Relaxed
from purrlab.tutorials import Step, Tutorial, find_tutorial
from purrlab.tutorials.claims import Situation, all_hold


class TutorialMove(Struct, kw_only=True):
    """A move, as the learner sees it."""

    seat: int
    verb: str
    changes: Sequence[ChangeData]


class TutorialRefusal(Struct, kw_only=True):
    """What the rules have against an action."""

    rule: str
    message: str
    cause: CauseData | None


class TutorialStep(Struct, kw_only=True):
    words: str  # the key of what the learner is told
    show: str | None  # the part of the table that the words are about
    action: str | None  # what the learner does; None: only reads
    wrong: dict[str, str]  # by action that is possible: the key of why another one is better
    refusals: dict[str, TutorialRefusal]  # by action that is not possible
    moves: list[TutorialMove]  # the learner's, if there is one, and those of the others after it


class TutorialGame(Struct, kw_only=True):
    """A tutorial, with the game that is played in it as the learner sees it."""

    name: str
    seat: int
    table: TableInfo
    view: ViewData
    steps: list[TutorialStep]


@cache
def tutorial_game(name: str) -> TutorialGame:
    """Raises KeyError for a tutorial that is not there."""
    tutorial = find_tutorial(name)
    return TutorialGame(
        name=name,
        seat=tutorial.seat,
        table=_table(tutorial),
        view=tutorial.new().view(tutorial.seat).as_dict(),
        steps=list(_steps(tutorial)),
    )


def _table(tutorial: Tutorial) -> TableInfo:
    """The table at which it seems to be played."""
    return TableInfo(
        id=tutorial.name,
        game=tutorial.game,
        options=tutorial.options,
        speed=Relaxed(),
        listed=False,
        coach=False,
        pace=0,
        status="playing",
        host=tutorial.seat,
        seats=[_seat(seat, is_learner=seat == tutorial.seat) for seat in range(tutorial.players)],
        fair=protocol.FairDeal(commitment=""),
        created=0,
        next=None,
    )


def _seat(seat: int, *, is_learner: bool) -> protocol.Seat:
    bot = None if is_learner else DEFAULT_LEVEL
    return protocol.Seat(name=BOT_SEAT_NAMES[seat], bot=bot, person=is_learner, bot_stays=False, entropy=None)


def _steps(tutorial: Tutorial) -> Iterator[TutorialStep]:
    for step, state, asked, moves, states in tutorial.moments():
        befores = (state, *states)
        yield TutorialStep(
            words=step.words,
            show=step.show,
            action=step.action,
            wrong=_wrong(step, state, tutorial.seat, asked),
            refusals=_refusals(state, tutorial.seat, asked),
            moves=[
                _move(tutorial.seat, seat, before, after)
                for (seat, _), before, after in zip(moves, befores, states, strict=False)
            ],
        )


def _wrong(step: Step, state: State, seat: int, asked: Action | None) -> dict[str, str]:
    """Why the other legal actions are not as good. Each has an explanation, or the tutorial is at fault."""
    others = [action for action in state.legal(seat) if action != asked] if asked else []
    return {str(action): _explanation(step, Situation(state, seat, action)) for action in others}


def _explanation(step: Step, situation: Situation) -> str:
    return next(wrong.words for wrong in step.wrong if all_hold(wrong.claims, situation))


def _refusals(state: State, seat: int, asked: Action | None) -> dict[str, TutorialRefusal]:
    """What the rules say to everything of the same kind that cannot be done."""
    tried = [action for action in state.game.actions if asked and action.verb == asked.verb]
    refusals = {str(action): _refusal(state, seat, action) for action in tried}
    return {action: refusal for action, refusal in refusals.items() if refusal}


def _refusal(state: State, seat: int, action: Action) -> TutorialRefusal | None:
    try:
        state.verify(seat, action)
    except IllegalAction as error:
        return TutorialRefusal(rule=error.rule, message=error.message, cause=plain(error.cause))
    return None


def _move(learner: int, seat: int, before: State, after: State) -> TutorialMove:
    assert before.expects is not None
    changes = patch_between(before.view(learner)._asdict(), after.view(learner)._asdict())
    return TutorialMove(seat=seat, verb=before.expects.verb, changes=changes)
