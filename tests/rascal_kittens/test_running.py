"""RK9 to RK13: a round."""

from typing import Any

import pytest
from game_helpers import random_moments
from hypothesis import given
from hypothesis import strategies as st
from rascal_kittens.positions import GAME, do, laid, plain_room

from purrlab import IllegalAction
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.notation import Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState

sizes = pytest.mark.parametrize("players", [2, 3, 4])
seeds = st.integers(0, 10**6)


def rooms(players: int, **toys: Any) -> dict[str, Any]:
    return {"rooms": [plain_room(**toys)] * players}


class TestRK9Way:
    def test_rk9_the_tile_must_be_in_hand(self) -> None:
        state = laid(4, red=["bed"])
        with pytest.raises(IllegalAction, match="you do not hold the red-table") as refused:
            state.apply(0, Lay("red-table"))
        assert refused.value.rule == "RK9"

    def test_rk9_the_tile_must_have_another_colour_than_the_one_on_top(self) -> None:
        state = laid(4, yellow=["bed"])
        assert "yellow-bed" in state.hands[0]
        assert "lay yellow-bed" not in map(str, state.legal(0))
        with pytest.raises(IllegalAction, match="the tile on top is yellow too") as refused:
            state.apply(0, Lay("yellow-bed"))
        assert refused.value.rule == "RK9"

    def test_rk9_a_laid_tile_leaves_the_hand_and_lies_on_top(self) -> None:
        state = laid(4, "lay red-bed", red=["bed"])
        assert state.top == "red-bed"
        assert "red-bed" not in state.hands[0]
        assert len(state.hands[0]) == 3

    def test_rk9_whoever_holds_the_colour_on_top_only_may_lay_any_of_them(self) -> None:
        """All kittens then run along the wall."""
        state = laid(4)._replace(hands=(("yellow-table", "yellow-bed"), (), (), ()))
        assert [str(action) for action in state.legal(0)] == ["lay yellow-table", "lay yellow-bed"]
        state = do(state, "lay yellow-bed", "run right")
        assert state.rounds[0].runs[0].string == (1300 - 46 - 10) * BILLIONTHS

    @sizes
    @given(seed=seeds)
    def test_rk9_nobody_ever_lays_the_colour_on_top_while_holding_another(self, players: int, seed: int) -> None:
        for state, seat, action in random_moments(GAME.new(players, f"game {seed}"), seed):
            assert isinstance(state, RascalKittensState)
            if isinstance(action, Lay):
                top = state.top.split("-")[0]
                others = [tile for tile in state.hands[seat] if tile.split("-")[0] != top]
                assert not others or action.tile in others


class TestRK10Running:
    def test_rk10_in_turn_from_the_leader(self) -> None:
        state = laid(4, "lay red-bed", options={"start": 2}, red=["bed"])
        order: list[int] = []
        for _ in range(4):
            order += state.to_act
            state = do(state, "run left")
        assert order == [2, 3, 0, 1]
        assert state.to_act == {3}

    @pytest.mark.parametrize(("way_in", "way_out"), [("left", (44_000, 100_000)), ("right", (54_000, 100_000))])
    def test_rk10_in_by_one_notch_and_out_by_the_other(self, way_in: str, way_out: tuple[int, int]) -> None:
        state = laid(4, "lay red-bed", f"run {way_in}", red=["bed"])
        end = state.ends[0]
        assert end is not None
        assert state.setup.rooms[0].notches[end] == way_out

    def test_rk10_left_and_right_are_as_seen_from_inside_the_room(self) -> None:
        room = laid(4).setup.rooms[0]
        notches = {
            str(action): room.notches[2 * number] + room.notches[2 * number + 1]
            for number, action in enumerate(action for action in GAME.actions if isinstance(action, Lay))
        }
        assert notches["lay yellow-chair"] == (10_000, 0, 20_000, 0)
        assert notches["lay turquoise-chair"] == (100_000, 10_000, 100_000, 20_000)
        assert notches["lay red-chair"] == (90_000, 100_000, 80_000, 100_000)
        assert notches["lay violet-chair"] == (0, 90_000, 0, 80_000)


class TestRK11Tokens:
    def test_rk11_the_top_token_of_every_toy_touched(self) -> None:
        """From (10, 0) to the red bed's left notch at (54, 100)."""
        state = laid(
            4,
            "lay red-bed",
            "run left",
            options=rooms(4, ball=[32, 50, 4], kite=[15, 20, 6], car=[70, 20, 5]),
            red=["bed"],
        )
        run = state.rounds[0].runs[0]
        assert (run.toys, run.tokens) == (("ball", "kite"), (2, 2))

    def test_rk11_touching_the_rim_counts(self) -> None:
        """From (10, 0) to (10, 100), where the yellow chair and the red armchair would meet, past x = 15."""
        wall = [
            {"piece": piece, "notches": [at, at + 5]} for piece, at in zip(PIECES_RIGHT_TO_LEFT, PLACES, strict=True)
        ]
        touching, missing = (plain_room(ball=[15, 50, radius]) for radius in (5, 4.999))
        for room in (touching, missing):
            room["walls"]["bottom"]["pieces"] = wall
        state = laid(
            4, "lay red-armchair", "run left", "run left", options={"rooms": [touching, missing] * 2}, red=["armchair"]
        )
        assert [run.toys for run in state.rounds[0].runs] == [("ball",), ()]

    def test_rk11_a_toy_may_be_scored_again(self) -> None:
        ball = {"ball": [50, 50, 40]}
        state = laid(
            2,
            "lay red-bed",
            *["run left"] * 2,
            "lay violet-bed",
            *["run left"] * 2,
            options=rooms(2, **ball),
            red=["bed"],
            violet=["chair", "bed"],
        )
        assert [run.tokens for each in state.rounds for run in each.runs] == [(2,), (3,), (4,), (0,)]

    def test_rk11_nothing_from_an_empty_stack(self) -> None:
        state = laid(4, "lay red-bed", options=rooms(4, ball=[50, 50, 40]), red=["bed"])
        state = do(state._replace(left=(0, *state.left[1:])), "run left")
        run = state.rounds[0].runs[0]
        assert (run.toys, run.tokens) == (("ball",), (0,))
        assert state.left[0] == 0


