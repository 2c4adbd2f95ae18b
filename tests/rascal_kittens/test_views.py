"""What a seat may know: the open table, the own tiles, the values of the own tokens, and nothing else."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from game_helpers import every_bot, random_end, random_moments
from hypothesis import given
from hypothesis import strategies as st
from rascal_kittens.positions import GAME, do, laid, plain_room

from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.records import record_of
from purrlab.terminal.rascal_kittens import TEXT_VIEW

sizes = pytest.mark.parametrize("players", [2, 3, 4])
TOKENS = (2, 2, 3, 3, 4)


class TestHidden:
    def test_rk6_faces_in_other_hands_are_hidden_and_colours_open(self) -> None:
        state = laid(2)
        view = state.view(0)
        assert view.hand == state.hands[0]
        assert [dict(place.colours) for place in view.places] == [
            {"yellow": 2, "turquoise": 1, "red": 2, "violet": 2},
            {"yellow": 2, "turquoise": 1, "red": 2, "violet": 2},
        ]
        others = set(state.hands[1]) | set(state.setup.deal.tiles["turquoise"][2:])
        assert not any(tile in str(view.as_dict()) for tile in others)
        assert state.view(None).hand is None

    def test_rk11_values_of_tokens_that_others_took_are_hidden(self) -> None:
        options = {"rooms": [plain_room(ball=[50, 50, 40])] * 4}
        state = laid(4, "lay red-bed", *["run left"] * 3, options=options, red=["bed"])
        runs = state.view(1).rounds[0].runs
        assert [run.tokens for run in runs] == [(None,), (2,), (None,)]
        assert [run.toys for run in runs] == [("ball",)] * 3
        assert state.view(1).totals == (None, 2, None, None)
        assert state.view(None).totals == (None,) * 4
        assert state.view(1).stacks["ball"] == 2
        assert [place.tokens["ball"] for place in state.view(None).places] == [1, 1, 1, 0]

    def test_rk11_an_empty_stack_is_open(self) -> None:
        options = {"rooms": [plain_room(ball=[50, 50, 40])] * 4}
        state = laid(4, "lay red-bed", options=options, red=["bed"])
        state = do(state._replace(left=(0, *state.left[1:])), "run left")
        assert state.view(3).rounds[0].runs[0].tokens == (0,)

    def test_rk15_the_own_total_counts_kinds_in_the_variant(self) -> None:
        options = {"rooms": [plain_room(ball=[50, 50, 40])] * 4, "variant": "older"}
        state = laid(4, "lay red-bed", "run left", options=options, red=["bed"])
        assert state.view(0).totals == (3, None, None, None)

    @sizes
    def test_after_the_end_all_is_open(self, players: int) -> None:
        end = random_end(GAME.new(players, "any"), 1)
        assert isinstance(end, RascalKittensState)
        assert end.outcome is not None
        for seat in (None, *range(players)):
            view = end.view(seat)
            assert view.totals == end.outcome.totals
            assert view.rounds == end.rounds
            assert view.revealed is not None
            assert view.revealed.hands == end.hands
            tiles = [*view.middle, *view.revealed.left_over, *(tile for hand in end.hands for tile in hand)]
            assert len(tiles) == len(set(tiles)) == 20
            for toy, removed in view.revealed.removed.items():
                assert sorted(removed + view.revealed.stacks[toy]) == list(TOKENS)


class TestOpen:
    def test_a_view_in_plain_words(self) -> None:
        options = {"rooms": [plain_room(ball=[32, 50, 4])] * 4}
        state = laid(4, "lay red-bed", "run left", options=options, red=["bed"])
        data: dict[str, Any] = state.view(0).as_dict()
        assert data["middle"] == ["yellow-chair", "red-bed"]
        assert data["leader"] == 0
        assert data["places"][0]["end"] == {"tile": "red-bed", "side": "right"}
        assert data["places"][0]["anchor"] == "left"
        fixed, entry = {"tile": "yellow-chair", "side": "left"}, {"tile": "red-bed", "side": "left"}
        assert data["places"][0]["course"] == [{"start": fixed, "end": entry}]
        assert data["places"][1]["course"] == []
        assert data["places"][0]["string"] == pytest.approx(1300 - 109.2520 - 10, abs=1e-3)
        assert data["rounds"][0]["runs"][0] | {"string": 0} == {
            "seat": 0,
            "entry": "left",
            "toys": ["ball"],
            "tokens": [2],
            "string": 0,
        }
        assert data["rooms"][0]["walls"]["bottom"]["colour"] == "red"
        assert data["revealed"] is None

    def test_rk10_a_string_goes_on_behind_the_piece_that_it_came_to(self) -> None:
        state = laid(4, "lay red-bed", "run left", red=["bed"])
        while len(state.view(0).places[0].course) < 2:
            state = do(state, str(state.legal(min(state.to_act))[0]))
        first, second = state.view(0).places[0].course
        assert (first.end.side, second.start) == ("left", ("red-bed", "right"))
        assert second.end.tile == state.top

    def test_what_each_choice_would_touch_is_told(self) -> None:
        options = {"rooms": [plain_room(ball=[32, 50, 0.5])] * 4, "string": 118.0}
        state = laid(4, options=options, red=["bed"])
        ahead = {(each.tile, each.entry): each for each in state.view(0).ahead}
        assert len(ahead) == 2 * len(state.legal(0))
        assert ahead["red-bed", "left"].toys == ("ball",)
        assert ahead["red-bed", "left"].string < 0 < ahead["red-bed", "right"].string
        state = do(state, "lay red-bed")
        assert [(each.tile, each.entry, each.toys) for each in state.view(0).ahead] == [("red-bed", "right", ())]
        assert state.view(1).ahead == ()

    def test_rk15_the_rules_of_the_variant_are_named(self) -> None:
        assert laid(4).view(None).variant_rules == ()
        assert laid(4, options={"variant": "older"}).view(None).variant_rules == ("RK15",)

    def test_rk15_everybody_sees_the_points_for_kinds_in_the_variant_only(self) -> None:
        options = {"rooms": [plain_room(ball=[50, 50, 40])] * 4}
        moves = "lay red-bed", "run left"
        older = laid(4, *moves, options=options | {"variant": "older"}, red=["bed"])
        assert [place.kinds_points for place in older.view(None).places] == [1, 0, 0, 0]
        basic = laid(4, *moves, options=options, red=["bed"])
        assert [place.kinds_points for place in basic.view(None).places] == [None] * 4

    @pytest.mark.parametrize(
        ("players", "ranges"),
        [
            (2, [(2, 3), (2, 3), (3, 4)]),
            (3, [(2, 2), (2, 3), (3, 3), (3, 4)]),
            (4, [(2, 2), (2, 2), (3, 3), (3, 3), (4, 4)]),
        ],
    )
    def test_rk5_what_the_top_token_can_be_worth(self, players: int, ranges: list[tuple[int, int]]) -> None:
        state = laid(players)
        for taken, (lowest, highest) in enumerate(ranges):
            possible = {stack[taken] for stack in combinations(TOKENS, len(ranges))}
            assert (min(possible), max(possible)) == (lowest, highest)
            view = state._replace(left=(len(ranges) - taken, *state.left[1:])).view(None)
            assert view.top_tokens["ball"] == (lowest, highest)
        assert state._replace(left=(0, *state.left[1:])).view(None).top_tokens["ball"] is None

    def test_what_each_choice_would_bring_is_told(self) -> None:
        """RK11: a token for each toy whose stack is not empty."""
        options = {"rooms": [plain_room(ball=[50, 50, 40], car=[4, 4, 4])] * 2}
        state = laid(2, options=options, red=["bed"])
        assert {each.gain for each in state.view(0).ahead if each.toys == ("ball",)} == {(2, 3)}
        assert {each.gain for each in state.view(0).ahead if each.toys == ()} == {(0, 0)}
        empty = state._replace(left=(0, *state.left[1:])).view(0)
        assert {each.gain for each in empty.ahead if each.toys == ("ball",)} == {(0, 0)}

    def test_rk13_a_run_without_enough_string_brings_nothing(self) -> None:
        options = {"rooms": [plain_room(ball=[32, 50, 0.5])] * 4, "string": 118.0}
        ahead = {(each.tile, each.entry): each for each in laid(4, options=options, red=["bed"]).view(0).ahead}
        assert ahead["red-bed", "left"].toys == ("ball",)
        assert ahead["red-bed", "left"].gain == (0, 0)

    @pytest.mark.parametrize(("held", "more"), [(0, 1), (8, 1), (9, 6)])
    def test_rk15_a_choice_counts_the_new_kind_in_the_variant(self, held: int, more: int) -> None:
        options = {"rooms": [plain_room(ball=[50, 50, 40])] * 4, "variant": "older"}
        state = laid(4, options=options, red=["bed"])
        taken = ((), *[(2,)] * held, *[()] * (9 - held))
        view = state._replace(taken=(taken, *state.taken[1:])).view(0)
        assert {each.gain for each in view.ahead if "ball" in each.toys} == {(2 + more, 2 + more)}


def other_deal(state: RascalKittensState, seat: int | None, random: Random) -> list[dict[str, Any]]:
    """A deal that looks the same to this seat so far: other tiles in other hands, other tokens on the stacks."""
    deal = state.setup.deal
    known = {each.tile for each in state.rounds} | set(state.hands[seat] if seat is not None else ())
    tiles = {}
    for colour, stack in deal.tiles.items():
        hidden = [tile for tile in stack if tile not in known]
        random.shuffle(hidden)
        tiles[colour] = [tile if tile in known else hidden.pop() for tile in stack]
    stacks = {}
    for toy, tokens in zip(state.view(None).stacks, deal.stacks, strict=True):
        seen = seen_tokens(state, seat, toy)
        fitting = [
            other
            for other in combinations(TOKENS, len(tokens))
            if all(other[place] == value for place, value in seen.items())
        ]
        stacks[toy] = list(random.choice(fitting))
    return [{"stacks": stacks, "middle": deal.middle, "tiles": tiles}]


def seen_tokens(state: RascalKittensState, seat: int | None, toy: str) -> dict[int, int]:
    """The values that this seat took from a stack, by their place in it."""
    taken = [
        (run.seat, value)
        for each in state.rounds
        for run in each.runs
        for touched, value in zip(run.toys, run.tokens, strict=True)
        if touched == toy and value
    ]
    return {place: value for place, (taker, value) in enumerate(taken) if taker == seat}


class TestNothingElse:
    @sizes
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 60), data=st.data())
    def test_states_that_differ_only_in_what_is_hidden_give_the_same_views(
        self, players: int, seed: int, moves: int, data: st.DataObject
    ) -> None:
        """Also those that differ in the seed."""
        seat = data.draw(st.sampled_from([None, *range(players)]))
        variant = data.draw(st.sampled_from(["basic", "older"]))
        state = GAME.new(players, f"leak {seed}", {"variant": variant})
        states: list[Any] = [state]
        history: list[tuple[int, Any]] = []
        for before, actor, action in random_moments(state, seed):
            after = before.apply(actor, action)
            if after.outcome or len(history) == moves:
                break
            states.append(after)
            history.append((actor, action))
        other: Any = GAME.new(players, options=state.options, deals=other_deal(states[-1], seat, Random(seed)))
        others = [other]
        for actor, action in history:
            other = other.apply(actor, action)
            others.append(other)
        for one, another in zip(states, others, strict=True):
            assert one.view(seat) == another.view(seat)
        assert states[-1].view(seat).as_dict() == other.view(seat).as_dict()
        assert repr(states[-1].view(seat)) == repr(other.view(seat))
        self.check_bots_and_records(states[-1], others[-1], seat)

    def check_bots_and_records(self, one: Any, other: Any, seat: int | None) -> None:
        """What is computed from views cannot differ either: bots' moves, drawings, the open record."""
        names = ["ann", "bo", "cy", "dee"][: one.players]
        assert TEXT_VIEW.draw(one.view(seat), names) == TEXT_VIEW.draw(other.view(seat), names)
        open_record, other_record = record_of(one, names), record_of(other, names)
        open_record.by_lot = other_record.by_lot = []
        if seat is None:
            assert open_record == other_record
        if seat in one.to_act:
            for bot in every_bot(GAME):
                assert bot.choose(one.view(seat), Random(1)) == bot.choose(other.view(seat), Random(1))

    def test_the_other_deals_do_differ(self) -> None:
        """Else the property above would say nothing."""
        opening = GAME.new(3, "any")
        differences: Counter[str] = Counter()
        for seed in range(20):
            (deal,) = other_deal(opening, 0, Random(seed))
            differences["tiles"] += deal["tiles"] != {
                key: list(value) for key, value in opening.setup.deal.tiles.items()
            }
            differences["stacks"] += list(deal["stacks"].values()) != list(map(list, opening.setup.deal.stacks))
        assert differences["tiles"] > 15
        assert differences["stacks"] > 15
