"""The floor of a room in braille letters, two dots wide and four high: a dot is one unit of the floor."""

from itertools import groupby
from operator import itemgetter

from purrlab.games.rascal_kittens.geometry import THOUSANDTHS, Disc, Point, squared
from purrlab.terminal.text import paint

WIDTH_LETTERS, HEIGHT_LETTERS = 50, 25
FLOOR_DOTS = 100  # both ways
BLANK_LETTER = 0x2800  # the braille letter without dots
DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of the dots in a letter, by row and column

Styles = tuple[str, ...]


def dot(along: int) -> int:
    """The dot that a coordinate falls on."""
    return min(along // THOUSANDTHS, FLOOR_DOTS - 1)


class Canvas:
    """What is drawn later lies on top: it colours the letters that it shares."""

    def __init__(self) -> None:
        self._dots = [[0] * WIDTH_LETTERS for _ in range(HEIGHT_LETTERS)]
        self._styles: list[list[Styles]] = [[()] * WIDTH_LETTERS for _ in range(HEIGHT_LETTERS)]
        self._letters: dict[tuple[int, int], str] = {}

    def rows(self) -> list[str]:
        return [self._row(row) for row in range(HEIGHT_LETTERS)]

    def _row(self, row: int) -> str:
        """Neighbours of one style are painted together."""
        letters = [(self._styles[row][column], self._letter(row, column)) for column in range(WIDTH_LETTERS)]
        together = groupby(letters, key=itemgetter(0))
        return "".join(paint("".join(map(itemgetter(1), group)), *styles) for styles, group in together)

    def _letter(self, row: int, column: int) -> str:
        dots = self._dots[row][column]
        return self._letters.get((row, column), chr(BLANK_LETTER + dots) if dots else " ")

    def letter(self, at: Point, letter: str, styles: Styles) -> None:
        row, column = dot(at.y) // 4, dot(at.x) // 2
        self._letters[row, column] = letter
        self._styles[row][column] = styles

    def line(self, start: Point, end: Point, styles: Styles, *, dashed: bool = False) -> None:
        steps = max(abs(end.x - start.x), abs(end.y - start.y)) // THOUSANDTHS or 1
        for step in range(steps + 1):
            if not dashed or step % 6 < 3:
                x = start.x + (end.x - start.x) * step // steps
                y = start.y + (end.y - start.y) * step // steps
                self._mark(dot(x), dot(y), styles)

    def ring(self, disc: Disc, styles: Styles) -> None:
        """The rim of a toy."""
        inner, outer = (disc.radius - THOUSANDTHS) ** 2, disc.radius**2
        middle = THOUSANDTHS // 2
        (left, top), size = disc.centre, disc.radius
        for x in range(dot(left - size), dot(left + size) + 1):
            for y in range(dot(top - size), dot(top + size) + 1):
                at = Point(x * THOUSANDTHS + middle, y * THOUSANDTHS + middle)
                if inner < squared(at, disc.centre) <= outer:
                    self._mark(x, y, styles)

    def _mark(self, x: int, y: int, styles: Styles) -> None:
        row, column = y // 4, x // 2
        self._dots[row][column] |= DOT_BITS[y % 4][x % 2]
        self._styles[row][column] = styles
