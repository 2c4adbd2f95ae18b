"""What both games have in common for OpenSpiel."""

from random import Random
from typing import Any

import pyspiel

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def game_type(
    short_name: str,
    long_name: str,
    players: range,
    parameters: dict[str, int],
    utility: Any = pyspiel.GameType.Utility.GENERAL_SUM,
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class CoreState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A game on the core. Who is to act is kept, not asked for: OpenSpiel asks several times at every step."""

    core: Any  # the game; None before it is dealt
    dealing: Any  # what is dealt; None while a player is to act
    _player: int

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.dealing.outcomes()
        return outcomes

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As OpenSpiel has it, which would come back here for each of the answers."""
        if self._player == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if self._player == TERMINAL or player not in (None, self._player):
            return []
        return self._legal_actions(self._player)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.core.legal_actions if player == self._player else []
        return legal


def resample(state: Any, player: int, sampler: Any = None) -> Any:
    """A state that looks the same to the player: what it cannot see is dealt anew, each deal as likely as any other.

    ``sampler`` gives numbers from 0 to 1. In Cat in the Box rounds that are over stay as they were; nothing that is
    hidden in them changes what is to come.
    """
    seed = int((Random().random() if sampler is None else sampler()) * 2**53)
    made = state.get_game().new_initial_state()
    for outcome_or_action in state.resampled_history(player, seed):
        made.apply_action(outcome_or_action)
    return made
