"""RK14, RK15: who has won."""

import pytest
from game_helpers import random_end
from rascal_kittens.positions import GAME

from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.scoring import final_outcome, kinds_bonus, total
from purrlab.games.rascal_kittens.table import Taken

TOYS = ("ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn")


def took(**tokens: tuple[int, ...]) -> Taken:
    """The tokens of a seat."""
    return tuple(tokens.get(toy, ()) for toy in TOYS)


class TestRK14End:
    def test_rk14_the_highest_total_wins(self) -> None:
        outcome = final_outcome([took(ball=(2,), car=(3,)), took(duck=(4,))], [5, 9], older=False)
        assert outcome.totals == (5, 4)
        assert outcome.winners == (0,)
        assert outcome.reason == "total"

    def test_rk14_a_tie_goes_to_the_longer_rest_of_string(self) -> None:
        outcome = final_outcome([took(ball=(2,)), took(duck=(2,)), took()], [5, 6, 9], older=False)
        assert (outcome.winners, outcome.reason) == ((1,), "string")

    def test_rk14_still_tied_is_shared(self) -> None:
        outcome = final_outcome([took(ball=(2,)), took(duck=(2,)), took()], [5, 5, 9], older=False)
        assert (outcome.winners, outcome.reason) == ((0, 1), "shared")

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_rk14_after_twelve_rounds(self, players: int) -> None:
        end = random_end(GAME.new(players, "any"), 1)
        assert isinstance(end, RascalKittensState)
        assert len(end.rounds) == 12
        assert all(len(each.runs) == players for each in end.rounds)
        assert [len(hand) for hand in end.hands] == [{2: 1, 3: 1, 4: 1}[players]] * players


class TestRK15Older:
    def test_rk15_a_point_for_each_kind(self) -> None:
        tokens = took(ball=(2, 3), car=(3,))
        assert total(tokens, older=False) == 8
        assert total(tokens, older=True) == 10

    def test_rk15_fifteen_in_place_of_ten_for_all_kinds(self) -> None:
        assert [kinds_bonus(kinds) for kinds in (0, 1, 9, 10)] == [0, 1, 9, 15]
        assert total(took(**dict.fromkeys(TOYS, (2,))), older=True) == 35

    def test_rk15_is_played_where_the_options_say_so(self) -> None:
        for seed in range(20):
            basic, older = (random_end(GAME.new(3, str(seed), {"variant": name}), seed) for name in ("basic", "older"))
            assert isinstance(basic, RascalKittensState)
            assert basic.outcome is not None
            assert older.outcome is not None
            kinds = [sum(1 for count in place.tokens.values() if count) for place in basic.view(None).places]
            more = [15 if each == 10 else each for each in kinds]
            assert [one + two for one, two in zip(basic.outcome.totals, more, strict=True)] == list(
                older.outcome.totals
            )
