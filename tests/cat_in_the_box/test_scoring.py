"""CB3 and CB16 to CB20: the research board, what a round and a game are worth, and the game for two."""

from collections.abc import Sequence

import pytest
from cat_in_the_box.positions import act, cells, new, position, scripted
from hypothesis import given
from hypothesis import strategies as st

from purrlab.games.cat_in_the_box.cells import CELLS, cells_in
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.scoring import final_outcome
from purrlab.games.cat_in_the_box.table import RoundResult

WHITE, PURPLE = find_layout("white"), find_layout("purple")


def neighbours(layout: Layout, name: str) -> int:
    return layout.neighbours[cells(name)]


class TestCB3ResearchBoard:
    def test_cb3_white_has_the_same_value_above_and_below(self) -> None:
        assert neighbours(WHITE, "B5") == cells("R5 Y5 B4 B6")
        assert neighbours(WHITE, "R1") == cells("R2 B1")
        assert neighbours(WHITE, "G9") == cells("G8 Y9")

    def test_cb3_purple_has_the_value_one_lower_below(self) -> None:
        assert neighbours(PURPLE, "B5") == cells("R6 Y4 B4 B6")
        assert neighbours(PURPLE, "R1") == cells("R2")
        assert neighbours(PURPLE, "G9") == cells("G8")
        assert neighbours(PURPLE, "G1") == cells("G2 Y2")

    @pytest.mark.parametrize("layout", [WHITE, PURPLE], ids=["white", "purple"])
    def test_cb3_touching_goes_both_ways_and_never_to_itself(self, layout: Layout) -> None:
        for cell in CELLS:
            assert not layout.neighbours[cell] & cell
            for other in CELLS:
                assert bool(layout.neighbours[cell] & other) == bool(layout.neighbours[other] & cell)

    @pytest.mark.parametrize(("layout", "sides"), [(WHITE, 4 * 8 + 3 * 9), (PURPLE, 4 * 8 + 3 * 8)])
    def test_cb3_how_many_sides_are_shared(self, layout: Layout, sides: int) -> None:
        assert sum(touching.bit_count() for touching in layout.neighbours.values()) == 2 * sides


class TestCB17LargestGroup:
    @pytest.mark.parametrize(
        ("tokens", "size"),
        [
            ("", 0),
            ("R1", 1),
            ("R1 B2", 1),  # never diagonally
            ("R1 R2 B1 B2", 4),  # a 2 by 2 block counts 4, however many ways lead round it
            ("R1 R2 R3 B1 B3 Y1 Y2 Y3", 8),  # a ring
            ("R1 R2 G7 G8 G9", 3),  # the largest of two
            ("R9 B1", 1),  # rows do not go on in the next one
            ("R1 B1 Y1 G1", 4),
            (" ".join(f"{letter}{value}" for letter in "RBYG" for value in range(1, 10)), 36),
        ],
    )
    def test_cb17_on_white(self, tokens: str, size: int) -> None:
        assert WHITE.largest_group(cells(tokens)).bit_count() == size

    @pytest.mark.parametrize(("tokens", "size"), [("R2 B1", 2), ("R1 B1", 1), ("R4 B3 Y2 G1", 4), ("R2 R3 B1 B2", 4)])
    def test_cb17_on_purple(self, tokens: str, size: int) -> None:
        assert PURPLE.largest_group(cells(tokens)).bit_count() == size

    @given(tokens=st.integers(0, 2**36 - 1), layout=st.sampled_from([WHITE, PURPLE]))
    def test_cb17_as_a_plain_search_finds_it(self, tokens: int, layout: Layout) -> None:
        left, best = {cells(_name(cell)) for cell in cells_in(tokens)}, 0
        while left:
            group, todo = set(), [left.pop()]
            while todo:
                group.add(cell := todo.pop())
                touching = {other for other in left if layout.neighbours[cell] & other}
                left -= touching
                todo += touching
            best = max(best, len(group))
        assert layout.largest_group(tokens).bit_count() == best


def _name(cell: tuple[int, str]) -> str:
    return f"{cell[1][0].upper()}{cell[0]}"


