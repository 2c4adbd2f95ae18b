"""What a search expects against what it gets in its own company."""

import pytest

from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.calibration import calibrate
from purrlab.bots.cat_in_the_box.search import CatInTheBoxSearch
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.native import cat_in_the_box as native


class Optimist:
    """Does the first thing that it may, and expects to be two points ahead."""

    def think(self, view: CatInTheBoxView, seed: int) -> tuple[int, int, dict[int, float]]:
        del seed
        action = native.ACTION_NUMBER[view.legal[0]]
        return action, 1, {action: 2.0}


@pytest.mark.parametrize(("players", "phases"), [(2, ["discard", "play"]), (4, ["bid", "discard", "play"])])
def test_an_optimist_is_told_so(players: int, phases: list[str]) -> None:
    found = calibrate(Optimist(), players, 2, "optimist")
    assert list(found) == phases
    assert all(each.expected == 2.0 for each in found.values())
    # Every seat discards once a round, so the leads that they get add up to nothing.
    assert found["discard"].decisions == 2 * players * players
    assert found["discard"].got == pytest.approx(0.0)


@pytest.mark.skipif(not native.COMPILED, reason="on the rules in Python a search takes its time")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_search_expects_what_a_round_can_be_worth(players: int) -> None:
    """It still expects more than it gets: the others play as well as itself, which it does not believe."""
    found = calibrate(CatInTheBoxSearch(Budget(playouts=100)), players, 1, "search")
    assert all(abs(each.expected - each.got) < 10 for each in found.values())
    assert found["play"].expected > found["play"].got
