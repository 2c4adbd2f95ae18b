"""Games as text: drawn, told and explained."""

from purrlab.terminal.face import Face
from purrlab.terminal.faces import FACES

__all__ = ["FACES", "Face"]
