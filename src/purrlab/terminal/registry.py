"""How every game looks as text."""

from collections.abc import Mapping

from purrlab.games.registry import GameParts
from purrlab.terminal.text_view import TextView

TEXT_VIEWS: Mapping[str, TextView] = GameParts("terminal", "TEXT_VIEW", TextView)
