"""OpenSpiel's own tests, called as they are, and what a player may know."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from purrlab.envs import openspiel

ROUNDS = [f"purrlab_cat_in_the_box(players={players},rounds=1)" for players in (2, 3, 4, 5)]
GAMES = [f"purrlab_cat_in_the_box(players={players},rounds=0)" for players in (2, 3, 4, 5)]
KITTENS = [f"purrlab_rascal_kittens(players={players})" for players in (2, 3, 4)]


def step_chance(state: Any, random: Random) -> None:
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, probabilities)[0])


def random_state(name: str, random: Random, steps: int) -> Any:
    """After so many actions, or at the last decision before the end."""
    state = pyspiel.load_game(name).new_initial_state()
    step_chance(state, random)
    for _ in range(steps):
        after = state.clone()
        after.apply_action(random.choice(after.legal_actions()))
        step_chance(after, random)
        if after.is_terminal():
            break
        state = after
    return state


@pytest.mark.parametrize("name", ROUNDS + GAMES + KITTENS)
def test_random_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False, mask_test=True)
    capfd.readouterr()


@pytest.mark.parametrize("name", ROUNDS + GAMES + KITTENS)
def test_simulations_from_python(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))
    capsys.readouterr()


@pytest.mark.parametrize("name", ROUNDS + GAMES + KITTENS)
def test_no_game_is_longer_than_it_says(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(3):
        random, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            step_chance(state, random)
            if not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
        history = state.full_history()
        by_chance = sum(step.player == pyspiel.PlayerId.CHANCE for step in history)
        assert by_chance == game.max_chance_nodes_in_history()
        assert len(history) - by_chance <= game.max_game_length()
        assert state.move_number() <= game.max_move_number()
        assert len(history) <= game.max_history_length()


@pytest.mark.parametrize("name", [*ROUNDS, GAMES[1], *KITTENS])
class TestWhatAPlayerKnows:
    def test_a_resampled_state_looks_the_same(self, name: str) -> None:
        """Two states that differ only in what is hidden have equal observations and information states."""
        random, differ = Random(name), 0
        for steps in (0, 2, 7, 15, 30):
            state = random_state(name, random, steps)
            for player in range(state.num_players()):
                other = openspiel.resample(state, player, random.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                differ += str(other) != str(state)
        assert differ

    def test_information_states_that_should_differ_do(self, name: str) -> None:
        """Perfect recall: a tensor says as much as a string, and every own and open action is kept."""
        random = Random(name)
        state = random_state(name, random, 0)
        seen: dict[str, bytes] = {}
        while not state.is_terminal():
            for player in range(state.num_players()):
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                known = seen.setdefault(state.information_state_string(player), tensor)
                assert known == tensor
            state.apply_action(random.choice(state.legal_actions()))
            step_chance(state, random)
        own = [text for text in seen if text.startswith("player 0")]
        assert len({seen[text] for text in own}) == len(own) > 10

    def test_pickles_and_clones(self, name: str) -> None:
        state = random_state(name, Random(1), 9)
        game, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert str(loaded) == str(state) == str(state.clone())
        assert game.num_players() == state.num_players()


@pytest.mark.parametrize("name", [ROUNDS[0], KITTENS[0]])
def test_ismcts_plays(name: str) -> None:
    game, random = pyspiel.load_game(name), Random(2)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=4,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(lambda state, player: openspiel.resample(state, player, random.random))
    state = random_state(name, random, 12)
    assert bot.step(state) in state.legal_actions()


def test_mccfr_updates_from_the_midst_of_a_round() -> None:
    """An iteration of a whole round takes too long; test_openspiel_endgames.py runs a hundred of the last tricks."""
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(ROUNDS[0]))
    state = random_state(ROUNDS[0], Random(4), 12)
    solver._update_regrets(state, 0)
    assert solver.average_policy().action_probabilities(state, state.current_player())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((f"purrlab_rascal_kittens(players={players})", "players: expected 2 to 4") for players in (0, 1, 5, 9)),
        *(
            (f"purrlab_cat_in_the_box(players={players})", f"players: expected 2 to 5, not {players}")
            for players in (0, 1, 6)
        ),
        *(
            (f"purrlab_cat_in_the_box(rounds={rounds})", f"rounds: expected 1, or 0 for a whole game, not {rounds}")
            for rounds in (-1, 2, 3)
        ),
        ("purrlab_cat_in_the_box(players=2,layout=purple)", "layout: expected white with 2 players"),
        ("purrlab_cat_in_the_box(layout=green)", "layout: expected white or purple with 4 players"),
    ],
)
def test_what_no_game_has_is_refused(name: str, message: str) -> None:
    with pytest.raises((ValueError, RuntimeError, pyspiel.SpielError), match=message):
        pyspiel.load_game(name)


def test_a_layout_by_name() -> None:
    """CB1: purple groups are others than white ones."""
    named = {
        name: pyspiel.load_game(f"purrlab_cat_in_the_box(players=4,layout={name})") for name in ("white", "purple")
    }
    assert pyspiel.load_game(str(named["purple"])).layout == "purple"
    random, returns = Random(1), []
    for _ in range(30):
        state = named["white"].new_initial_state()
        while not state.is_terminal():
            step_chance(state, random)
            state.apply_action(random.choice(state.legal_actions()))
        other = named["purple"].new_initial_state()
        for action in state.history():
            other.apply_action(action)
        returns.append((state.returns(), other.returns()))
    assert any(white != purple for white, purple in returns)


OWN, PUBLIC = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


@pytest.mark.parametrize("name", [ROUNDS[2], GAMES[0], *KITTENS])
@pytest.mark.parametrize("recall", [False, True])
class TestObservers:
    def test_what_lies_open_is_the_same_whatever_is_hidden(self, name: str, recall: bool) -> None:  # noqa: FBT001
        kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=True, private_info=PUBLIC)
        random, game = Random(name), pyspiel.load_game(name)
        seen, other_seen = make_observation(game, kind), make_observation(game, kind)
        whole = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
        for steps in (0, 7, 15):
            state = random_state(name, random, steps)
            viewer, hidden = state.current_player(), (state.current_player() + 1) % state.num_players()
            other = openspiel.resample(state, viewer, random.random)
            for player in (viewer, hidden):
                seen.set_from(state, player)
                other_seen.set_from(other, player)
                assert np.array_equal(seen.tensor, other_seen.tensor)
                assert seen.string_from(state, player) == other_seen.string_from(other, player)
                assert "hand" not in seen.string_from(state, player)
            assert whole.tensor.size > seen.tensor.size

    def test_the_own_part_and_the_open_part_are_the_whole(self, name: str, recall: bool) -> None:  # noqa: FBT001
        game, state = pyspiel.load_game(name), random_state(name, Random(name), 12)
        parts = {
            "whole": make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall)),
            "own": make_observation(
                game, pyspiel.IIGObservationType(perfect_recall=recall, public_info=False, private_info=OWN)
            ),
            "open": make_observation(
                game, pyspiel.IIGObservationType(perfect_recall=recall, public_info=True, private_info=PUBLIC)
            ),
        }
        for observer in parts.values():
            observer.set_from(state, 0)
        sorted_parts = np.sort(np.concatenate([parts["own"].tensor, parts["open"].tensor]))
        assert np.array_equal(np.sort(parts["whole"].tensor), sorted_parts)
        assert "hand" in parts["own"].string_from(state, 0)

    def test_what_is_not_offered_is_refused(self, name: str, recall: bool) -> None:  # noqa: FBT001
        game, every = pyspiel.load_game(name), pyspiel.PrivateInfoType.ALL_PLAYERS
        with pytest.raises(ValueError, match="private_info: expected NONE or SINGLE_PLAYER"):
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall, private_info=every))
        nothing = pyspiel.IIGObservationType(perfect_recall=recall, public_info=False, private_info=PUBLIC)
        with pytest.raises(ValueError, match="public_info, private_info: expected one of them"):
            game.make_py_observer(nothing)


@pytest.mark.parametrize("name", [ROUNDS[0], KITTENS[0]])
@pytest.mark.parametrize("action", [-1, 999])
def test_what_has_no_name(name: str, action: int) -> None:
    begun, dealt = pyspiel.load_game(name).new_initial_state(), random_state(name, Random(1), 3)
    assert begun.action_to_string(pyspiel.PlayerId.CHANCE, 0)
    with pytest.raises(ValueError, match=f"action: there is no number {action}"):
        dealt.action_to_string(0, action)
    while True:
        with pytest.raises(ValueError, match=f"chance: there is no outcome {action}"):
            begun.action_to_string(pyspiel.PlayerId.CHANCE, action)
        if not begun.is_chance_node():
            break
        assert all(begun.action_to_string(pyspiel.PlayerId.CHANCE, each) for each in begun.legal_actions())
        begun.apply_action(begun.legal_actions()[0])


@pytest.mark.parametrize("sampler", [lambda: "x", lambda: 2.0, lambda: -0.1, lambda: float("nan"), lambda: None])
def test_what_a_sampler_cannot_give(sampler: Any) -> None:
    state = random_state(ROUNDS[0], Random(1), 3)
    with pytest.raises(ValueError, match="sampler: expected one that gives numbers from 0 to 1, not "):
        openspiel.resample(state, 0, sampler)


@pytest.mark.parametrize("name", [ROUNDS[0], KITTENS[0]])
class TestChance:
    def test_an_outcome_that_cannot_be_is_refused_at_once(self, name: str) -> None:
        random, state = Random(1), pyspiel.load_game(name).new_initial_state()
        while state.is_chance_node():
            for outcome in (98, 99):
                with pytest.raises((ValueError, RuntimeError), match="chance: no "):
                    state.clone().apply_action(outcome)
            state.apply_action(random.choice(state.legal_actions()))

    def test_there_is_nothing_to_resample(self, name: str) -> None:
        state = pyspiel.load_game(name).new_initial_state()
        with pytest.raises(ValueError, match="state: expected one in which a player is to act"):
            openspiel.resample(state, 0)
        step_chance(state, Random(1))
        with pytest.raises(ValueError, match="player: no such seat"):
            openspiel.resample(state, 7)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        with pytest.raises(ValueError, match="state: expected one in which a player is to act"):
            openspiel.resample(state, 0)
