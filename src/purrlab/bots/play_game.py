"""The loop that plays a game."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from purrlab.bots.bot import Bot
from purrlab.games.game import Action, State

AnyState = TypeVar("AnyState", bound=State)


def play_game(
    state: AnyState,
    bots: Sequence[Bot | None],
    random: Random,
    *,
    ask: Callable[[AnyState, int], Action] | None = None,
    observe: Callable[[AnyState, AnyState], None] | None = None,
) -> AnyState:
    """Play on to the end with a bot for each seat, and give the last state.

    ``ask`` chooses for the seats that have no bot, such as a person's; it is asked first where several may act.
    ``observe`` sees the states before and after every action.
    """
    without_bot = frozenset(seat for seat, bot in enumerate(bots) if bot is None)
    while to_act := state.to_act:
        seat = min(to_act & without_bot or to_act)
        bot = bots[seat]
        if bot is not None:
            action = bot.choose(state.view(seat), random)
        elif ask is not None:
            action = ask(state, seat)
        else:
            raise ValueError(f"bots: there is none for seat {seat}, and nobody to ask")
        before, state = state, state.apply(seat, action)
        if observe is not None:
            observe(before, state)
    return state
