"""Cat in the Box in a terminal."""

from functools import partial

from purrlab.terminal.cat_in_the_box.drawing import draw_table
from purrlab.terminal.cat_in_the_box.narration import describe, explain, narrate
from purrlab.terminal.language import say
from purrlab.terminal.text_view import TextView

TEXT_VIEW = TextView(
    partial(say, "cat-in-the-box.how-to-play"), draw_table, narrate, describe=describe, explain=explain
)
