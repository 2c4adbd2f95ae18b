"""One game on the core, as all environments use it: dealt by a seed, stepped by numbers, and drawn by the rules."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from purrlab.envs.pictures import MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, draw_play, pixels_of
from purrlab.games.game import Action, Game, IllegalAction, State
from purrlab.games.option_checks import check_options
from purrlab.games.setup import check_players
from purrlab.native.arguments import number_of, quoted, whole
from purrlab.terminal import TEXT_VIEWS

PICTURE_WIDTH_PIXELS = 900  # unless another is asked for

# Made and looked up once: arrays are made at every step.
FLOAT, BYTE, empty = np.dtype(np.float32), np.dtype(np.int8), np.empty

TO_ACT = "▶"  # beside a name in the text
SEAT = re.compile(r"\bseat (\d)")  # as the rules name whom pictures and text call player_0 and so on

Observation = dict[str, npt.NDArray[Any]]


class NothingDealt:
    """In place of a game, so that nobody has to look at every step whether there is one."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name) if name.startswith("__") else not_reset()


def not_reset() -> ResetNeeded:
    return ResetNeeded("reset() needs to be called first: nothing is dealt yet")


class Table(ABC):
    """A game that was dealt. Rewards are points, given when they are scored."""

    rules: Game
    notation: Sequence[Action]  # by their numbers
    observation_size: int
    illegal_reward: int  # for whoever does something illegal: worse than anything that the rules can bring
    turn: int  # kept, not asked for: it is wanted several times at every step
    _game: Any

    def __init__(self, players: int, options: Mapping[str, Any] | None) -> None:
        self.players = check_players(self.rules, players)
        self.options = check_options(self.rules, players, options)
        self.action_count = len(self.notation)
        self._dealer = self.new_dealer()
        self._observation_bound = self._dealer.observation_bound
        self._game = NothingDealt()
        self.actions: list[tuple[int, int]] = []  # seat and action
        self._state: State | None = None  # by the rules, as far as it was needed
        self._applied = 0  # so many actions are in it
        self.refused = ""  # what was done that is illegal

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_dealer": None}  # it keeps nothing, and batches are not copied

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._dealer = self.new_dealer()

    @abstractmethod
    def new_dealer(self) -> Any:
        """A batch of one game, which deals quickly."""

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Deals anew."""

    @abstractmethod
    def step(self, action: int) -> Sequence[int] | None:
        """What everybody scored by the action, or None. An illegal one raises ValueError, and changes nothing.

        One that is no whole number is for ``action_number`` to refuse.
        """

    @abstractmethod
    def first_state(self) -> State:
        """The same game by the rules in Python, before the first action."""

    def new_observation_space(self) -> spaces.Dict:
        """With chance of its own to sample by."""
        bound, size = self._observation_bound, self.observation_size
        return spaces.Dict(
            {
                "observation": spaces.Box(-bound, bound, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.action_count,), np.int8),
            }
        )

    @property
    def legal_actions(self) -> list[int]:
        """What ``turn`` may do."""
        actions: list[int] = self._game.legal_actions
        return actions

    @property
    def over(self) -> bool:
        return not self._game.legal

    @property
    def state(self) -> State:
        """By the rules in Python, for bots and for drawings."""
        if self._state is None:
            self._state = self.first_state()
        for seat, action in self.actions[self._applied :]:
            self._state = self._state.apply(seat, self.notation[action])
        self._applied = len(self.actions)
        return self._state

    def observe(self, seat: int) -> Observation:
        """With what the seat may do: nothing, unless it is to act."""
        out, mask = empty(self.observation_size, FLOAT), empty(self.action_count, BYTE)
        self._game.observe(seat, out, mask)
        return {"observation": out, "action_mask": mask}

    def observe_only(self, seat: int) -> Observation:
        """After what was illegal nobody may do anything."""
        seen = self.observe(seat)
        seen["action_mask"].fill(0)
        return seen

    def text(self) -> str:
        names = [f"player_{seat}" for seat in range(self.players)]
        view = self.shown_state.view(None)
        shown = TEXT_VIEWS[self.rules.name].draw(view, names)
        if self.refused:
            shown = shown.replace(TO_ACT, " ")
        elif not self.over:
            return shown
        lines = [*self.ending(view), self.heading, *filter(None, [self.refused])]
        return "\n".join([shown.rstrip(), "", *(f"  {line}" for line in lines)])

    def picture(self, width_pixels: int = PICTURE_WIDTH_PIXELS) -> npt.NDArray[np.uint8]:
        """What lies open, in our own drawings."""
        view = self.shown_state.view(None)
        rows = [(self.standing(view, seat), self.played(view, seat)) for seat in range(self.players)]
        lines = [*self.beside(view), *filter(None, [self.refused])]
        to_act = () if self.refused else view.to_act
        return pixels_of(draw_play(self.rules, view, self.heading, rows, lines, to_act=to_act), width_pixels)

    @property
    def shown_state(self) -> State:
        """What is drawn."""
        return self.state

    @property
    def heading(self) -> str:
        return "over: something illegal was done" if self.refused else "over" if self.over else ""

    @abstractmethod
    def standing(self, view: Any, seat: int) -> str:
        """What stands below a name: counts of what the seat has."""

    def played(self, view: Any, seat: int) -> str:  # noqa: ARG002  # what a game has to say of its own
        """What stands beside a name."""
        return ""

    @abstractmethod
    def beside(self, view: Any) -> Iterator[str]:
        """What is told beside the board."""

    def ending(self, view: Any) -> Iterator[str]:  # noqa: ARG002  # as above
        """What is told below the text at the end, and not in it."""
        yield from ()

    def refuse(self, action: int) -> str:
        """By which rule this action of ``turn`` is illegal. It ends the game, and is shown from now on."""
        reason = f"action: there is no number {quoted(action)}, only 0 to {self.action_count - 1}"
        if 0 <= action < self.action_count:
            try:
                self.state.apply(self.turn, self.notation[action])
            except IllegalAction as refusal:
                reason = str(refusal)
        self.refused = f"player_{self.turn}: " + SEAT.sub(r"player_\1", reason)
        return reason


def action_number(action: object) -> int:
    """Raises TypeError for what is no whole number."""
    return number_of(action, "action: expected a whole number")


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if abs(number) == 1 else 's'}".replace("-", "\N{MINUS SIGN}")


def check_render_mode(render_mode: str | None, modes: Sequence[str]) -> str | None:
    if render_mode not in (None, *modes):
        raise ValueError(f"render_mode: expected None, {', '.join(modes)}, not {str(render_mode)[:40]!r}")
    return render_mode


def check_picture_width(width_pixels: int) -> int:
    message = f"width_pixels: expected a whole number from {MIN_WIDTH_PIXELS} to {MAX_WIDTH_PIXELS}"
    return whole(width_pixels, MIN_WIDTH_PIXELS, MAX_WIDTH_PIXELS, message)
