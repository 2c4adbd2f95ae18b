"""RK1, RK5 to RK8: how a game begins."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rascal_kittens.positions import COLOURS, GAME, TOYS, deal, do, laid, new, plain_room

from purrlab import IllegalAction, InvalidSetup
from purrlab.games.rascal_kittens.notation import Draw
from purrlab.games.rascal_kittens.rooms import BUILT_IN

sizes = pytest.mark.parametrize("players", [2, 3, 4])
seeds = st.integers(0, 10**6)


class TestRK5Stacks:
    @sizes
    @given(seed=seeds)
    def test_rk5_stacks_are_thinned_by_players_and_lowest_on_top(self, players: int, seed: int) -> None:
        stacks = GAME.new(players, f"seed {seed}").setup.deal.stacks
        assert len(stacks) == 10
        for stack in stacks:
            assert len(stack) == {2: 3, 3: 4, 4: 5}[players]
            assert list(stack) == sorted(stack)
            assert not Counter(stack) - Counter([2, 2, 3, 3, 4])

    def test_rk5_which_tokens_go_is_chance(self) -> None:
        stacks = Counter(stack for seed in range(200) for stack in GAME.new(2, str(seed)).setup.deal.stacks)
        assert set(stacks) == {(2, 2, 3), (2, 2, 4), (2, 3, 3), (2, 3, 4), (3, 3, 4)}
        assert 0.35 < stacks[2, 3, 4] / 2000 < 0.45  # four of the ten ways to leave three


class TestRK6Tiles:
    @sizes
    @given(seed=seeds)
    def test_rk6_one_in_the_middle_and_one_of_each_colour_in_hand(self, players: int, seed: int) -> None:
        state = GAME.new(players, f"seed {seed}")
        for hand in state.hands:
            assert [tile.split("-")[0] for tile in hand] == list(COLOURS)
        tiles = [tile for stack in state.setup.deal.tiles.values() for tile in stack]
        assert len({*tiles, state.setup.deal.middle}) == 20

    def test_rk6_two_players_draw_three_more_from_different_stacks(self) -> None:
        state = do(new(2, {"start": 1}), "draw red")
        assert state.to_act == {1}
        assert [str(action) for action in state.legal(1)] == ["draw yellow", "draw turquoise", "draw violet"]
        with pytest.raises(IllegalAction, match="already") as refused:
            state.apply(1, Draw("red"))
        assert refused.value.rule == "RK6"
        state = do(state, "draw yellow", "draw violet")
        assert state.to_act == {0}
        state = do(state, "draw red", "draw turquoise", "draw violet")
        assert [len(hand) for hand in state.hands] == [7, 7]
        assert state.expects is not None
        assert state.expects.verb == "anchor"

    def test_rk6_three_players_draw_one_more_but_not_from_an_empty_stack(self) -> None:
        state = do(new(3, middle="red-bed"), "draw red")
        assert state.to_act == {1}
        assert "draw red" not in map(str, state.legal(1))
        with pytest.raises(IllegalAction, match="the red stack is empty") as refused:
            state.apply(1, Draw("red"))
        assert refused.value.rule == "RK6"
        state = do(state, "draw violet", "draw violet")
        assert [len(hand) for hand in state.hands] == [5, 5, 5]

    def test_rk6_four_players_draw_no_more(self) -> None:
        state = new(4)
        assert [len(hand) for hand in state.hands] == [4, 4, 4, 4]
        assert [str(action) for action in state.legal(0)] == ["anchor left", "anchor right"]

    def test_rk6_tiles_come_from_the_top_clockwise_from_the_starting_player(self) -> None:
        state = new(3, {"start": 1}, red=["bed", "chair", "table", "armchair"])
        assert ["red-bed" in state.hands[1], "red-chair" in state.hands[2], "red-table" in state.hands[0]] == [True] * 3
        assert "red-armchair" in do(state, "draw red").hands[1]


class TestRK7Anchors:
    def test_rk7_each_anchors_beside_the_piece_in_the_middle(self) -> None:
        state = do(new(4, {"start": 2}), "anchor right", "anchor left", "anchor left")
        assert state.to_act == {1}
        state = do(state, "anchor right")
        assert state.anchors == ("left", "right", "right", "left")
        room = state.setup.rooms[0]
        points = [room.notches[end] for end in state.ends if end is not None]
        assert points == [(10_000, 0), (20_000, 0), (20_000, 0), (10_000, 0)]

    @sizes
    def test_rk7_rooms_are_dealt_at_random_and_all_different(self, players: int) -> None:
        dealt = Counter(GAME.new(players, str(seed)).options["rooms"] for seed in range(400))
        assert {room for rooms in dealt for room in rooms} == set(BUILT_IN)
        assert all(len(set(rooms)) == players for rooms in dealt)
        assert len(dealt) == {2: 12, 3: 24, 4: 24}[players]

    def test_rk7_rooms_may_be_chosen_even_the_same_for_everybody(self) -> None:
        state = GAME.new(3, "any", {"rooms": ["attic"] * 3})
        assert [room.name for room in state.setup.rooms] == ["attic"] * 3
        assert state.by_lot == ("start",)

    @sizes
    def test_rk7_everybody_has_the_same_string(self, players: int) -> None:
        assert GAME.new(players, "any").strings == (1_300_000_000_000,) * players
        assert GAME.new(players, "any", {"string": 900.125}).strings == (900_125_000_000,) * players


class TestRK8Start:
    @sizes
    def test_rk8_the_lead_passes_to_the_left(self, players: int) -> None:
        state = laid(players, options={"start": players - 1})
        leaders = []
        while state.to_act:
            (seat,) = state.to_act
            if state.expects is not None and state.expects.verb == "lay":
                leaders.append(seat)
            state = state.apply(seat, state.legal(seat)[0])
        assert leaders == [(players - 1 + number) % players for number in range(12)]


class TestOptions:
    def test_what_is_not_named_has_a_default_or_is_drawn(self) -> None:
        state = GAME.new(2, "any")
        assert list(state.options) == ["rooms", "variant", "start", "string"]
        assert (state.options["variant"], state.options["string"]) == ("basic", 1300.0)
        assert state.by_lot == ("rooms", "start")

    def test_without_a_seed_nothing_is_drawn(self) -> None:
        state = GAME.new(3, deals=deal(3))
        assert state.options["rooms"] == BUILT_IN[:3]
        assert state.options["start"] == 0
        assert state.by_lot == ()

    @pytest.mark.parametrize(
        ("options", "field"),
        [
            ({"rooms": ["attic"]}, "options.rooms"),
            ({"rooms": "attic"}, "options.rooms"),
            ({"rooms": ["attic", "cellar"]}, "options.rooms[1]"),
            ({"rooms": [plain_room() | {"toys": {}}, "attic"]}, "options.rooms[0]: toys"),
            ({"variant": "expert"}, "options.variant"),
            ({"variant": ["older"]}, "options.variant"),
            ({"string": 0}, "options.string"),
            ({"string": -5.0}, "options.string"),
            ({"string": "1300"}, "options.string"),
            ({"string": True}, "options.string"),
            ({"string": float("nan")}, "options.string"),
            ({"string": 10.0**300}, "options.string"),
            ({"string": 10**5000}, "options.string"),
            ({"string": 1300.00001}, "options.string"),
        ],
    )
    def test_bad_options_are_named(self, options: dict[str, Any], field: str) -> None:
        with pytest.raises(InvalidSetup) as refused:
            GAME.new(2, "any", options)
        assert refused.value.field == field


def spoiled(key: str, value: object) -> list[dict[str, Any]]:
    return [deal(2)[0] | {key: value}]


class TestScripted:
    """Deals that are given instead of a seed."""

    @pytest.mark.parametrize(
        ("deals", "field", "message"),
        [
            ([], "deals", "dealt once"),
            (deal(2) * 2, "deals", "dealt once"),
            ("deal", "deals", "dealt once"),
            (["deal"], "deals[0]", "expected"),
            (spoiled("middle", "pink-bed"), "deals[0].middle", "RK6"),
            (spoiled("stacks", {}), "deals[0].stacks", "expected a list for each of ball"),
            (spoiled("stacks", {key: [2, 3] for key in TOYS}), "deals[0].stacks.ball", "RK5"),
            (spoiled("stacks", {key: [2, 3, 5] for key in TOYS}), "deals[0].stacks.ball", "RK4"),
            (spoiled("stacks", {key: [2, 2, 2] for key in TOYS}), "deals[0].stacks.ball", "RK4"),
            (spoiled("stacks", {key: [3, 2, 4] for key in TOYS}), "deals[0].stacks.ball", "RK5: a stack is ordered"),
            (spoiled("stacks", {key: [2, 3, True] for key in TOYS}), "deals[0].stacks.ball", "RK5"),
            (spoiled("tiles", {}), "deals[0].tiles", "expected a list for each of yellow"),
            (spoiled("tiles", {key: ["red-bed"] for key in COLOURS}), "deals[0].tiles.yellow", "RK6"),
            (spoiled("tiles", dict.fromkeys(COLOURS, "red-bed")), "deals[0].tiles.yellow", "RK6"),
        ],
    )
    def test_bad_deals_are_named(self, deals: Any, field: str, message: str) -> None:
        with pytest.raises(InvalidSetup) as refused:
            GAME.new(2, deals=deals)
        assert refused.value.field == field
        assert message in refused.value.message
