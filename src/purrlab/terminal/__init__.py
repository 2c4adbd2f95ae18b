"""Games as text: drawn, told and explained."""

from purrlab.terminal.registry import TEXT_VIEWS
from purrlab.terminal.text_view import TextView

__all__ = ["TEXT_VIEWS", "TextView"]
