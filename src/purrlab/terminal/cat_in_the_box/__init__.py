"""Cat in the Box in a terminal."""

from purrlab.terminal.cat_in_the_box.drawing import draw_table
from purrlab.terminal.cat_in_the_box.narration import narrate
from purrlab.terminal.text_view import TextView

HOW_TO_PLAY = """\
Cards have a value and no colour. You declare the colour when you play one, and
your token takes its cell on the research board. Every cell is taken only once.
  Winning     The highest red card wins the trick; without red, the highest
              card of the led colour.
  Leading     Any colour but red, until a player has declared red or you have
              no other choice.
  Following   Any colour; but whoever leaves the led colour gives it up for the
              rest of the round.
  Paradox     Whoever cannot play ends the round, and loses a point a trick.
  Scoring     A point a trick; and for exactly as many tricks as bid (with two
              players: for four or fewer) the size of your largest group of
              tokens that touch along their sides.
On the board [R5] is a cell that you may play to, r● is a token of ●, g◌
belongs to nobody, and ▒▒ is out of play. The markers are the colours that a
player may still declare."""

TEXT_VIEW = TextView(HOW_TO_PLAY, draw_table, narrate)
