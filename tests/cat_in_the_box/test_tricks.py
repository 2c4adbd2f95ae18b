"""CB9 to CB15: the trick phase."""

from random import Random

import pytest
from cat_in_the_box.positions import GAME, act, cells, legal, new, play, position, scripted

from purrlab import IllegalAction
from purrlab.bots import find_bot, play_game
from purrlab.games.cat_in_the_box.cells import colours_in
from purrlab.games.cat_in_the_box.notation import Discard
from purrlab.games.cat_in_the_box.refusals import CardNotHeld, CellCovered, CellTaken, ColourGivenUp, RedNotYet
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, trick_winner
from purrlab.games.cat_in_the_box.table import finished_trick


def refused_rule(state: CatInTheBoxState, action: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        act(state, action)
    return refused.value.rule


def refused_cause(state: CatInTheBoxState, action: str) -> tuple[object, ...] | None:
    with pytest.raises(IllegalAction) as refused:
        act(state, action)
    return refused.value.cause


class TestCB9Trick:
    def test_cb9_a_token_goes_on_the_cell_and_the_card_leaves_the_hand(self) -> None:
        state = act(position([[5, 5, 1], [2, 3, 4], [6, 7, 8], [1, 2, 3]]), "play 5 blue")
        assert state.boards[0].tokens == cells("B5")
        assert state.view(0).hand == (1, 5)
        assert state.boards[0].cards == 2
        assert state.to_act == {1}

    def test_cb9_the_winner_leads_the_next_trick(self) -> None:
        state = position([[5, 5, 1], [2, 3, 4], [6, 7, 8], [1, 2, 3]])
        state = act(state, "play 5 blue", "play 2 blue", "play 7 blue", "play 1 blue")
        assert state.to_act == {2}
        assert state.led is None
        assert [board.tricks for board in state.boards] == [0, 0, 1, 0]

    def test_cb9_a_card_that_is_not_in_the_hand(self) -> None:
        assert refused_rule(position([[5, 5], [2, 3], [6, 7], [1, 2]]), "play 4 blue") == "CB9"
        assert refused_cause(position([[5, 5], [2, 3], [6, 7], [1, 2]]), "play 4 blue") == CardNotHeld(4)

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_cb9_the_start_player_of_the_round_leads_the_first_trick(self, players: int) -> None:
        state = new(players, start=1)
        for seat in range(players):
            state = state.apply(seat, state.legal(seat)[0])
        for _ in range(players):
            state = act(state, "bid 3")
        assert state.to_act == {1}


class TestCB10Declaring:
    def test_cb10_the_cell_must_be_empty(self) -> None:
        state = position([[5, 1], [2, 3], [6, 7], [1, 2]], tokens={2: "B5"})
        assert "play 5 blue" not in legal(state)
        assert refused_rule(state, "play 5 blue") == "CB10"
        assert refused_cause(state, "play 5 blue") == CellTaken(5, "blue", seat=2)

    def test_cb10_nor_must_a_neutral_token_lie_there(self) -> None:
        state = act(scripted(2, [[5, 5], [1, 2]], table=[5, 4, 4]), "discard 5", "discard 1")
        assert refused_cause(state, "play 5 green") == CellCovered(5, "green")

    def test_cb10_also_where_the_own_token_lies(self) -> None:
        state = position([[5, 1], [2, 3], [6, 7], [1, 2]], tokens={0: "B5"})
        assert refused_rule(state, "play 5 blue") == "CB10"

    def test_cb10_the_own_marker_must_be_there(self) -> None:
        state = position([[5, 1], [2, 3], [6, 7], [1, 2]], markers={0: "RYG"})
        assert legal(state) == {"play 1 yellow", "play 1 green", "play 5 yellow", "play 5 green"}
        assert refused_rule(state, "play 5 blue") == "CB10"

    def test_cb10_markers_of_others_do_not_matter(self) -> None:
        state = position([[5, 1], [2, 3], [6, 7], [1, 2]], markers={1: "R", 2: "R", 3: "R"})
        assert "play 5 blue" in legal(state)


class TestCB11Leading:
    hands = ([5, 1], [2, 3], [6, 7], [1, 2])

    def test_cb11_no_red_lead_before_red_was_declared(self) -> None:
        state = position(self.hands)
        assert not any("red" in action for action in legal(state))
        assert refused_rule(state, "play 5 red") == "CB11"
        assert refused_cause(state, "play 5 red") == RedNotYet()

    def test_cb11_any_players_token_in_the_red_row_opens_red(self) -> None:
        for seat in range(4):
            state = position(self.hands, tokens={seat: "R8"})
            assert {"play 5 red", "play 1 red", "play 5 blue"} <= legal(state)

    def test_cb11_observed_tokens_do_not_count(self) -> None:
        """With four players a red cell, the 9, is covered from the beginning."""
        state = position(self.hands)
        assert state.round.opening.covered & cells("R9")
        assert "play 5 red" not in legal(state)

    def test_cb11_a_leader_with_only_red_possible_leads_red(self) -> None:
        """It is no paradox."""
        state = position(self.hands, markers={0: "R"})
        assert legal(state) == {"play 1 red", "play 5 red"}

    def test_cb11_one_card_that_can_be_another_colour_forbids_the_red_lead_with_any_card(self) -> None:
        state = position(self.hands, markers={0: "RB"}, tokens={1: "B5"})
        assert legal(state) == {"play 1 blue"}
        assert refused_rule(state, "play 5 red") == "CB11"

    def test_cb11_a_forced_red_lead_breaks_red(self) -> None:
        state = position([[5, 1, 2], [2, 3, 4], [6, 7, 8], [1, 2, 3]], markers={0: "R"})
        state = act(state, "play 1 red", "play 2 blue", "play 6 red", "play 1 blue")
        assert state.to_act == {2}
        assert "play 7 red" in legal(state)

    def test_cb11_binds_leaders_only(self) -> None:
        state = position(self.hands, trick="B8", turn=1)
        assert "play 2 red" in legal(state)


class TestCB12Following:
    hands = ([5, 1], [2, 6], [6, 7], [1, 2])

    def test_cb12_there_is_no_duty_to_follow(self) -> None:
        state = position(self.hands, trick="B8", turn=1)
        assert legal(state) == {f"play {value} {c}" for value in (2, 6) for c in ("red", "blue", "yellow", "green")}

    def test_cb12_following_costs_nothing(self) -> None:
        state = act(position(self.hands, trick="B8", turn=1), "play 6 blue")
        assert colours_in(state.boards[1].markers) == ("red", "blue", "yellow", "green")

    @pytest.mark.parametrize("colour", ["red", "yellow", "green"])
    def test_cb12_deviating_by_choice_costs_the_marker_of_the_led_colour(self, colour: str) -> None:
        """Figure 3-5: blue is led; a follower who could play blue declares another colour."""
        state = act(position(self.hands, trick="B8", turn=1), f"play 6 {colour}")
        assert colours_in(state.boards[1].markers) == ("red", "yellow", "green")
        assert all(len(colours_in(state.boards[seat].markers)) == 4 for seat in (0, 2, 3))

    def test_cb12_deviating_by_force_costs_it_as_well(self) -> None:
        state = position(self.hands, trick="B8", turn=1, tokens={3: "B2 B6"})
        assert not any("blue" in action for action in legal(state))
        assert colours_in(act(state, "play 6 green").boards[1].markers) == ("red", "yellow", "green")

    def test_cb12_a_marker_that_is_gone_cannot_be_lost_again(self) -> None:
        state = position(self.hands, trick="B8", turn=1, markers={1: "RY"})
        assert colours_in(act(state, "play 6 yellow").boards[1].markers) == ("red", "yellow")

    def test_cb12_deviating_from_a_red_lead_costs_the_red_marker(self) -> None:
        state = position(self.hands, trick="R8", turn=1)
        assert colours_in(act(state, "play 6 green").boards[1].markers) == ("blue", "yellow", "green")

    def test_cb12_the_marker_is_gone_for_the_round(self) -> None:
        hands = [[5, 1, 2], [2, 6, 3], [6, 7, 8], [1, 2, 3]]
        state = act(position(hands, trick="", turn=0), "play 1 blue", "play 6 red", "play 6 blue", "play 2 blue")
        assert state.to_act == {1}
        assert not any("blue" in action for action in legal(state))
        assert refused_cause(state, "play 3 blue") == ColourGivenUp("blue", trick=1)


class TestCB13Winner:
    @pytest.mark.parametrize(
        ("trick", "winner"),
        [
            ("Y5 G8 R1 R2", 3),  # figure 3-6: two trumps, the higher one wins
            ("Y5 G8 B8 Y2", 0),  # other colours win nothing, however high
            ("Y5 Y8 Y6 Y7", 1),
            ("B1 R1 B8 B7", 1),  # the lowest trump beats everything else
            ("R3 B8 Y8 G8", 0),
            ("R3 B8 R7 G8", 2),  # red led
            ("G1 B8 Y8 B7", 0),  # nobody follows
        ],
    )
    def test_cb13_the_highest_red_else_the_highest_of_the_led_colour(self, trick: str, winner: int) -> None:
        assert trick_winner([(seat, play(name)) for seat, name in enumerate(trick.split())]) == winner

    @pytest.mark.parametrize(
        ("trick", "won"),
        [
            ("Y9 G8 R8 Y2", (2, "R8", "red", "Y9")),  # the best of the led colour is what red beats
            ("Y5 G8 R1 R2", (3, "R2", "highest-red", "R1")),
            ("B1 B9 G9 B7", (1, "B9", "highest-led", "B7")),
            ("R3 B8 R7 G8", (2, "R7", "highest-led", "R3")),
            ("Y4 B8 G8 B7", (0, "Y4", "only-led", None)),
            ("R4 B8 G8 B7", (0, "R4", "only-led", None)),
        ],
    )
    def test_cb13_why_a_trick_was_won(self, trick: str, won: tuple[int, str, str, str | None]) -> None:
        winner, card, reason, beaten = won
        told = finished_trick([(seat, play(name)) for seat, name in enumerate(trick.split())])
        assert told == (winner, play(card), reason, play(beaten) if beaten else None)


class TestCB14End:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_cb14_the_last_card_is_not_played(self, players: int) -> None:
        hands = [[seat + 1, 5] for seat in range(players)]
        state = act(position(hands), "play 5 blue")
        for _ in range(players - 1):
            (seat,) = state.to_act
            state = state.apply(seat, state.legal(seat)[0])
        assert state.expects is Discard  # the next round has begun
        assert state.round.opening.number == 2
        assert state.round.past[0].result.paradox is None

    @pytest.mark.parametrize(("players", "tricks", "empty"), [(2, 8, 1), (3, 8, 0), (4, 8, 0), (5, 7, 1)])
    def test_cb14_tricks_and_empty_cells_without_a_paradox(self, players: int, tricks: int, empty: int) -> None:
        """Two: 16 + 3 neutral of 20 cells. Three: 24 of 24. Four: 32 of 32. Five: 35 of 36."""
        numbers = new(players).setup.numbers
        assert numbers.hand - 2 == tricks
        in_play = 4 * numbers.highest
        assert in_play - players * tricks - (3 if players == 2 else 0) == empty

    @pytest.mark.parametrize(("players", "tricks", "empty"), [(2, 8, 1), (3, 8, 0), (4, 8, 0), (5, 7, 1)])
    def test_cb14_rounds_of_bots_that_go_to_the_end_show_it(self, players: int, tricks: int, empty: int) -> None:
        bot, seen = find_bot("cat-in-the-box", "heuristic"), 0
        for number in range(15):
            state = play_game(new(players, f"whole rounds {number}"), [bot] * players, Random(0))
            for past in state.round.past:
                if past.result.paradox is None:
                    seen += 1
                    assert sum(past.result.tricks) == tricks
                    taken = len(past.result.plays) + len(past.result.opening.turned_up)
                    assert 4 * state.setup.numbers.highest - taken == empty
        assert seen > 0


class TestCB15Paradox:
    def stuck(self) -> CatInTheBoxState:
        """Figures 3-7 and 3-8: no blue, no yellow marker; a 4 and a 6; red and green 4 and 6 are taken."""
        return position(
            [[5, 8, 1], [2, 3, 7], [4, 6], [1, 1, 2]],
            markers={2: "RG"},
            tokens={0: "R4", 1: "G4", 3: "R6 G6"},
            turn=0,
            bids=(1, 1, 1, 1),
            tricks=(1, 0, 2, 1),
        )

    def test_cb15_found_as_soon_as_the_player_is_to_act(self) -> None:
        state = act(self.stuck(), "play 5 blue", "play 2 blue")
        result = state.round.past[0].result
        assert result.paradox == 2
        assert result.revealed == (4, 6)

    def test_cb15_later_players_do_not_play_and_earlier_tokens_stay(self) -> None:
        result = act(self.stuck(), "play 5 blue", "play 2 blue").round.past[0].result
        assert [seat for seat, _ in result.plays[4:]] == [0, 1]  # after the trick in which the markers went
        assert result.bonus[0] == 1  # of R4 and B5 nothing touches; both lie on the board

    def test_cb15_nobody_wins_the_unfinished_trick(self) -> None:
        result = act(self.stuck(), "play 5 blue", "play 2 blue").round.past[0].result
        assert result.tricks == (1, 0, 2, 1)

    def test_cb15_tokens_of_the_unfinished_trick_count_for_the_bonus(self) -> None:
        state = position(
            [[5, 8, 1], [2, 3, 7], [4, 6], [1, 1, 2]],
            markers={2: "RG"},
            tokens={0: "R4 B4", 1: "G4", 3: "R6 G6"},
            bids=(1, 1, 1, 1),
            tricks=(1, 0, 2, 1),
        )
        result = act(state, "play 5 blue", "play 2 blue").round.past[0].result
        assert result.bonus[0] == 3  # R4, B4 and the B5 of the unfinished trick

    def test_cb15_a_leader_can_cause_it_too(self) -> None:
        hands = [[5, 1], [2, 3, 3], [4, 6, 6], [1, 1, 2]]
        state = position(hands, markers={0: "B"}, tokens={1: "B5", 2: "B1"})
        assert state.round.past[0].result.paradox == 0
        assert state.round.past[0].result.plays[4:] == ()  # after the trick in which the markers went

    def test_cb15_it_cannot_be_chosen(self) -> None:
        """There is no action for it: whoever can play, must."""
        assert {action.verb for action in GAME.actions} == {"discard", "bid", "play"}

    def test_cb15_the_hand_is_shown_to_everybody(self) -> None:
        state = act(self.stuck(), "play 5 blue", "play 2 blue")
        for seat in (None, 0, 1, 2, 3):
            assert state.view(seat).rounds[0].revealed == (4, 6)


class TestCB18NextRound:
    def test_cb18_tokens_markers_and_cards_come_back_and_the_start_player_passes(self) -> None:
        state = scripted(3, [[1], [2], [3]], start=2)
        while state.round.opening.number == 1:
            seat = min(state.to_act)
            state = state.apply(seat, state.legal(seat)[-1])
        assert state.round.opening.start == 0  # CB4: the next seat clockwise, whoever won tricks
        assert state.declared == 0
        for board in state.boards:
            assert (board.cards, board.bid, board.tokens, board.tricks) == (10, None, 0, 0)
            assert len(colours_in(board.markers)) == 4
        assert state.to_act == {0, 1, 2}

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_cb5_as_many_rounds_as_players_and_everybody_starts_one(self, players: int) -> None:
        state = new(players, start=1)
        while state.to_act:
            seat = min(state.to_act)
            state = state.apply(seat, state.legal(seat)[0])
        starts = [past.result.opening.start for past in state.round.past]
        assert starts == [(1 + number) % players for number in range(players)]
