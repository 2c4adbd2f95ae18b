"""Rascal Kittens in a terminal."""

from functools import partial

from purrlab.terminal.language import say
from purrlab.terminal.rascal_kittens.drawing import draw_seat, draw_table
from purrlab.terminal.rascal_kittens.narration import describe, explain, narrate
from purrlab.terminal.text_view import TextView

TEXT_VIEW = TextView(partial(say, "rascal-kittens.how-to-play"), draw_table, narrate, draw_seat, describe, explain)
