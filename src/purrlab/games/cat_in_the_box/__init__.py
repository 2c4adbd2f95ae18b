"""Cat in the Box: a trick-taking game in which a card has no colour until it is played. 2 to 5 players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from purrlab.games.cat_in_the_box.drawing import draw_table
from purrlab.games.cat_in_the_box.notation import ACTIONS
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round
from purrlab.games.cat_in_the_box.setup import NUMBERS, set_up
from purrlab.games.cat_in_the_box.telling import tell
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action, Game, View

PRIMER = """\
Cards have a value and no colour. You declare the colour when you play one, and
your token takes its cell on the research board. Every cell is taken only once.
  Winning     The highest red card wins the trick; without red, the highest card
              of the led colour.
  Leading     Any colour but red, until a player has declared red or you have no
              other choice.
  Following   Any colour; but whoever leaves the led colour gives it up for the
              rest of the round.
  Paradox     Whoever cannot play ends the round, and loses a point a trick.
  Scoring     A point a trick; and for exactly as many tricks as bid (with two
              players: for four or fewer) the size of your largest group of
              tokens that touch along their sides.
On the board [R5] is a cell that you may play to, r● is a token of ●, g◌ belongs
to nobody, and ▒▒ is out of play. The markers are the colours that a player may
still declare."""


class CatInTheBox(Game):
    name: ClassVar[str] = "cat-in-the-box"
    title: ClassVar[str] = "Cat in the Box"
    primer: ClassVar[str] = PRIMER
    seats: ClassVar[range] = range(min(NUMBERS), max(NUMBERS) + 1)
    actions: ClassVar[tuple[Action, ...]] = ACTIONS
    players_rule: ClassVar[str] = "CB1"
    end_rule: ClassVar[str] = "CB19"

    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> CatInTheBoxState:
        return first_round(set_up(self, players, seed, options, deals))

    def draw(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, CatInTheBoxView)
        return draw_table(view, names)

    def tell(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        assert isinstance(before, CatInTheBoxView)
        assert isinstance(after, CatInTheBoxView)
        return tell(before, after, names)
