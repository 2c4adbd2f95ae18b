"""One game on the core, as all environments use it: dealt by a seed, stepped by numbers, and drawn by the rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from purrlab.drawings.png import render_png
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.games.cat_in_the_box import GAME as CAT_IN_THE_BOX
from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.game import Action, Game, State
from purrlab.games.rascal_kittens import GAME as RASCAL_KITTENS
from purrlab.games.rascal_kittens.rules import opening
from purrlab.games.setup import check_options, check_players
from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.chance import Rng
from purrlab.terminal import TEXT_VIEWS

PICTURE_WIDTH_PIXELS = 400
MAX_OBSERVATION = 4.0  # no number of an observation is larger, nor smaller than its negative


class Table(ABC):
    """A game that was dealt. Rewards are points, given when they are scored."""

    rules: Game
    notation: Sequence[Action]  # by their numbers
    observation_size: int
    _game: Any

    def __init__(self, players: int, options: Mapping[str, Any] | None) -> None:
        self.players = check_players(self.rules, players)
        self.options = check_options(self.rules, players, options)
        self.actions: list[tuple[int, int]] = []  # seat and action
        self._state: State | None = None  # by the rules, as far as it was needed
        self._applied = 0  # so many actions are in it

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Deals anew."""

    @abstractmethod
    def step(self, action: int) -> Sequence[int] | None:
        """The action, which must be legal. What everybody scored by it, or None."""

    @abstractmethod
    def first_state(self) -> State:
        """The same game by the rules in Python, before the first action."""

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    def action_count(self) -> int:
        return len(self.notation)

    @property
    def turn(self) -> int:
        turn: int = self._game.turn
        return turn

    @property
    def legal(self) -> int:
        """What ``turn`` may do, as bits."""
        return 0 if self.over else self._game.legal

    @property
    def state(self) -> State:
        """By the rules in Python, for bots and for drawings."""
        if self._state is None:
            self._state = self.first_state()
        for seat, action in self.actions[self._applied :]:
            self._state = self._state.apply(seat, self.notation[action])
        self._applied = len(self.actions)
        return self._state

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        out = np.empty(self.observation_size, np.float32)
        self._game.observe(seat, out)
        return out

    def mask(self) -> npt.NDArray[np.int8]:
        return mask_of(self.legal, self.action_count)

    def text(self) -> str:
        names = [f"player_{seat}" for seat in range(self.players)]
        return TEXT_VIEWS[self.rules.name].draw(self.state.view(None), names)

    def picture(self) -> npt.NDArray[np.uint8]:
        """What lies open, in our own drawings."""
        drawing = BOARD_DRAWINGS[self.rules.name].draw(self.state.view(None))
        height = round(PICTURE_WIDTH_PIXELS * drawing.height / drawing.width)
        png = render_png(drawing.alone(PICTURE_WIDTH_PIXELS), PICTURE_WIDTH_PIXELS, height)
        picture = Image.open(BytesIO(png)).convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        return np.array(Image.alpha_composite(paper, picture).convert("RGB"))


class CatInTheBoxTable(Table):
    """Single rounds, or whole games, in which there are as many rounds as players (CB5)."""

    rules = CAT_IN_THE_BOX
    notation = cat_in_the_box.ACTIONS
    observation_size = cat_in_the_box.OBSERVATION.size

    def __init__(self, players: int = 4, rounds: int | None = 1, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)
        if rounds not in (1, players, None):
            raise ValueError(f"rounds: expected 1, or {players} for a whole game")
        self.rounds = rounds or players
        self._neighbours = cat_in_the_box.neighbours_of(self.options["layout"])

    def begin(self, seed: int) -> None:
        chance = Rng(seed)
        self._deals = [cat_in_the_box.random_deal(self.players, chance.next()) for _ in range(self.rounds)]
        by_lot = chance.below(self.players)
        self.start = by_lot if self.options["start"] is None else self.options["start"]
        hands, turned_up = zip(*self._deals, strict=True)
        self._game = cat_in_the_box.Game(self.players, hands, turned_up, self.start, self._neighbours)
        self._number = 1
        self.actions, self._state, self._applied = [], None, 0

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        self.actions.append((game.turn, action))
        before = game.totals
        game.step(action)
        if game.legal and game.number == self._number:
            return None
        self._number = game.number
        return [now - then for now, then in zip(game.totals, before, strict=True)]

    @property
    def over(self) -> bool:
        over: bool = self._game.over or self._game.awaits_deal
        return over

    def first_state(self) -> State:
        deals = [
            {"hands": list(map(values_in, hands)), "table": self._left_over(hands, turned_up)}
            for hands, turned_up in self._deals
        ]
        deals += deals[:1] * (self.players - len(deals))  # of a single round the rules still want the rest of the game
        return self.rules.new(self.players, options={**self.options, "start": self.start}, deals=deals)

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

    def __init__(self, players: int = 2, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)

    def begin(self, seed: int) -> None:
        self._setup = rascal_kittens.random_setup(self.players, seed, self.options)
        self._game = rascal_kittens.Game(self._setup)
        self.actions, self._state, self._applied = [], None, 0

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        self.actions.append((game.turn, action))
        game.step(action)
        return game.totals if game.over else None

    @property
    def over(self) -> bool:
        over: bool = self._game.over
        return over

    def first_state(self) -> State:
        return opening(self._setup)


def mask_of(legal: int, size: int) -> npt.NDArray[np.int8]:
    """A number with the bits of actions as an array with a place for each."""
    octets = np.frombuffer(legal.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(octets, count=size, bitorder="little").view(np.int8)
