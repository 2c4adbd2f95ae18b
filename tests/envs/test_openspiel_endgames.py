"""The last tricks of a round, small enough for OpenSpiel's exact algorithms."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

from purrlab.envs import openspiel_endgames
from purrlab.envs.openspiel import resample
from purrlab.games.cat_in_the_box.cells import values_in

NAMES = [
    f"purrlab_cat_in_the_box_endgame(players={players},tricks={tricks},position={position})"
    for players, tricks, position in ((2, 1, 1), (2, 2, 2), (3, 1, 43), (4, 1, 3))
]


@pytest.mark.parametrize("name", NAMES)
class TestEveryNumberOfPlayers:
    def test_random_simulations(self, name: str, capfd: pytest.CaptureFixture[str]) -> None:
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False, mask_test=True)
        capfd.readouterr()

    def test_what_lies_open_is_the_same_in_every_deal(self, name: str) -> None:
        """CB6, CB11: a deal in which what was played could not have been played is none."""
        position = pyspiel.load_game(name).position
        assert sum(probability for _, probability in position.deals) == pytest.approx(1)
        for hands, _ in position.deals[::5]:
            table = position.game(hands).round
            assert (table.plays, table.tokens, table.markers, table.turn) == (
                position.last.plays,
                position.last.tokens,
                position.last.markers,
                position.last.turn,
            )
            assert sum(map(len, hands)) == sum(len(values_in(hand)) for hand in position.last.hands)

    def test_a_resampled_state_looks_the_same(self, name: str) -> None:
        random, differ = Random(name), 0
        for _ in range(5):
            for state in states_of_a_round(name, random):
                for player in range(state.num_players()):
                    other = resample(state, player, random.random)
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert other.observation_tensor(player) == state.observation_tensor(player)
                    differ += str(other) != str(state)
        assert differ

    def test_leads_sum_to_zero(self, name: str) -> None:
        *_, last = states_of_a_round(name, Random(name))
        last.apply_action(last.legal_actions()[0])
        while not last.is_terminal():
            last.apply_action(last.legal_actions()[0])
        assert sum(last.returns()) == pytest.approx(0)


def states_of_a_round(name: str, random: Random) -> list[Any]:
    state, states = pyspiel.load_game(name).new_initial_state(), []
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, probabilities)[0])
    while not state.is_terminal():
        states.append(state.clone())
        state.apply_action(random.choice(state.legal_actions()))
    return states


def test_five_players() -> None:
    *states, last = states_of_a_round("purrlab_cat_in_the_box_endgame(players=5,tricks=1,position=1)", Random(1))
    assert len(states) < 5
    assert last.num_players() == 5


@pytest.mark.parametrize(("players", "position", "least"), [(2, 3, 0.7), (3, 43, 0.7)])
def test_something_is_at_stake(players: int, position: int, least: float) -> None:
    """Whoever plays at random there loses to whoever does not."""
    game = pyspiel.load_game(f"purrlab_cat_in_the_box_endgame(players={players},tricks=1,position={position})")
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) > least


def test_mccfr_learns_what_can_hardly_be_exploited() -> None:
    np.random.seed(1)  # noqa: NPY002  # the solver's chance
    game = pyspiel.load_game("purrlab_cat_in_the_box_endgame(players=2,tricks=1,position=3)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(100):
        solver.iteration()
    learned = exploitability.nash_conv(game, solver.average_policy()) / 2
    at_random = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert learned < at_random / 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 6}, "players: expected 2 to 5, not 6"),
        ({"players": 4, "tricks": 9}, "tricks: expected 1 to 8, as a round with 4 players has, not 9"),
        ({"tricks": 0}, "tricks: expected 1 to 8, as a round with 2 players has, not 0"),
        ({"position": -1}, "position: expected a whole number of 0 or more, not -1"),
    ],
)
def test_what_no_round_has_is_refused(given: dict[str, int], message: str) -> None:
    """CB1, CB14."""
    with pytest.raises(ValueError, match=message):
        openspiel_endgames.EndgameGame(given)


def test_an_outcome_that_there_is_not() -> None:
    state = pyspiel.load_game(NAMES[0]).new_initial_state()
    for outcome in (-1, 999):
        with pytest.raises(ValueError, match=f"chance: there is no outcome {outcome}"):
            state.action_to_string(pyspiel.PlayerId.CHANCE, outcome)
