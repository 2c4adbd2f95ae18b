"""CB1 to CB8: before the first card is played."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cat_in_the_box.positions import GAME, act, legal, new, scripted

from purrlab import IllegalAction, InvalidSetup, NotationError
from purrlab.games.cat_in_the_box.cells import cells_in, colours_in, values_in
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.terminal.cat_in_the_box import TEXT_VIEW


class TestCB1Components:
    @pytest.mark.parametrize(
        ("players", "values", "dealt", "left", "bids", "layout", "observed"),
        [
            (5, 9, 9, 0, {1, 2, 3}, "purple", None),
            (4, 8, 10, 0, {1, 2, 3}, "white", 9),
            (3, 6, 10, 0, {1, 3, 4}, "white", None),
            (2, 5, 10, 5, set(), "white", 6),
        ],
    )
    def test_cb1_the_table_of_numbers(
        self, *, players: int, values: int, dealt: int, left: int, bids: set[int], layout: str, observed: int | None
    ) -> None:
        state = new(players)
        deal = state.round.deal
        assert [len(values_in(hand)) for hand in deal.hands] == [dealt] * players
        assert len(deal.table) == left
        cards = Counter([*deal.table, *(card for hand in deal.hands for card in values_in(hand))])
        assert cards == dict.fromkeys(range(1, values + 1), 5)
        assert set(state.setup.numbers.bids) == bids
        assert state.options["layout"] == layout
        covered = {value for value, _ in cells_in(state.setup.numbers.observed)}
        assert covered == ({observed} if observed else set())
        assert state.setup.numbers.observed.bit_count() == (4 if observed else 0)

    @pytest.mark.parametrize(
        ("players", "allowed"), [(2, {"white"}), (3, {"white", "purple"}), (4, {"white", "purple"}), (5, {"purple"})]
    )
    def test_cb1_which_side_of_the_research_board(self, players: int, allowed: set[str]) -> None:
        for layout in ("white", "purple"):
            if layout in allowed:
                assert new(players, layout=layout).options["layout"] == layout
            else:
                with pytest.raises(InvalidSetup, match="CB1") as refused:
                    new(players, layout=layout)
                assert refused.value.field == "options.layout"

    def test_cb1_observed_tokens_cover_their_cells(self) -> None:
        """With four players they are the 9s, and no token ever lies there."""
        state = new(4)
        assert cells_in(state.round.opening.covered) == tuple((9, c) for c in ("red", "blue", "yellow", "green"))


class TestCB2PlayerBoard:
    def test_cb2_four_markers_to_begin_with(self) -> None:
        state = new(3)
        assert [colours_in(board.markers) for board in state.boards] == [("red", "blue", "yellow", "green")] * 3


class TestCB4StartPlayer:
    def test_cb4_named_in_the_options(self) -> None:
        assert new(4, start=2).round.opening.start == 2

    def test_cb4_scripted_deals_without_a_name_start_with_seat_0(self) -> None:
        deal = {"hands": [values_in(hand) for hand in new(3).round.deal.hands]}
        assert GAME.new(3, deals=[deal] * 3).options["start"] == 0


class TestCB6Deal:
    def test_cb6_every_round_has_a_deal_of_its_own(self) -> None:
        setup = new(4).setup
        assert len({setup.deal(number) for number in range(1, 5)}) == 4

    def test_cb6_scripted_deals_are_dealt_as_they_are(self) -> None:
        state = scripted(2, [[5, 5, 5, 5, 1, 1, 2, 2, 3, 3], [1]], table=[4, 4, 2])
        assert values_in(state.round.deal.hands[0]) == (1, 1, 2, 2, 3, 3, 5, 5, 5, 5)
        assert state.round.opening.turned_up == (4, 4, 2)

    def whole(self) -> list[dict[str, Any]]:
        hands = [values_in(hand) for hand in new(3).round.deal.hands]
        return [{"hands": [list(hand) for hand in hands], "table": []} for _ in range(3)]

    def test_cb6_whole_deals_are_accepted(self) -> None:
        assert GAME.new(3, deals=self.whole()).to_act == {0, 1, 2}

    @pytest.mark.parametrize(
        ("spoil", "field"),
        [
            (lambda deals: deals.pop(), "deals"),
            (lambda deals: deals.append(deals[0]), "deals"),
            (lambda deals: deals.__setitem__(1, None), "deals[1]"),
            (lambda deals: deals[1].pop("hands"), "deals[1].hands"),
            (lambda deals: deals[1]["hands"].pop(), "deals[1].hands"),
            (lambda deals: deals[2]["hands"][0].pop(), "deals[2].hands[0]"),
            (lambda deals: deals[2]["hands"][0].__setitem__(0, 7), "deals[2].hands[0]"),
            (lambda deals: deals[2]["hands"][0].__setitem__(0, "1"), "deals[2].hands[0]"),
            (lambda deals: deals[2]["hands"][0].__setitem__(0, 1.0), "deals[2].hands[0]"),
            (lambda deals: deals[0].__setitem__("table", [1]), "deals[0].table"),
            (lambda deals: deals[0]["hands"].__setitem__(0, [6] * 10), "deals[0]"),
        ],
    )
    def test_cb6_bad_deals_are_refused_with_the_field(self, spoil: Any, field: str) -> None:
        deals = self.whole()
        spoil(deals)
        with pytest.raises(InvalidSetup) as refused:
            GAME.new(3, deals=deals)
        assert refused.value.field == field

    @pytest.mark.parametrize("deals", ["deals", 5, {"hands": []}], ids=repr)
    def test_cb6_deals_that_are_no_list(self, deals: Any) -> None:
        with pytest.raises(InvalidSetup) as refused:
            GAME.new(3, deals=deals)
        assert refused.value.field == "deals"


class TestCB7Discard:
    def test_cb7_all_at_once_in_any_order(self) -> None:
        state = new(4)
        for seat, waiting in ((2, {0, 1, 3}), (0, {1, 3}), (3, {1})):
            assert state.to_act == waiting | {seat}
            state = state.apply(seat, state.legal(seat)[0])
            assert state.to_act == waiting
            assert state.expects is Discard
        assert state.apply(1, state.legal(1)[0]).expects is Bid

    def test_cb7_only_a_card_from_the_own_hand_and_only_once(self) -> None:
        state = scripted(3, [[1, 1, 2], [3], [4]])
        with pytest.raises(IllegalAction, match="you do not hold a 9") as refused:
            state.apply(0, Discard(9))
        assert refused.value.rule == "CB7"
        with pytest.raises(IllegalAction, match="seat 0 is not to act") as refused:
            state.apply(0, Discard(1)).apply(0, Discard(1))
        assert refused.value.rule == "CB7"

    def test_cb7_the_card_is_out_for_the_round(self) -> None:
        state = scripted(3, [[1, 1, 2], [3], [4]])
        after = state.apply(0, Discard(1))
        assert after.view(0).hand == values_in(state.round.deal.hands[0])[1:]
        assert (after.view(0).discard, after.boards[0].cards) == (1, 9)

    def test_cb7_two_players_discard_as_well(self) -> None:
        state = new(2)
        assert state.to_act == {0, 1}
        assert state.expects is Discard


class TestCB8Bid:
    def discarded(self, players: int, start: int) -> Any:
        state = new(players, start=start)
        for seat in range(players):
            state = state.apply(seat, state.legal(seat)[0])
        return state

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_cb8_from_the_start_player_clockwise_and_bids_may_repeat(self, players: int) -> None:
        state = self.discarded(players, start=2)
        for turn in range(players):
            assert state.to_act == {(2 + turn) % players}
            state = act(state, "bid 1")
        assert state.expects is Play
        assert state.to_act == {2}
        assert [board.bid for board in state.boards] == [1] * players

    def test_cb8_three_players_bid_1_3_or_4(self) -> None:
        state = self.discarded(3, start=0)
        assert legal(state) == {"bid 1", "bid 3", "bid 4"}
        with pytest.raises(IllegalAction, match="with 3 players the bids are 1, 3, 4, not 2") as refused:
            act(state, "bid 2")
        assert refused.value.rule == "CB8"

    @pytest.mark.parametrize("players", [4, 5])
    def test_cb8_more_players_bid_1_2_or_3(self, players: int) -> None:
        state = self.discarded(players, start=0)
        assert legal(state) == {"bid 1", "bid 2", "bid 3"}
        with pytest.raises(IllegalAction, match="not 4"):
            act(state, "bid 4")

    def test_cb8_two_players_do_not_bid(self) -> None:
        state = self.discarded(2, start=1)
        assert state.expects is Play
        assert state.to_act == {1}
        assert [board.bid for board in state.boards] == [None, None]

    @pytest.mark.parametrize("value", [0, 5, -1, True, "2", 1.0, None], ids=repr)
    def test_cb8_bids_that_are_no_number_here(self, value: Any) -> None:
        with pytest.raises(NotationError, match="tricks: expected a whole number from 1 to 4"):
            Bid(value)


class TestActions:
    @pytest.mark.parametrize("value", [0, 10, True, "5", None, 5.0], ids=repr)
    def test_cards_that_there_are_not(self, value: Any) -> None:
        with pytest.raises(NotationError, match="value: expected a whole number from 1 to 9"):
            Discard(value)
        with pytest.raises(NotationError, match="value: expected"):
            Play(value, "red")

    @pytest.mark.parametrize("colour", ["purple", "Red", "", None, 0, ["red"]], ids=repr)
    def test_colours_that_there_are_not(self, colour: Any) -> None:
        with pytest.raises(NotationError, match="colour: expected red, blue, yellow, green"):
            Play(5, colour)


class TestOwnLayouts:
    """CB3: the layout is data, and a player may bring a file."""

    rows = (
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        "G9 G8 G7 G6 G5 G4 G3 G2 G1",
        "-- B1 B2 B3 B4 B5 B6 B7 B8 B9",
        "Y1 Y2 Y3 Y4 -- Y5 Y6 Y7 Y8 Y9",
    )

    def file(self, folder: Path, text: str) -> Path:
        path = folder / "mine.toml"
        path.write_text(text, "utf-8")
        return path

    def good(self) -> str:
        grid = ",\n".join(f'"{row}"' for row in self.rows)
        return f'name = "mine"\ngrid = [{grid}]'

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_cb3_a_file_is_accepted_for_any_number_of_players(self, tmp_path: Path, players: int) -> None:
        state = new(players, layout=self.file(tmp_path, self.good()))
        assert state.setup.layout.name == "mine"
        content = {"name": "mine", "grid": self.rows}
        assert state.options["layout"] == content  # whole, so that a record can be read elsewhere
        assert new(players, layout=content).setup.layout == state.setup.layout

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            (("R5 ", "-- "), "the cell R5 is missing"),
            (("R5", "R4"), "the cell R5 is missing"),
            (("-- B1", "B2 B1"), "the cell B2 is there 2 times"),
            (("R5", "R0"), "'R0' is not a cell"),
            (("R5", "P5"), "'P5' is not a cell"),
            (("name", "title"), "title: unknown key; the keys are name, grid"),
            (('"mine"', "5"), "name: expected a text"),
            (('"mine"', '"white"'), "needs another name than white or purple"),
            (("grid = [", "grid = [5, "), "grid: expected a list of rows"),
            (("grid", "]"), "cannot be read as a layout file"),
            (("-- B1", "-- " * 40 + "B1"), "at most 36 rows of 36 cells"),
        ],
    )
    def test_cb3_a_bad_file_is_refused_with_its_fault(
        self, tmp_path: Path, change: tuple[str, str], fault: str
    ) -> None:
        path = self.file(tmp_path, self.good().replace(*change, 1))
        with pytest.raises(InvalidSetup, match=fault) as refused:
            new(4, layout=path)
        assert refused.value.field.startswith(str(path))

    def test_cb3_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidSetup, match="cannot be read as a layout file"):
            new(4, layout=tmp_path / "none.toml")

    def test_cb3_a_board_with_fewer_values_is_drawn_with_gaps(self) -> None:
        """What looks as if it touched does touch."""
        state = new(3, layout={"name": "mine", "grid": self.rows})
        drawn = re.sub(r"\033\[[\d;]*m", "", TEXT_VIEW.draw(state.view(None), ["a", "b", "c"])).splitlines()
        red, green, blue = (next(line for line in drawn if cell in line) for cell in ("R1", "G1", "B1"))
        assert green.index("G4") == red.index("R6")  # R6 touches G4, not G6
        assert green.index("G6") == red.index("R4")
        assert blue.index("B3") == red.index("R4")
        assert "7" not in red + green + blue

    @pytest.mark.parametrize("layout", ["pink", "mine.toml", "../white", 5, ["white"], True], ids=repr)
    def test_cb3_a_text_is_a_built_in_name_never_a_file(self, layout: Any) -> None:
        with pytest.raises(InvalidSetup, match="expected white or purple") as refused:
            new(4, layout=layout)
        assert refused.value.field == "options.layout"
