"""A coach for Rascal Kittens. It weighs as the heuristic bot does, and says what makes the difference."""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

from purrlab.coach.coach import Coach
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.geometry import in_units
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.rascal_kittens.evaluation import WORTH_PARTS, Evaluation, Reasons
from purrlab.native.rascal_kittens.weights import WEIGHT_PARTS, Weights

POOR_POINTS = 1.0  # that another choice is ahead of one that is warned of
WEIGHTS = Weights()

Reason = Literal["now", "next", "others", "string"]
REASONS: tuple[Reason, ...] = get_args(Reason)


class Prospect(Struct, frozen=True):
    """A choice, and how many points it is likely to bring."""

    action: str
    now: float  # in this round
    next: float  # in the next run


class PoorChoice(Struct, frozen=True):
    """A choice that another one is clearly ahead of."""

    action: str
    behind: float  # points
    reason: Reason  # what makes the difference: what comes now or next, what the others gain, or the string


class RascalKittensAdvice(Struct, frozen=True, kw_only=True, tag_field="game", tag="rascal-kittens"):
    prospects: list[Prospect]
    poor: list[PoorChoice]
    string: float  # that is left
    runs: int  # that are still to come, at most
    run_length: int  # of a run, more or less


def advise_rascal_kittens(view: RascalKittensView) -> RascalKittensAdvice:
    assert view.seat is not None
    evaluation = Evaluation(view, WEIGHTS)
    reasons = {action: _reasons(evaluation, action) for action in view.legal}
    over = len(view.rounds) - (view.expects == "run")  # rounds in which this seat runs no more
    return RascalKittensAdvice(
        prospects=[_prospect(action, each) for action, each in reasons.items() if not isinstance(action, Draw)],
        poor=list(_poor(reasons)),
        string=in_units(view.places[view.seat].string),
        runs=ROUNDS - over,
        run_length=WEIGHTS.run,
    )


def _reasons(evaluation: Evaluation, action: Action) -> Reasons:
    """In WORTH_PARTS of a point; a draw brings toys nearer, and a toy counts as a point."""
    if isinstance(action, Run | Lay):
        return evaluation.reasons(action)
    parts = WEIGHT_PARTS if isinstance(action, Anchor) else 1
    return Reasons(now=0, next=parts * evaluation.worth(action), others=0, string=0)


def _prospect(action: Action, reasons: Reasons) -> Prospect:
    future = 1 if isinstance(action, Anchor) else WEIGHTS.future / WEIGHT_PARTS
    return Prospect(str(action), _points(reasons.now), _points(reasons.next / future))


def _poor(reasons: dict[Action, Reasons]) -> Iterator[PoorChoice]:
    best = max(reasons.values(), key=sum, default=None)
    for action, each in reasons.items():
        assert best is not None
        lost = Reasons(*(mine - its for mine, its in zip(best, each, strict=True)))
        if sum(lost) > POOR_POINTS * WORTH_PARTS:
            reason = max(REASONS, key=lambda name: getattr(lost, name))
            yield PoorChoice(str(action), _points(sum(lost)), reason)


def _points(parts: float) -> float:
    return round(parts / WORTH_PARTS, 1)


COACH = Coach(RascalKittensAdvice, advise_rascal_kittens)
