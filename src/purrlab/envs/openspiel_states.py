"""What both games have in common for OpenSpiel."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Real
from random import Random
from typing import Any

import numpy as np
import pyspiel

from purrlab.games.game import Action
from purrlab.native.arguments import check_seat
from purrlab.native.observation import ObservationLayout, Part

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def game_type(
    short_name: str,
    long_name: str,
    players: range,
    parameters: dict[str, int | str],
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


class CoreGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """OpenSpiel takes chance for as frequent as decisions are at most; here more is dealt than that, or less."""

    chance_nodes: int  # in every history that comes to an end

    def max_chance_nodes_in_history(self) -> int:
        return self.chance_nodes

    def max_move_number(self) -> int:
        longest: int = self.max_game_length() + self.chance_nodes
        return longest

    def max_history_length(self) -> int:
        return self.max_move_number()


class CoreState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A game on the core. Who is to act is kept, not asked for: OpenSpiel asks several times at every step."""

    notation: Sequence[Action]  # by their numbers
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

    def _action_to_string(self, player: int, action: int) -> str:
        names = self._outcome_name if player == CHANCE else self.notation.__getitem__
        try:
            return str(names(action if action >= 0 else sys.maxsize))
        except IndexError:
            field = "chance: there is no outcome" if player == CHANCE else "action: there is no number"
            raise ValueError(f"{field} {action}") from None

    @abstractmethod
    def _outcome_name(self, outcome: int) -> str:
        """Raises IndexError where there is none."""

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.core.legal_actions if player == self._player else []
        return legal


class CoreObserver(ABC):
    """What a player observes, or with perfect recall knows: all of it, what lies open, or what is its own.

    ``tensor`` has the numbers of the wanted parts in the order of the layout.
    """

    def __init__(self, kind: Any, params: Any, layout: ObservationLayout, private: Sequence[int]) -> None:
        """``private``: the positions of what only the player sees."""
        if params:
            raise ValueError(f"params: there are none, but {params} were given")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("private_info: expected NONE or SINGLE_PLAYER; nobody sees what all players hide")
        self._public, self._private = kind.public_info, kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (self._public or self._private):
            raise ValueError("public_info, private_info: expected one of them; nothing would be observed")
        own = set(private)
        positions = [at for at in range(layout.size) if (self._private if at in own else self._public)]
        self._all, self._wanted = np.zeros(layout.size, np.float32), np.array(positions)
        self._whole = len(positions) == layout.size
        self.tensor = self._all if self._whole else np.zeros(len(positions), np.float32)
        self.dict = {"information_state" if kind.perfect_recall else "observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self._write(state, player)
        if not self._whole:
            self.tensor[:] = self._all[self._wanted]

    @abstractmethod
    def _write(self, state: Any, player: int) -> None:
        """Into ``_all``."""


def positions_of(parts: Sequence[Part], offset: int = 0) -> list[int]:
    return [offset + at for part in parts for at in part.positions]


def resample(state: Any, player: int, sampler: Any = None) -> Any:
    """A state that looks the same to the player: what it cannot see is dealt anew, each deal as likely as any other.

    ``sampler`` gives numbers from 0 to 1. In Cat in the Box rounds that are over stay as they were; nothing that is
    hidden in them changes what is to come.
    """
    check_seat(player, state.num_players(), "player")
    if state.is_chance_node() or state.is_terminal():
        raise ValueError(
            "state: expected one in which a player is to act; at a chance node or the end there is nothing to resample"
        )
    lot: Any = Random().random() if sampler is None else sampler()
    if not isinstance(lot, Real) or not 0 <= float(lot) <= 1:
        raise ValueError(f"sampler: expected one that gives numbers from 0 to 1, not {str(lot)[:40]!r}")
    seed = int(float(lot) * 2**53)
    made = state.get_game().new_initial_state()
    for outcome_or_action in state.resampled_history(player, seed):
        made.apply_action(outcome_or_action)
    return made