def scored(state: CatInTheBoxState) -> RoundResult:
    """The result of the round that the last trick ends."""
    while not state.round.past:
        (seat,) = state.to_act
        state = state.apply(seat, state.legal(seat)[0])
    return state.round.past[0].result


class TestCB16AndCB17Scores:
    def last_trick(self, tricks: Sequence[int], bids: Sequence[int], tokens: str = "") -> RoundResult:
        """Seat 3 leads a blue 8 to the last trick, and seat 2 wins it with a red 6."""
        hands = [[5, 1], [2, 3], [6, 7], [8, 1]]
        state = position(hands, tricks=tricks, bids=bids, tokens={0: tokens}, turn=3, markers={0: "BYG"})
        return scored(act(state, "play 8 blue"))

    def test_cb16_a_point_a_trick(self) -> None:
        """Figure 3-9: two tricks, two points."""
        result = self.last_trick(tricks=(2, 1, 1, 3), bids=(1, 3, 3, 1))
        assert (result.tricks[0], result.bonus[0], result.scores[0]) == (2, 0, 2)

    def test_cb17_the_largest_group_for_exactly_the_bid(self) -> None:
        """Figure 3-11: bid 2, won 2, largest group 5: 2 + 5."""
        result = self.last_trick(tricks=(2, 1, 1, 3), bids=(2, 3, 3, 1), tokens="G3 G4 G5 G6 G7 R2")
        assert (result.tricks[0], result.bonus[0], result.scores[0]) == (2, 5, 7)
        assert result.bonus_reasons[0] == "exact-bid"

    def test_cb17_everybodys_largest_group_is_told(self) -> None:
        result = self.last_trick(tricks=(2, 1, 1, 3), bids=(1, 3, 3, 1), tokens="G3 G4 G5 R2")
        assert result.groups[0] == ((3, "green"), (4, "green"), (5, "green"))
        assert result.groups[2] == ((6, "red"),)

    @pytest.mark.parametrize("bid", [1, 3])
    def test_cb17_nothing_for_more_or_fewer_tricks_than_bid(self, bid: int) -> None:
        result = self.last_trick(tricks=(2, 1, 1, 3), bids=(bid, 3, 3, 1), tokens="G3 G4 G5 G6 G7")
        assert (result.bonus[0], result.scores[0]) == (0, 2)
        assert result.bonus_reasons[0] == "missed-bid"

    def test_cb16_the_paradox_player_loses_a_point_a_trick_and_has_no_bonus(self) -> None:
        """Figure 3-10: bid 3, won 3, caused the paradox: -3 and no bonus."""
        hands = [[5, 5, 1], [2, 3, 3], [6, 7, 7], [8, 1, 1]]
        result = scored(
            position(
                hands, markers={0: "B"}, tokens={0: "R2 R3 R4", 1: "B5 B1"}, tricks=(3, 1, 0, 1), bids=(3, 1, 1, 2)
            )
        )
        assert (result.paradox, result.scores[0], result.bonus[0]) == (0, -3, 0)
        assert result.bonus_reasons == ("paradox", "exact-bid", "missed-bid", "missed-bid")
        assert (result.scores[1], result.bonus[1]) == (1 + 1, 1)  # the others score as ever
        assert (result.scores[2], result.scores[3]) == (0, 1)

    def test_cb16_a_paradox_without_a_trick_costs_nothing(self) -> None:
        hands = [[5, 5, 1], [2, 3, 3], [6, 7, 7], [8, 1, 1]]
        result = scored(position(hands, markers={0: "B"}, tokens={1: "B5 B1"}))
        assert (result.paradox, result.scores[0]) == (0, 0)


def rounds_of(*scores: Sequence[int]) -> list[RoundResult]:
    opening = new(4).round.opening
    empty = (0,) * len(scores[0])
    return [
        RoundResult(opening, (), None, (), (), (), None, None, empty, empty, tuple(score), WHITE) for score in scores
    ]


