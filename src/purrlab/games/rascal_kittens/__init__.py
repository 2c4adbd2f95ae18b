"""Rascal Kittens: cats run on a string from furniture to furniture and catch the toys on the way. 2 to 4 players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from purrlab.games.game import Action, Game, View
from purrlab.games.rascal_kittens.drawing import draw_table
from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.rules import RascalKittensState, opening
from purrlab.games.rascal_kittens.setup import NUMBERS, set_up
from purrlab.games.rascal_kittens.telling import tell
from purrlab.games.rascal_kittens.view import RascalKittensView

PRIMER = """\
Your cat runs on a string from furniture to furniture, straight across the floor,
and scores the toys that the string touches. Touching the rim is enough.
  Leading     In turn you lay a tile, which says where all cats run to, each in
              its own room. Its colour differs from that of the tile before.
  Running     You choose the notch to go in by. You come out by the other one,
              and start from there next time.
  Tokens      Each toy touched earns the token on top of its stack, while there
              are any. They grow in value from 2 to 4 as the stack shrinks.
  String      A run uses up its way across the floor and behind the piece. If it
              is too short for both ways in, there is no run.
  Winning     The highest total after 12 rounds; a tie goes to the longer rest
              of string. Older players (-o variant=older) also score a point for
              each kind of toy, or 15 for all ten.
In the room ● is the end of your string, L and R are the notches that you may
choose, and a letter in a ring is a toy."""


class RascalKittens(Game):
    name: ClassVar[str] = "rascal-kittens"
    title: ClassVar[str] = "Rascal Kittens"
    primer: ClassVar[str] = PRIMER
    seats: ClassVar[range] = range(min(NUMBERS), max(NUMBERS) + 1)
    actions: ClassVar[tuple[Action, ...]] = ACTIONS
    players_rule: ClassVar[str] = "RK1"
    end_rule: ClassVar[str] = "RK14"

    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> RascalKittensState:
        return opening(set_up(self, players, seed, options, deals))

    def draw(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, RascalKittensView)
        return draw_table(view, names)

    def tell(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        assert isinstance(before, RascalKittensView)
        assert isinstance(after, RascalKittensView)
        return tell(before, after, names)
