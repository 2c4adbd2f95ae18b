"""What every registered game keeps. A game without golden playthroughs fails here."""

import copy
import json
import pickle
import re
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path

import pytest
from game_helpers import GOLDEN, TABLE_IDS, TABLES, random_end, random_moments, some_moment, undeclared
from hypothesis import given
from hypothesis import strategies as st

from purrlab import GAMES, Game, IllegalAction, InvalidSetup, NotationError, UnknownGame, find_game
from purrlab.games.encoding import plain
from purrlab.games.values import FrozenDict
from purrlab.records import decode, encode, read_records, record_of, replay, verify
from purrlab.terminal import TEXT_VIEWS
from purrlab.terminal.text import columns_of

RULE_NUMBER = re.compile(r"[A-Z]{2}\d+")
HIDDEN_SEED = "a seed that nobody may see"

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_IDS)
games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def golden(game: Game, players: int) -> Path:
    return GOLDEN / f"{game.name}-{players}.jsonl"


class TestGolden:
    @tables
    def test_there_is_a_golden_playthrough(self, game: Game, players: int) -> None:
        assert golden(game, players).exists(), f"write {golden(game, players).name}"

    @tables
    def test_the_rules_agree_with_it_at_every_decision(self, game: Game, players: int) -> None:
        """Same player to act, same legal set, same result."""
        records = [record for _, record in read_records(golden(game, players))]
        assert len(records) >= 8
        for record in records:
            assert len(record.players) == players
            moments = list(replay(record))
            assert all(moment.step is None or moment.step.legal is not None for moment in moments)
            outcome = moments[-1].state.outcome
            assert outcome is not None
            assert list(outcome.winners) == record.winners


class TestPlay:
    @tables
    @given(seed=st.integers(0, 10**6))
    def test_a_game_goes_on_until_it_is_over(self, game: Game, players: int, seed: int) -> None:
        for state, seat, action in random_moments(game.new(players, f"game {seed}"), seed):
            assert state.outcome is None
            assert all(state.legal(other) for other in state.to_act)
            assert state.expects is not None
            assert action.verb == state.expects.verb
            after = state.apply(seat, action)
            assert (after.outcome is None) == bool(after.to_act) == (after.expects is not None)

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
    def test_legal_and_verify_agree_for_every_action_there_is(
        self, game: Game, players: int, seed: int, moves: int
    ) -> None:
        state = some_moment(game, players, seed, moves)
        for seat in range(players):
            possible = tuple(action for action in game.actions if state.can(seat, action))
            assert state.legal(seat) == possible  # also: in the stable order of game.actions

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
    def test_apply_never_changes_a_state(self, game: Game, players: int, seed: int, moves: int) -> None:
        state = some_moment(game, players, seed, moves)
        before = pickle.dumps(state)
        for seat in range(players):
            for action in game.actions:
                if state.can(seat, action):
                    assert state.apply(seat, action) != state
                else:
                    with pytest.raises(IllegalAction):
                        state.apply(seat, action)
        assert pickle.dumps(state) == before

    @tables
    def test_a_state_cannot_be_changed_from_outside(self, game: Game, players: int) -> None:
        state = game.new(players, "any")
        with pytest.raises(AttributeError):
            state.to_act = frozenset()  # type: ignore[misc]
        with pytest.raises(TypeError):
            state.options["start"] = 0  # type: ignore[index]

    @tables
    @given(seed=st.integers(0, 10**6))
    def test_the_same_seed_and_actions_give_the_same_game(self, game: Game, players: int, seed: int) -> None:
        state = game.new(players, f"game {seed}")
        assert random_end(state, seed) == random_end(game.new(players, f"game {seed}"), seed)
        assert random_end(state, seed) != random_end(game.new(players, f"game {seed + 1}"), seed)

    @tables
    def test_states_and_views_can_be_copied_pickled_and_hashed(self, game: Game, players: int) -> None:
        state = some_moment(game, players, 1, 20)
        for value in (state, state.view(0)):
            again = pickle.loads(pickle.dumps(value))  # noqa: S301  # our own pickle
            assert again == copy.deepcopy(value) == value
            assert hash(again) == hash(value)


