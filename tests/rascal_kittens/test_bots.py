"""The heuristic bot: it reads the stacks, and it beats chance."""

from fractions import Fraction
from random import Random

import pytest
from game_helpers import random_moments
from rascal_kittens.positions import GAME, do, laid, plain_room

from purrlab.bots import Bot, find_bot, play_game
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.rascal_kittens.evaluation import expected_tokens
from purrlab.native.rascal_kittens.weights import TOKEN_PARTS

HEURISTIC, RANDOM = (find_bot("rascal-kittens", name) for name in ("heuristic", "random"))


def played(seed: int, *bots: Bot, variant: str = "basic") -> RascalKittensState:
    return play_game(GAME.new(len(bots), f"bots {seed}", {"variant": variant}), bots, Random(seed))


def expected_balls(view: RascalKittensView) -> tuple[Fraction, ...]:
    """What the tokens on the first stack are worth to this seat, in points."""
    return tuple(Fraction(parts, TOKEN_PARTS) for parts in expected_tokens(view)[0])


class TestStrength:
    @pytest.mark.parametrize(("players", "least"), [(2, 0.95), (3, 0.85), (4, 0.7)])
    def test_it_clearly_beats_random_play(self, players: int, least: float) -> None:
        games = 20 * players
        won = 0.0
        for number in range(games):
            bots = [RANDOM] * players
            bots[number % players] = HEURISTIC
            outcome = played(number, *bots, variant=("basic", "older")[number % 2]).outcome
            assert outcome is not None
            won += (number % players in outcome.winners) / len(outcome.winners)
        assert won / games > least


class TestThought:
    def test_it_takes_the_way_that_touches_more(self) -> None:
        """From (10, 0): left ends at (54, 100) and touches the ball, right ends at (44, 100) and touches nothing."""
        rooms = [plain_room(ball=[50, 90, 1.5])] * 4
        state = laid(4, "lay red-bed", options={"rooms": rooms}, red=["bed"])
        assert str(HEURISTIC.choose(state.view(0), Random(1))) == "run left"
        mirrored = [plain_room(ball=[40.6, 90, 1.5])] * 4
        state = laid(4, "lay red-bed", options={"rooms": mirrored}, red=["bed"])
        assert str(HEURISTIC.choose(state.view(0), Random(1))) == "run right"

    def test_rk5_it_knows_what_its_own_tokens_say(self) -> None:
        """Three of 2, 2, 3, 3, 4 lie on a stack, in ten ways."""
        view = GAME.new(2, "any").view(0)
        assert expected_balls(view) == (Fraction(21, 10), Fraction(27, 10), Fraction(36, 10))
        deal = {"rooms": [plain_room(ball=[50, 50, 40])] * 2}
        state = laid(2, "lay red-bed", "run left", options=deal, red=["bed"])
        assert expected_balls(state.view(0)) == (Fraction(24, 9), Fraction(32, 9))
        assert expected_balls(state.view(1)) == (Fraction(27, 10), Fraction(36, 10))
        state = do(state, "run left")
        assert expected_balls(state.view(1)) == (Fraction(26, 7),)

    @pytest.mark.parametrize(("string", "laid_first"), [(1.0, "lay red-bed"), (110.0, "lay violet-chair")])
    def test_rk13_where_it_cannot_run_it_minds_what_the_others_gain(self, string: float, laid_first: str) -> None:
        """All others touch the ball on their way to the turquoise chair.

        With a string of 1 no tile can be run to, and one that gives the others nothing is best. With 110 the red bed
        is out of reach, which is no reason to prefer it to three toys on the way to the violet chair.
        """
        own = plain_room(car=[5, 30, 4], duck=[5, 45, 4], fish=[5, 60, 4])
        rooms = [own, *[plain_room(ball=[70, 10, 6])] * 3]
        state = laid(4, options={"rooms": rooms}, red=["bed"])
        state = state._replace(strings=(int(string * BILLIONTHS), *state.strings[1:]))
        assert list(map(str, state.legal(0))) == ["lay turquoise-chair", "lay red-bed", "lay violet-chair"]
        assert str(HEURISTIC.choose(state.view(0), Random(1))) == laid_first

    def test_rk13_it_expects_no_run_of_whoever_cannot(self) -> None:
        """Everybody would touch the ball on the way to the turquoise chair, if the strings reached it."""
        rooms = [plain_room(ball=[70, 10, 6])] * 4
        state = laid(4, options={"rooms": rooms}, red=["bed"])
        assert str(HEURISTIC.choose(state.view(0), Random(1))) != "lay turquoise-chair"
        state = state._replace(strings=(state.strings[0], 1, 1, 1))
        assert str(HEURISTIC.choose(state.view(0), Random(1))) == "lay turquoise-chair"

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_it_always_does_something_legal(self, players: int) -> None:
        choices = 0
        for state, seat, _action in random_moments(GAME.new(players, "any", {"string": 700.0}), 4):
            assert HEURISTIC.choose(state.view(seat), Random(1)) in state.legal(seat)
            choices += 1
        assert choices > 30