class TestRK12Order:
    def test_rk12_stacks_shrink_between_the_players(self) -> None:
        state = laid(4, "lay red-bed", *["run left"] * 4, options=rooms(4, ball=[50, 50, 40]), red=["bed"])
        assert [run.tokens for run in state.rounds[0].runs] == [(2,), (2,), (3,), (3,)]
        assert state.left == (1, 5, 5, 5, 5, 5, 5, 5, 5, 5)

    @sizes
    @given(seed=seeds)
    def test_rk12_tokens_are_conserved(self, players: int, seed: int) -> None:
        for state, _seat, _action in random_moments(GAME.new(players, f"game {seed}"), seed):
            assert isinstance(state, RascalKittensState)
            taken = [
                (toy, value)
                for each in state.rounds
                for run in each.runs
                for toy, value in zip(run.toys, run.tokens, strict=True)
                if value
            ]
            for number, (toy, stack) in enumerate(zip(state.view(None).stacks, state.setup.deal.stacks, strict=True)):
                gone = [value for each, value in taken if each == toy]
                assert (*gone, *stack[len(stack) - state.left[number] :]) == stack


class TestRK13String:
    def test_rk13_a_run_uses_the_segment_and_the_stretch_behind_the_piece(self) -> None:
        state = laid(4, "lay red-bed", "run left", red=["bed"])
        segment = (44**2 + 100**2) ** 0.5
        assert state.strings[0] / BILLIONTHS == pytest.approx(1300 - segment - 10, abs=1e-8)
        assert state.rounds[0].runs[0].string == state.strings[0]

    def test_rk13_a_string_too_short_for_one_way_must_take_the_other(self) -> None:
        """Left needs 109.25 + 10, right 105.62 + 10."""
        state = laid(4, "lay red-bed", options={"string": 118.0}, red=["bed"])
        assert [str(action) for action in state.legal(0)] == ["run right"]
        with pytest.raises(IllegalAction, match="too short for the left way in") as refused:
            state.apply(0, Run("left"))
        assert refused.value.rule == "RK13"

    def test_rk13_a_string_that_just_reaches_is_enough(self) -> None:
        """From (10, 0) along the wall to (46, 0) and 10 behind the bed."""
        for string, reaches in ((46.0, True), (45.999, False)):
            state = laid(4, options={"string": string})._replace(hands=(("yellow-bed",), (), (), ()))
            state = do(state, "lay yellow-bed")
            assert state.can(0, Run("left")) == reaches

    def test_rk13_who_reaches_neither_does_not_run_and_keeps_the_string(self) -> None:
        state = laid(4, "lay red-bed", options={"string": 100.0}, red=["bed"], yellow=["table", "bed"])
        assert [(run.seat, run.entry, run.toys, run.tokens) for run in state.rounds[0].runs] == [
            (seat, None, (), ()) for seat in range(4)
        ]
        assert state.strings == (100 * BILLIONTHS,) * 4
        assert state.to_act == {1}
        end = state.ends[0]
        assert end is not None
        assert state.setup.rooms[0].notches[end] == (10_000, 0)

    def test_rk13_and_tries_again_in_later_rounds(self) -> None:
        state = laid(
            4, "lay red-bed", "lay violet-chair", options={"string": 100.0}, red=["bed"], violet=["table", "chair"]
        )
        assert state.expects is Run
        assert state.to_act == {1}
        assert [str(action) for action in state.legal(1)] == ["run right"]

    @sizes
    @given(seed=seeds, string=st.sampled_from([300.0, 800.0, 1300.0]))
    def test_rk13_no_string_is_ever_negative(self, players: int, seed: int, string: float) -> None:
        short = False
        for state, seat, action in random_moments(GAME.new(players, f"game {seed}", {"string": string}), seed):
            after = state.apply(seat, action)
            assert isinstance(after, RascalKittensState)
            assert min(after.strings) >= 0
            short |= any(run.entry is None for each in after.rounds for run in each.runs)
        assert short or string > 300


PIECES_RIGHT_TO_LEFT = ("chair", "table", "bed", "wardrobe", "armchair")
PLACES = (10, 30, 50, 70, 90)
