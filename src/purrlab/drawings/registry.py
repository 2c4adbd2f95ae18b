"""How the board of every game is drawn. A game from another package may have no drawing."""

from collections.abc import Mapping

from purrlab.drawings.drawing import BoardDrawing
from purrlab.games.registry import GameParts

BOARD_DRAWINGS: Mapping[str, BoardDrawing] = GameParts("drawings", "BOARD_DRAWING", BoardDrawing)