class TestNotation:
    @games
    def test_every_action_round_trips(self, game: Game) -> None:
        assert len({str(action) for action in game.actions}) == len(game.actions)
        for action in game.actions:
            assert game.parse(str(action)) == action
            assert hash(game.parse(str(action))) == hash(action)

    @games
    @given(text=st.text())
    def test_everything_else_is_refused_with_what_was_expected(self, game: Game, text: str) -> None:
        if text not in map(str, game.actions):
            with pytest.raises(NotationError, match="expected '"):
                game.parse(text)

    @games
    @pytest.mark.parametrize("spoil", [str.upper, lambda text: text + " ", lambda text: text.replace(" ", "  ")])
    def test_nearly_right_is_refused_too(self, game: Game, spoil) -> None:  # type: ignore[no-untyped-def]
        action = game.actions[-1]
        with pytest.raises(NotationError):
            game.parse(spoil(str(action)))

    @games
    @pytest.mark.parametrize("nonsense", [None, 5, b"play 5 red", ["play"], {}])
    def test_what_is_no_text_is_refused(self, game: Game, nonsense: object) -> None:
        with pytest.raises(NotationError, match="expected"):
            game.parse(nonsense)  # type: ignore[arg-type]


class TestRefusals:
    """A refused action names its rule, and the state is as before."""

    @tables
    @pytest.mark.parametrize("seat", [-1, 5, 99, None, "0", 0.0, True, [0]], ids=repr)
    def test_seats_that_there_are_not(self, game: Game, players: int, seat: object) -> None:
        state = game.new(players, "any")
        with pytest.raises(IllegalAction, match="no seat") as refused:
            state.apply(seat, state.legal(min(state.to_act))[0])  # type: ignore[arg-type]
        assert refused.value.rule == game.players_rule

    @tables
    @pytest.mark.parametrize("nonsense", [None, 5, "discard 5", ("play", 5, "red"), b"play"], ids=str)
    def test_what_is_no_action(self, game: Game, players: int, nonsense: object) -> None:
        state = game.new(players, "any")
        before = pickle.dumps(state)
        with pytest.raises(IllegalAction, match="expected") as refused:
            state.apply(min(state.to_act), nonsense)  # type: ignore[arg-type]
        assert RULE_NUMBER.fullmatch(refused.value.rule)
        assert pickle.dumps(state) == before

    @tables
    def test_nobody_acts_out_of_turn(self, game: Game, players: int) -> None:
        refusals = 0
        for state, seat, action in random_moments(game.new(players, "any"), 1):
            for other in set(range(players)) - state.to_act:
                with pytest.raises(IllegalAction, match=f"seat {other} is not to act") as refused:
                    state.apply(other, action)
                assert RULE_NUMBER.fullmatch(refused.value.rule)
                assert state.legal(other) == ()
                refusals += 1
            assert seat in state.to_act
        assert refusals

    @tables
    def test_nobody_acts_after_the_end(self, game: Game, players: int) -> None:
        end = random_end(game.new(players, "any"), 1)
        with pytest.raises(IllegalAction, match="the game is over") as refused:
            end.apply(0, game.actions[0])
        assert refused.value.rule == game.end_rule
        assert all(end.legal(seat) == () for seat in range(players))


class TestSetup:
    @games
    @pytest.mark.parametrize("players", [0, 1, 6, -4, 4.0, "4", None, True], ids=repr)
    def test_how_many_may_play(self, game: Game, players: object) -> None:
        with pytest.raises(InvalidSetup, match=game.players_rule) as refused:
            game.new(players, "any")  # type: ignore[arg-type]
        assert refused.value.field == "players"

    @tables
    @pytest.mark.parametrize("seed", [None, "", 5, b"bytes", "\ud800"], ids=repr)
    def test_seeds_that_are_no_text(self, game: Game, players: int, seed: object) -> None:
        with pytest.raises(InvalidSetup) as refused:
            game.new(players, seed)  # type: ignore[arg-type]
        assert refused.value.field == "seed"

    @tables
    def test_a_seed_or_deals_but_not_both(self, game: Game, players: int) -> None:
        with pytest.raises(InvalidSetup, match="either a seed or scripted deals"):
            game.new(players, "any", deals=[])

    @tables
    @pytest.mark.parametrize(
        ("options", "field"),
        [
            ({"colour": "pink"}, "options.colour"),
            ({"start": 9}, "options.start"),
            ({"start": -1}, "options.start"),
            ({"start": True}, "options.start"),
            ({"start": "0"}, "options.start"),
            ([], "options"),
            ("start=0", "options"),
        ],
    )
    def test_options_are_checked(self, game: Game, players: int, options: object, field: str) -> None:
        with pytest.raises(InvalidSetup) as refused:
            game.new(players, "any", options)  # type: ignore[arg-type]
        assert refused.value.field == field

    @tables
    def test_a_named_start_player_starts(self, game: Game, players: int) -> None:
        state = game.new(players, "any", {"start": players - 1})
        assert state.options["start"] == players - 1
        assert "start" not in state.by_lot

    @tables
    def test_else_the_lot_decides(self, game: Game, players: int) -> None:
        states = [game.new(players, f"seed {number}") for number in range(60)]
        assert {state.options["start"] for state in states} == set(range(players))
        assert all("start" in state.by_lot for state in states)

    def test_unknown_games(self) -> None:
        with pytest.raises(UnknownGame, match="cat-in-the-box"):
            find_game("cat-in-the-hat")


