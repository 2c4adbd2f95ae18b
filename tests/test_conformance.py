"""What every registered game keeps when it is played and recorded. A game without golden playthroughs fails here."""

import copy
import pickle
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from game_helpers import GOLDEN, RULE_NUMBER, games, random_end, random_moments, some_moment, tables
from hypothesis import given
from hypothesis import strategies as st

from purrlab import Game, IllegalAction, NotationError
from purrlab.games.encoding import plain
from purrlab.games.registry import BUILT_IN
from purrlab.records import decode, encode, read_records, record_of, replay, verify


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
    def test_the_two_parts_of_a_view_are_the_whole(self, game: Game, players: int) -> None:
        for moves in (0, 7, 30):
            state = some_moment(game, players, moves, 40)
            for seat in (None, *range(players)):
                assert state.shared_view() + state.own_view(seat) == state.view(seat)
            with pytest.raises(IllegalAction):
                state.own_view(-1)

    @tables
    def test_states_and_views_can_be_copied_pickled_and_hashed(self, game: Game, players: int) -> None:
        state = some_moment(game, players, 1, 20)
        assert game.view_type is not None  # what was derived meanwhile does not stand in the way
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
    def test_programs_learn_the_cause_as_the_game_declares_it(self, game: Game, players: int) -> None:
        types = {get_args(get_type_hints(each)["code"])[0]: each for each in game.cause_types}
        codes = set()
        for state, seat, _ in random_moments(game.new(players, "any"), 1):
            for action in game.actions:
                if not state.can(seat, action):
                    with pytest.raises(IllegalAction) as refused:
                        state.verify(seat, action)
                    cause = refused.value.cause
                    assert copy.copy(refused.value).cause == cause
                    if cause is not None:  # games of others need not tell it
                        told = plain(cause)
                        msgspec.convert(told, types[told["code"]])
                        codes.add(told["code"])
                    assert cause is not None or game.name not in BUILT_IN
        assert "other-action-expected" in codes or len(game.verbs) == 1

    @tables
    def test_nobody_acts_after_the_end(self, game: Game, players: int) -> None:
        end = random_end(game.new(players, "any"), 1)
        with pytest.raises(IllegalAction, match="the game is over") as refused:
            end.apply(0, game.actions[0])
        assert refused.value.rule == game.end_rule
        assert all(end.legal(seat) == () for seat in range(players))


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
