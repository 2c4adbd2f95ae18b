"""What a seat may know, and that nothing else reaches it."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from cat_in_the_box.positions import GAME, new
from game_helpers import every_bot, random_moments
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from purrlab import IllegalAction
from purrlab.games.cat_in_the_box.cells import CARD, COLOUR_BIT, cell, cells_in, values_in
from purrlab.games.cat_in_the_box.notation import Discard, Play
from purrlab.games.cat_in_the_box.refusals import CELL_RULES
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, trick_winner
from purrlab.games.cat_in_the_box.table import FinishedTrick, Played, finished_trick
from purrlab.records import record_of
from purrlab.terminal.cat_in_the_box import TEXT_VIEW

sizes = pytest.mark.parametrize(
    ("players", "layout"), [(2, "white"), (3, "white"), (3, "purple"), (4, "white"), (4, "purple"), (5, "purple")]
)


class TestWhatIsOpen:
    def test_own_hand_and_own_discard_only(self) -> None:
        state = new(4)
        for seat in range(4):
            state = state.apply(seat, state.legal(seat)[0])
        for seat in range(4):
            view = state.view(seat)
            assert view.hand == values_in(state.hands[seat])
            assert view.discard == state.discards[seat]
        assert state.view(None).hand is None
        assert state.view(None).discard is None

    def test_while_others_discard_it_shows_only_who_has_chosen(self) -> None:
        state = new(4)
        after = state.apply(2, state.legal(2)[0])
        other = state.apply(2, state.legal(2)[-1])
        assert after.view(0) == other.view(0)
        assert after.view(0).to_act == {0, 1, 3}
        assert [board.cards for board in after.view(0).table.boards] == [10, 10, 9, 10]

    def test_the_own_past_rounds(self) -> None:
        state = new(3)
        dealt = state.round.deal.hands
        for before, seat, action in random_moments(state, 5):
            state = before.apply(seat, action)  # type: ignore[assignment]
            if state.round.past:
                break
        for seat in range(3):
            (own,) = state.view(seat).own_rounds
            assert own.hand == values_in(dealt[seat])
            assert own.discard == state.round.past[0].discards[seat]
        assert state.view(None).own_rounds == ()

    def test_as_plain_data_it_reads_in_words(self) -> None:
        state = new(3, start=0)
        for seat in range(3):
            state = state.apply(seat, state.legal(seat)[0])
        for bid in ("bid 1", "bid 3", "bid 4"):
            state = state.apply(min(state.to_act), GAME.parse(bid))
        play = state.legal(0)[0]
        data: dict[str, Any] = state.apply(0, play).view(1).as_dict()
        table = data["table"]
        assert table["trick"] == [[0, str(play)]]
        assert table["led"] == str(play).split()[2]
        assert table["winning"] == 0
        assert data["ahead"]["wins"] != []
        assert set(data["ahead"]["leaves"]) == {each for each in data["legal"] if not each.endswith(table["led"])}
        assert table["highest"] == 6
        assert table["boards"][0]["tokens"] == [list(play.words)]
        assert table["boards"][0]["markers"] == ["red", "blue", "yellow", "green"]
        assert [board["bid"] for board in table["boards"]] == [1, 3, 4]
        assert data["hand"] == list(values_in(state.hands[1]))
        assert data["layout"]["name"] == "white"
        assert "declared" not in table


class TestAhead:
    @sizes
    @given(seed=st.integers(0, 10**6))
    def test_cb12_and_cb13_what_a_play_would_do_is_what_it_does(self, players: int, layout: str, seed: int) -> None:
        for state, seat, action in random_moments(new(players, f"ahead {seed}", layout=layout), seed):
            assert isinstance(state, CatInTheBoxState)
            others = [each for each in (None, *range(players)) if each != seat]
            assert [state.view(each).ahead for each in others] == [None] * players
            ahead = state.view(seat).ahead
            if not isinstance(action, Play):
                assert ahead is None
                continue
            assert ahead is not None
            trick = (*state.table.trick, (seat, action))
            assert (action in ahead.wins) == (trick_winner(trick) == seat)
            lost = state.led is not None and action.colour != state.led and COLOUR_BIT[state.led]
            assert (action in ahead.leaves) == bool(lost and state.boards[seat].markers & lost)

    @sizes
    @given(seed=st.integers(0, 10**6))
    def test_cb17_what_a_play_would_make_of_the_own_largest_group(self, players: int, layout: str, seed: int) -> None:
        for state, seat, _ in random_moments(new(players, f"groups {seed}", layout=layout), seed):
            assert isinstance(state, CatInTheBoxState)
            shape, view = state.setup.layout, state.view(seat)
            largest = [shape.largest_group(board.tokens) for board in state.boards]
            assert view.group_sizes == tuple(map(int.bit_count, largest))
            assert view.group == cells_in(largest[seat])
            assert state.view(None).group == ()
            if view.ahead is None:
                continue
            own, grows = state.boards[seat].tokens, dict(view.ahead.grows)
            for play in view.legal:
                assert isinstance(play, Play)
                size = shape.largest_group(own | play.cell).bit_count()
                assert grows.get(play, max(view.group_sizes[seat], 1)) == size

    @sizes
    @given(seed=st.integers(0, 10**6))
    def test_cb9_to_cb11_why_an_empty_cell_is_not_possible(self, players: int, layout: str, seed: int) -> None:
        for state, seat, action in random_moments(new(players, f"barred {seed}", layout=layout), seed):
            assert isinstance(state, CatInTheBoxState)
            if not isinstance(action, Play):
                continue
            view = state.view(seat)
            assert view.ahead is not None
            told = {at: each for each in view.ahead.barred for at in cells_in(each.cells)}
            for value, colour in cells_in(state.setup.numbers.cells & ~state.possible):
                with pytest.raises(IllegalAction) as refused:
                    state.verify(seat, Play(value, colour))
                cause: Any = refused.value.cause
                assert CELL_RULES[cause.code] == refused.value.rule
                if cell(value, colour) & (state.declared | state.round.opening.covered):
                    assert (value, colour) not in told  # the token that lies there says it
                    continue
                reason = told.pop((value, colour))
                assert (reason.rule, reason.code) == (refused.value.rule, cause.code)
                assert reason.trick == getattr(cause, "trick", None)
            assert told == {}


class TestPastPlays:
    @sizes
    @given(seed=st.integers(0, 10**6))
    def test_cb12_and_cb13_what_each_play_cost_and_who_won_each_trick(
        self, players: int, layout: str, seed: int
    ) -> None:
        costs: list[tuple[int, str]] = []
        tricks: list[FinishedTrick] = []
        for state, seat, action in random_moments(new(players, f"past {seed}", layout=layout), seed):
            assert isinstance(state, CatInTheBoxState)
            if not isinstance(action, Play):
                continue
            if not state.plays:
                costs, tricks = [], []
            if action in state.view(seat).ahead.leaves:  # type: ignore[union-attr]
                assert state.led is not None
                costs.append((len(state.plays), state.led))
            if len(state.table.trick) == players - 1:
                tricks.append(finished_trick((*state.table.trick, (seat, action))))
            after = state.apply(seat, action)
            over = len(after.round.past) > len(state.round.past)
            seen = after.view(None).rounds[-1] if over else after.view(None).table
            assert seen.marker_losses == tuple(costs)
            assert seen.finished_tricks == tuple(tricks)

    def test_cb8_the_bids_that_can_be_made(self) -> None:
        assert [new(players).view(None).bids for players in (2, 3, 4)] == [(), (1, 3, 4), (1, 2, 3)]


def played_by(plays: tuple[Played, ...], seat: int) -> list[int]:
    return [play.value for other, play in plays if other == seat]


def other_deals(state: CatInTheBoxState, seat: int | None, random: Random) -> list[tuple[Any, Any]]:
    """For every round so far a deal, with discards, that looks the same to this seat."""
    rounds: list[tuple[Any, ...]] = [(past.result.plays, *past) for past in state.round.past]
    if state.outcome is None:
        rounds.append((state.plays, None, state.round.deal, state.discards))
    dealt = []
    for plays, result, deal, discards in rounds:
        whole = [values_in(hand) for hand in deal.hands]
        known: list[Counter[int]] = []
        for other, hand in enumerate(whole):
            shown = Counter(hand if other == seat else played_by(plays, other))
            if result and other == result.paradox != seat:
                shown += Counter(result.revealed)
            known.append(shown)
        hidden = [card for hand, shown in zip(whole, known, strict=True) for card in (Counter(hand) - shown).elements()]
        hidden += deal.table[3:]
        random.shuffle(hidden)
        hands, new_discards = [], list(discards)
        for other, (hand, shown) in enumerate(zip(whole, known, strict=True)):
            mine = [hidden.pop() for _ in range(len(hand) - shown.total())]
            if other != seat and discards[other] is not None:
                new_discards[other] = random.choice(mine)
            hands.append([*shown.elements(), *mine])
        dealt.append(({"hands": hands, "table": [*deal.table[:3], *hidden]}, new_discards))
    return dealt


def same_game(state: CatInTheBoxState, deals: list[tuple[Any, Any]], history: list[tuple[int, Any]]) -> list[Any]:
    """The states of the game with the same open actions on other deals; fails where the rules do not allow that."""
    filler = [{"hands": deals[0][0]["hands"], "table": deals[0][0]["table"]}] * (state.players - len(deals))
    again: Any = GAME.new(state.players, options=state.options, deals=[*(deal for deal, _ in deals), *filler])
    states = [again]
    for seat, action in history:
        number = again.round.opening.number
        if isinstance(action, Discard):
            action = Discard(deals[number - 1][1][seat])  # noqa: PLW2901
        again = again.apply(seat, action)
        states.append(again)
    return states


class TestNothingElse:
    @sizes
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 170), data=st.data())
    def test_states_that_differ_only_in_what_is_hidden_give_the_same_views(
        self, players: int, layout: str, seed: int, moves: int, data: st.DataObject
    ) -> None:
        """Also those that differ in the seed, and in the rounds to come."""
        seat = data.draw(st.sampled_from([None, *range(players)]))
        state, states, history = new(players, f"leak {seed}", layout=layout), [], []
        for before, actor, action in random_moments(state, seed):
            states.append(before)
            if len(states) > moves:
                break
            history.append((actor, action))
        else:
            states.append(states[-1].apply(*history[-1]))
        deals = other_deals(states[-1], seat, Random(seed))  # type: ignore[arg-type]
        try:
            others = same_game(state, deals, history)
        except IllegalAction:
            reject()  # a forced red lead, or a paradox, that the other cards would not have been
        assume(others[-1].to_act == states[-1].to_act)
        assert len(others) == len(states)
        for one, other in zip(states, others, strict=True):
            assert one.view(seat) == other.view(seat)
        self.check_bots_and_records(states[-1], others[-1], seat)

    def check_bots_and_records(self, one: Any, other: Any, seat: int | None) -> None:
        """What is computed from views cannot differ either: bots' moves, drawings, the open record."""
        names = ["ann", "bo", "cy", "dee", "eve"][: one.players]
        assert one.view(seat).as_dict() == other.view(seat).as_dict()
        assert repr(one.view(seat)) == repr(other.view(seat))
        assert TEXT_VIEW.draw(one.view(seat), names) == TEXT_VIEW.draw(other.view(seat), names)
        if one.outcome is None:
            open_record, other_record = record_of(one, names), record_of(other, names)
            open_record.by_lot = other_record.by_lot = []
            assert open_record == other_record
        if seat in one.to_act:
            for bot in every_bot(GAME):
                assert bot.choose(one.view(seat), Random(1)) == bot.choose(other.view(seat), Random(1))

    def test_the_discard_is_in_no_other_view_even_after_the_game(self) -> None:
        """CB7. The record is what opens it."""
        state = new(3)
        for before, seat, action in random_moments(state, 5):
            state = before.apply(seat, action)  # type: ignore[assignment]
        for seat in range(3):
            assert state.view(seat).discard == state.discards[seat]
        assert "discards" not in state.view(0).as_dict()


class TestConservation:
    @sizes
    @given(seed=st.integers(0, 10**6))
    def test_cards_and_tokens_are_conserved(self, players: int, layout: str, seed: int) -> None:
        for state, _seat, _action in random_moments(new(players, f"game {seed}", layout=layout), seed):
            assert isinstance(state, CatInTheBoxState)
            self.check_cards(state)
            self.check_tokens(state)

    def check_cards(self, state: CatInTheBoxState) -> None:
        cards = Counter(state.round.deal.table)
        cards.update(discard for discard in state.discards if discard is not None)
        cards.update(play.value for _, play in state.plays)
        for hand, board in zip(state.hands, state.boards, strict=True):
            cards.update(values_in(hand))
            assert len(values_in(hand)) == board.cards
        assert cards == Counter(CARD.index(card) for card in state.setup.numbers.deck)

    def check_tokens(self, state: CatInTheBoxState) -> None:
        declared = 0
        for seat, board in enumerate(state.boards):
            assert board.tokens.bit_count() == len(played_by(state.plays, seat)) <= 12
            assert not board.tokens & (declared | state.round.opening.covered)
            declared |= board.tokens
        assert declared == state.declared
        assert sum(board.tricks for board in state.boards) == len(state.plays) // state.players