class TestCB19End:
    def test_cb19_the_highest_total_wins(self) -> None:
        outcome = final_outcome(rounds_of((1, 5, 2), (3, 4, 9), (0, 4, 0)), 3)
        assert (outcome.totals, outcome.winners, outcome.reason) == ((4, 13, 11), (1,), "total")

    def test_cb19_a_tie_goes_to_the_better_last_round(self) -> None:
        outcome = final_outcome(rounds_of((5, 1, 2), (0, 9, 0), (7, 2, 9)), 3)
        assert (outcome.totals, outcome.winners, outcome.reason) == ((12, 12, 11), (0,), "last-round")

    def test_cb19_the_last_round_of_those_who_are_not_tied_does_not_matter(self) -> None:
        outcome = final_outcome(rounds_of((5, 3, 0), (5, 7, 0), (3, 3, 9)), 3)
        assert (outcome.winners, outcome.reason) == ((0, 1), "shared")

    def test_cb19_still_tied_they_share_the_win(self) -> None:
        outcome = final_outcome(rounds_of((1, 1, 1, 0), (2, 2, 2, 0), (0, 0, 0, 0), (4, 4, 4, 0)), 4)
        assert (outcome.winners, outcome.reason) == ((0, 1, 2), "shared")

    def test_cb19_totals_can_be_negative(self) -> None:
        outcome = final_outcome(rounds_of((-3, -1), (-2, -5)), 2)
        assert (outcome.totals, outcome.winners) == ((-5, -6), (0,))


class TestCB20TwoPlayers:
    @pytest.mark.parametrize(
        ("turned_up", "neutral"),
        [
            ([1, 3, 5], "G1 G3 G5"),
            ([2, 2, 4], "G2 Y2 G4"),
            ([2, 4, 2], "G2 G4 Y2"),
            ([3, 3, 3], "G3 Y3 B3"),
        ],
    )
    def test_cb20_neutral_tokens_go_to_green_then_yellow_then_blue(self, turned_up: list[int], neutral: str) -> None:
        opening = scripted(2, [[1], [2]], table=turned_up).round.opening
        assert opening.turned_up == tuple(turned_up)
        assert opening.covered == cells(neutral) | cells("R6 B6 Y6 G6")

    def test_cb20_they_occupy_cells_and_belong_to_nobody(self) -> None:
        state = act(scripted(2, [[3, 3], [3]], table=[3, 1, 1]), "discard 3", "discard 3")
        assert "play 3 green" not in {str(action) for action in state.legal(0)}
        assert all(board.tokens == 0 for board in state.boards)

    def test_cb20_they_never_count_as_red_having_been_declared(self) -> None:
        state = act(scripted(2, [[3, 3], [3]], table=[3, 1, 1]), "discard 3", "discard 3")
        assert not any("red" in str(action) for action in state.legal(0))

    def test_cb20_the_other_two_cards_stay_unknown(self) -> None:
        state = new(2)
        hidden = state.round.deal.table[3:]
        assert len(hidden) == 2
        assert state.view(0).table.opening.turned_up == state.round.deal.table[:3]

    def test_cb17_four_tricks_or_fewer_earn_the_bonus(self) -> None:
        """Figure 5-1: 5 tricks score 5 and no bonus; 3 tricks with a largest group of 3 score 6."""
        tokens = {0: "R1 R2 R3 R4", 1: "Y1 Y2"}
        state = position([[4, 5], [3, 5]], tokens=tokens, tricks=(4, 3))
        state = state._replace(round=state.round._replace(opening=state.round.opening._replace(covered=0)))
        result = scored(act(state, "play 5 blue", "play 3 yellow"))
        assert result.tricks == (5, 3)
        assert result.scores == (5, 3 + 3)
        assert result.bids is None
        assert result.bonus_reasons == ("many-tricks", "few-tricks")

    @pytest.mark.parametrize(("tricks", "bonus"), [(0, 2), (3, 2), (4, 0)])
    def test_cb17_the_limit_is_four(self, tricks: int, bonus: int) -> None:
        """Seat 0 wins one more in the last trick."""
        state = position([[4, 5], [3, 5]], tokens={0: "B4"}, tricks=(tricks, 7 - tricks))
        state = state._replace(round=state.round._replace(opening=state.round.opening._replace(covered=0)))
        assert scored(act(state, "play 5 blue", "play 3 yellow")).bonus[0] == bonus
