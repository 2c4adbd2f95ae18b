"""What the words of a tutorial say, as something that can be computed: ``gives-up blue``, ``score 0 4``.

A claim is a name and what it is about. It holds or does not hold of a situation: a moment of the game, the learner's
seat and, where the claim is about one, an action.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from purrlab.games.game import Action, State


class Situation(NamedTuple):
    state: State
    seat: int
    action: Action | None


Claim = Callable[..., bool]
Claims = Mapping[str, Claim]


def holds(claim: str, situation: Situation) -> bool:
    name, *about = claim.split()
    known: Claims = import_module(f"purrlab.tutorials.{situation.state.game.name.replace('-', '_')}").CLAIMS
    if name not in known:
        raise ValueError(f"nothing is known of the claim {claim!r}")
    return known[name](situation, *map(_number_or_word, about))


def all_hold(claims: Iterable[str], situation: Situation) -> bool:
    return all(holds(claim, situation) for claim in claims)


def _number_or_word(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else text
