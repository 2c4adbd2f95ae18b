"""The playout policy of the core is the heuristic bot."""

from random import Random

import pytest
from cat_in_the_box.positions import new

from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic, _Evaluation
from purrlab.bots.cat_in_the_box.search import policy_for
from purrlab.games.cat_in_the_box.notation import Bid
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import ACTIONS, neighbours_of

WORTH_TOLERANCE = 1e-9  # sums of floats in another order

pytestmark = pytest.mark.skipif(not native.COMPILED, reason="the heuristic itself is the policy here")


@pytest.mark.parametrize(
    ("players", "layout"), [(2, "white"), (3, "white"), (3, "purple"), (4, "white"), (4, "purple"), (5, "purple")]
)
def test_it_chooses_what_the_heuristic_finds_best(players: int, layout: str) -> None:
    bot, compared = CatInTheBoxHeuristic(), 0
    policy = policy_for(players, neighbours_of(layout))
    for number in range(12):
        state = new(players, f"policy {number}", layout=layout)
        game = _same(state)
        random = Random(number)
        while state.to_act:
            seat = game.turn
            view = state.view(seat)
            advice = ACTIONS[game.round.advice(policy)]
            compared += 1
            if view.expects == Bid.verb or len(view.legal) == 1:
                assert advice == bot.choose(view, random)
            else:
                thought = _Evaluation(view, bot.tunings[players].weights)
                assert thought.worth(advice) >= max(map(thought.worth, view.legal)) - WORTH_TOLERANCE
            action = random.choice((advice, random.choice(view.legal)))
            state = state.apply(seat, action)
            game.step(native.ACTION_NUMBER[action])
    assert compared > 300


def _same(state: CatInTheBoxState) -> native.Game:
    deals = [state.setup.deal(number) for number in range(1, state.players + 1)]
    return native.Game(
        state.players,
        [deal.hands for deal in deals],
        [deal.table[:3] for deal in deals],
        state.setup.start,
        neighbours_of(state.setup.layout),
    )
