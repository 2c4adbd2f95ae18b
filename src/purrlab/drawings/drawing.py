"""A drawing with its extent, so that it can stand alone or inside of another one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from purrlab.drawings.svg import element


@dataclass(frozen=True, slots=True)
class Drawing:
    """Elements of SVG, and the box around them in their own units."""

    content: str
    width: float
    height: float
    left: float = 0
    top: float = 0

    def at(self, x: float, y: float, width: float, height: float) -> str:
        """Inside of another drawing: as large as it can be in this box, in its middle."""
        return element("svg", self.content, viewBox=self._view_box, x=x, y=y, width=width, height=height)

    def alone(self, width_pixels: float) -> str:
        """The whole file."""
        height = width_pixels * self.height / self.width
        namespace = "http://www.w3.org/2000/svg"
        return element(
            "svg", self.content, xmlns=namespace, viewBox=self._view_box, width=width_pixels, height=round(height)
        )

    @property
    def _view_box(self) -> str:
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"


@dataclass(frozen=True, slots=True)
class PageArt:
    """What the page draws too: it gets these by ``purrlab.server.typescript``."""

    constants: Mapping[str, Any] = field(
        default_factory=dict
    )  # shapes and sizes, by their names in TypeScript; also finished elements of SVG
    colours: Mapping[str, str] = field(default_factory=dict)  # by the ends of the names of CSS properties


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """How a game is drawn: its board at the end, and something of it while the board is nobody's business."""

    draw: Callable[[Any], Drawing]
    cover: Callable[[], Drawing]
    page_art: PageArt = PageArt()
