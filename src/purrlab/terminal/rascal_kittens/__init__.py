"""Rascal Kittens in a terminal."""

from purrlab.terminal.rascal_kittens.drawing import draw_seat, draw_table
from purrlab.terminal.rascal_kittens.narration import narrate
from purrlab.terminal.text_view import TextView

HOW_TO_PLAY = """\
Your cat runs on a string from furniture to furniture, straight across the
floor, and scores the toys that the string touches. Touching the rim is enough.
  Leading     In turn you lay a tile, which says where all cats run to, each in
              its own room. Its colour differs from that of the tile before.
  Running     You choose the notch to go in by. You come out by the other one,
              and start from there next time.
  Tokens      Each toy touched earns the token on top of its stack, while there
              are any. They grow in value from 2 to 4 as the stack shrinks.
  String      A run uses up its way across the floor and behind the piece. If
              it is too short for both ways in, there is no run.
  Winning     The highest total after 12 rounds; a tie goes to the longer rest
              of string. Older players (-o variant=older) also score a point
              for each kind of toy, or 15 for all ten.
In the room ● is the end of your string, L and R are the notches that you may
choose, and a letter in a ring is a toy. In the table of players the tiles in
hand are counted by colour, and the tokens below the letters of their toys.
Type look and a name to see the room of another player."""

TEXT_VIEW = TextView(HOW_TO_PLAY, draw_table, narrate, draw_seat)
