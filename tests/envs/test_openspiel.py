"""OpenSpiel's own tests, called as they are, and what a player may know."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

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


def test_mccfr_runs() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(ROUNDS[0]))
    state = random_state(ROUNDS[0], Random(4), 12)
    solver._update_regrets(state, 0)
    assert solver.average_policy().action_probabilities(state, state.current_player())


def test_what_no_game_has_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 2 to 5 players"):
        openspiel.CatInTheBoxGame({"players": 4, "rounds": 3})