class TestOptions:
    """What a game declares of its options is what it does."""

    @tables
    def test_every_choice_is_taken(self, game: Game, players: int) -> None:
        for option in game.options:
            for choice in option.choices_for(players):
                given = [choice] * players if option.each_seat else choice
                state = game.new(players, "any", {option.name: given})
                assert plain(state.options[option.name]) == given
                assert option.name not in state.by_lot

    @tables
    def test_what_nobody_names_is_the_default_or_left_to_the_lot(self, game: Game, players: int) -> None:
        for options in (None, {}, {option.name: None for option in game.options}):
            state = game.new(players, "any", options)
            assert list(state.options) == [option.name for option in game.options]
            assert state.by_lot == tuple(option.name for option in game.options if option.default is None)
            for option in game.options:
                if option.default is not None:
                    assert state.options[option.name] == option.default_for(players)

    @tables
    @pytest.mark.parametrize("value", ["none such", -1, 99.5, True, [], {}, float("nan"), 10**400], ids=repr)
    def test_all_else_is_refused_with_the_option_and_its_rule(self, game: Game, players: int, value: object) -> None:
        for option in game.options:
            if option.kind == "number" and value == 99.5:
                continue
            with pytest.raises(InvalidSetup) as refused:
                game.new(players, "any", {option.name: [value] * players if option.each_seat else value})
            assert refused.value.field.startswith(f"options.{option.name}")
            if value != {}:  # of a file of one's own the fault is named
                assert f"({option.rule})" in refused.value.message

    @tables
    def test_a_list_has_a_value_for_each_seat(self, game: Game, players: int) -> None:
        for option in game.options:
            if option.each_seat:
                choice = option.choices_for(players)[0]
                for given in (choice, [choice] * (players - 1), [choice] * (players + 1)):
                    with pytest.raises(InvalidSetup, match=f"{players} {option.name}, one for each seat") as refused:
                        game.new(players, "any", {option.name: given})
                    assert refused.value.field == f"options.{option.name}"

    @tables
    def test_the_limits_of_a_number_are_within_them(self, game: Game, players: int) -> None:
        for option in game.options:
            if option.kind != "number":
                continue
            assert option.lowest is not None
            assert option.highest is not None
            for value in (option.lowest, option.highest):
                assert game.new(players, "any", {option.name: value}).options[option.name] == value
            for value in (option.lowest / 2, option.highest * 2):
                with pytest.raises(InvalidSetup, match="expected a number from") as refused:
                    game.new(players, "any", {option.name: value})
                assert refused.value.field == f"options.{option.name}"

    @games
    def test_an_option_belongs_to_a_rule_and_every_number_of_players_has_its_choices(self, game: Game) -> None:
        for option in game.options:
            assert RULE_NUMBER.fullmatch(option.rule)
            if option.kind == "choice":
                assert sorted(option.choices) == list(game.seats)
            if option.default is not None:
                assert sorted(option.default) == list(game.seats)
        assert game.recommended_players in game.seats
        assert sorted(game.round_counts) == list(game.seats)


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
        lines = text_view.how_to_play.splitlines()
        for seat in (None, 0):
            for state, actor, action in random_moments(game.new(players, "any"), 3):
                before, after = state.view(seat), state.apply(actor, action).view(seat)
                lines += [*text_view.draw(before, names).splitlines(), *text_view.narrate(before, after, names)]
        assert [line for line in lines if columns_of(line) > 79] == []


class TestRecords:
    @tables
    @given(seed=st.integers(0, 10**6))
    def test_a_record_round_trips_and_verifies(self, game: Game, players: int, seed: int) -> None:
        end = random_end(game.new(players, f"game {seed}"), seed)
        record = record_of(end, [f"player {seat}" for seat in range(players)])
        again = decode(encode(record))
        assert again == record
        assert verify(again) == end

    @tables
    @given(seed=st.integers(0, 10**6))
    def test_a_record_without_its_seed_is_a_scripted_game(self, game: Game, players: int, seed: int) -> None:
        end = random_end(game.new(players, f"game {seed}"), seed)
        record = record_of(end, [f"player {seat}" for seat in range(players)])
        record.seed, record.by_lot = None, []
        assert verify(record).outcome == end.outcome

    @tables
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 150))
    def test_a_running_game_can_be_kept_and_continued(self, game: Game, players: int, seed: int, moves: int) -> None:
        state = some_moment(game, players, seed, moves)
        record = record_of(state, ["x"] * players, secrets=True)
        assert verify(decode(encode(record))) == state
