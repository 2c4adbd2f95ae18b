"""What every registered game keeps when it is shown: its views, on the wire and in a terminal."""

import json
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest
from game_helpers import random_end, random_moments, some_moment, tables, undeclared
from hypothesis import given
from hypothesis import strategies as st

from purrlab import Game, IllegalAction
from purrlab.games.values import FrozenDict
from purrlab.terminal import TEXT_VIEWS
from purrlab.terminal.text import columns_of

HIDDEN_SEED = "a seed that nobody may see"


class TestViews:
    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
    def test_the_seed_is_nowhere_in_a_view(self, game: Game, players: int, seed: int, moves: int) -> None:
        state = some_moment(game, players, seed, moves, HIDDEN_SEED)
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert HIDDEN_SEED not in repr(view)
            assert HIDDEN_SEED not in json.dumps(view.as_dict())
        assert HIDDEN_SEED not in repr(state)

    @tables
    def test_nothing_that_can_be_reached_from_a_view_can_be_changed(self, game: Game, players: int) -> None:
        todo: list[object] = [some_moment(game, players, 1, 60).view(0)]
        while todo:
            value = todo.pop()
            if isinstance(value, FrozenDict):
                todo += [*value, *value.values()]
            elif isinstance(value, tuple | frozenset):
                todo += value
            elif is_dataclass(value):
                with pytest.raises(FrozenInstanceError):
                    setattr(value, fields(value)[0].name, None)
                todo += [getattr(value, field.name) for field in fields(value)]
            else:
                assert value is None or type(value) in (int, str, float, bool), value

    @tables
    def test_a_view_names_its_seat_and_what_it_may_do(self, game: Game, players: int) -> None:
        for state, _seat, _action in random_moments(game.new(players, "any"), 1):
            for seat in range(players):
                view = state.view(seat)
                assert (view.seat, view.players, view.game) == (seat, players, game.name)
                assert view.legal == state.legal(seat)
                assert view.as_dict()["legal"] == [str(action) for action in view.legal]
            assert state.view(None).legal == ()

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
    def test_what_is_not_a_seats_own_is_what_a_spectator_sees(
        self, game: Game, players: int, seed: int, moves: int
    ) -> None:
        state = some_moment(game, players, seed, moves)
        spectator = state.view(None)
        for seat in range(players):
            view = state.view(seat)
            for name in set(view._fields).difference(view.own):
                assert getattr(view, name) == getattr(spectator, name), name

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
    def test_a_view_is_what_is_declared(self, game: Game, players: int, seed: int, moves: int) -> None:
        state = some_moment(game, players, seed, moves)
        for seat in (None, *range(players)):
            told = state.view(seat).as_dict()
            assert undeclared(told, game.view_type) == []
            assert "hands" not in told  # only a replay shows them

    @tables
    def test_a_view_tells_how_many_rounds_there_are(self, game: Game, players: int) -> None:
        end = random_end(game.new(players, "any"), 1)
        assert end.view(None).round_count == len(end.view(None).rounds) == game.round_counts[players]

    @tables
    @pytest.mark.parametrize("seat", [-1, 7, "0", True, 1.0], ids=repr)
    def test_there_is_no_view_for_seats_that_there_are_not(self, game: Game, players: int, seat: object) -> None:
        with pytest.raises(IllegalAction, match="no seat"):
            game.new(players, "any").view(seat)  # type: ignore[arg-type]

    @tables
    def test_the_table_can_be_drawn_and_told_at_every_moment(self, game: Game, players: int) -> None:
        names = ["ann", "bo", "cy", "dee", "eve"][:players]
        for seat in (None, 0):
            told: list[str] = []
            for state, actor, action in random_moments(game.new(players, "any"), 3):
                before, after = state.view(seat), state.apply(actor, action).view(seat)
                assert all(name in TEXT_VIEWS[game.name].draw(before, names) for name in names)
                told += TEXT_VIEWS[game.name].narrate(before, after, names)
            assert any("The game goes to" in line or "The win is shared" in line for line in told[-1:])

    @tables
    def test_no_line_is_wider_than_a_terminal(self, game: Game, players: int) -> None:
        """With names as long as people may have them, at every moment and for whoever looks."""
        text_view, names = TEXT_VIEWS[game.name], [letter * 20 for letter in "abcde"[:players]]
        lines = text_view.how_to_play().splitlines()
        for seat in (None, 0):
            for state, actor, action in random_moments(game.new(players, "any"), 3):
                before, after = state.view(seat), state.apply(actor, action).view(seat)
                lines += [*text_view.draw(before, names).splitlines(), *text_view.narrate(before, after, names)]
        assert [line for line in lines if columns_of(line) > 79] == []
