"""What one seat knows, on the rules in Python."""

from typing import NoReturn

from purrlab.games.rascal_kittens.notation import Run
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.arguments import check_seed, refuse_pickling
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.checks import check_view
from purrlab.native.rascal_kittens.encoding import bits_of
from purrlab.native.rascal_kittens.fallback.game import Game
from purrlab.native.rascal_kittens.redeal import redeal


class Known:
    """What one seat knows, from its view."""

    def __init__(self, view: RascalKittensView) -> None:
        self._view = check_view(view)

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    @property
    def players(self) -> int:
        return self._view.players

    @property
    def seat(self) -> int:
        assert self._view.seat is not None
        return self._view.seat

    @property
    def legal(self) -> int:
        return bits_of(self._view.legal)

    @property
    def next_round(self) -> int:
        """Of rounds that are over when this one, or the one about to begin, is."""
        return len(self._view.rounds) + (self._view.expects != Run.verb)

    def redeal(self, seed: int) -> Game:
        return self.deal(Rng(check_seed(seed)))

    def deal(self, rng: Rng) -> Game:
        return Game.of(redeal(self._view, rng))
