"""One game on the core, as all environments use it: dealt by a seed, stepped by numbers, and drawn by the rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from purrlab.envs.pictures import MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, draw_play, pixels_of
from purrlab.games.cat_in_the_box import GAME as CAT_IN_THE_BOX
from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.game import Action, Game, State
from purrlab.games.option_checks import check_options
from purrlab.games.rascal_kittens import GAME as RASCAL_KITTENS
from purrlab.games.rascal_kittens.rules import opening
from purrlab.games.setup import check_players
from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.arguments import whole
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch
from purrlab.terminal import TEXT_VIEWS
from purrlab.terminal.language import say

PICTURE_WIDTH_PIXELS = 900  # unless another is asked for

MOST_TRICKS = {players: numbers.hand - 2 for players, numbers in RULES_BY_PLAYERS.items()}  # of a round

# Made and looked up once: arrays are made at every step.
FLOAT, BYTE, empty = np.dtype(np.float32), np.dtype(np.int8), np.empty

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

        One that is no whole number is for ``number_of`` to refuse.
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
        return TEXT_VIEWS[self.rules.name].draw(self.shown_state.view(None), names)

    def picture(self, width_pixels: int = PICTURE_WIDTH_PIXELS) -> npt.NDArray[np.uint8]:
        """What lies open, in our own drawings."""
        return pixels_of(draw_play(self.rules, self.shown_state.view(None), self.heading), width_pixels)

    @property
    def shown_state(self) -> State:
        """What is drawn."""
        return self.state

    @property
    def heading(self) -> str:
        return "over" if self.over else ""


def number_of(action: object) -> int:
    """An action as a whole number. Raises TypeError."""
    try:
        return index(action)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        raise TypeError(f"action: expected a whole number, not {str(action)[:40]}") from None


def check_render_mode(render_mode: str | None, modes: Sequence[str]) -> str | None:
    if render_mode not in (None, *modes):
        raise ValueError(f"render_mode: expected None, {', '.join(modes)}, not {str(render_mode)[:40]!r}")
    return render_mode


def check_rounds(rounds: int | None, players: int) -> int:
    """How many they are; None: those of a whole game (CB5)."""
    if rounds not in (1, players, None):
        raise ValueError(f"rounds: expected 1, or {players} for a whole game")
    return rounds or players


def check_picture_width(width_pixels: int) -> int:
    message = f"width_pixels: expected a whole number from {MIN_WIDTH_PIXELS} to {MAX_WIDTH_PIXELS}"
    return whole(width_pixels, MIN_WIDTH_PIXELS, MAX_WIDTH_PIXELS, message)


class CatInTheBoxTable(Table):
    """Single rounds, or whole games, in which there are as many rounds as players (CB5)."""

    rules = CAT_IN_THE_BOX
    notation = cat_in_the_box.ACTIONS
    observation_size = cat_in_the_box.OBSERVATION.size

    def __init__(self, players: int = 4, rounds: int | None = 1, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)
        self.rounds = check_rounds(rounds, players)
        self.illegal_reward = -self.rounds * MOST_TRICKS[players] - 1  # CB17: a paradox costs the tricks

    @property
    def shown_state(self) -> State:
        """CB5: a single round at its end as it was before the last action, for the rules go on to the next round."""
        if self.rounds > 1 or not self.over:
            return self.state
        state = self.first_state()
        for seat, action in self.actions[:-1]:
            state = state.apply(seat, self.notation[action])
        return state

    @property
    def heading(self) -> str:
        if not self.over:
            return "" if self.rounds == 1 else f"round {self._game.number} of {self.rounds}"
        return "over: " + ", ".join(map(str, self._game.totals)).replace("-", "\N{MINUS SIGN}") + " points"

    def text(self) -> str:
        """Without the number of a round that is the only one."""
        if self.rounds > 1:
            return super().text()
        title = say("cat-in-the-box.title")
        shown = super().text().replace(say("heading", title=title, number=1, count=self.players), title)
        return f"{shown}\n\n  {self.heading}" if self.over else shown

    def new_dealer(self) -> CatInTheBoxBatch:
        return CatInTheBoxBatch(self.players, 1, 0, self.options["layout"], observe=False, threads=1)

    def begin(self, seed: int) -> None:
        self._game = self._dealt(seed)
        self.turn = self._game.turn
        self._seed, self._chance, self._totals = seed, Rng(seed), [0] * self.players
        self.actions, self._state, self._applied = [], None, 0

    def _dealt(self, seed: int) -> Any:
        self._dealer.reset([seed])
        game = self._dealer.game(0)
        if self.options["start"] is None:
            return game
        first, neighbours = game.round, cat_in_the_box.neighbours_of(self.options["layout"])
        return cat_in_the_box.Game(self.players, [first.hands], [first.turned_up], self.options["start"], neighbours)

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        game.step(action)
        self.actions.append((self.turn, action))
        scored = None if game.legal else self._end_round()
        self.turn = game.turn
        return scored

    def _end_round(self) -> list[int]:
        game, before = self._game, self._totals
        self._totals = game.totals
        if game.number < self.rounds:
            game.deal(*cat_in_the_box.random_deal(self.players, self._chance.next()))
        return [now - then for now, then in zip(self._totals, before, strict=True)]

    def first_state(self) -> State:
        first, chance = self._dealt(self._seed).round, Rng(self._seed)
        later = [cat_in_the_box.random_deal(self.players, chance.next()) for _ in range(1, self.players)]
        deals = [
            {"hands": list(map(values_in, hands)), "table": self._left_over(hands, turned_up)}
            for hands, turned_up in [(first.hands, first.turned_up), *later]
        ]
        return self.rules.new(self.players, options={**self.options, "start": first.start}, deals=deals)

    def _left_over(self, hands: Sequence[int], turned_up: Sequence[int]) -> list[int]:
        """CB1: with two players five cards are left over, the three that are turned up first."""
        numbers = RULES_BY_PLAYERS[self.players]
        every = [value for value in range(1, numbers.highest + 1) for _ in range(COPIES_PER_VALUE)]
        rest = values_in(hand_of(every) - sum(hands) - hand_of(turned_up))
        return [*turned_up, *rest]


class RascalKittensTable(Table):
    """Whole games."""

    rules = RASCAL_KITTENS
    notation = rascal_kittens.ACTIONS
    observation_size = rascal_kittens.OBSERVATION.size
    illegal_reward = -1  # nobody has fewer points than 0

    def __init__(self, players: int = 2, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)

    def new_dealer(self) -> RascalKittensBatch:
        return RascalKittensBatch(self.players, 1, 0, self.options, observe=False, threads=1)

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._dealer.reset([seed])
        self._game = self._dealer.game(0)
        self.turn = self._game.turn
        self.actions, self._state, self._applied = [], None, 0

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        game.step(action)
        self.actions.append((self.turn, action))
        self.turn = game.turn
        return None if game.legal else game.totals

    def first_state(self) -> State:
        chance = Rng(self._seed).next()  # as a batch deals
        return opening(rascal_kittens.random_setup(self.players, chance, self.options))
