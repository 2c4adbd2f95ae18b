"""The research board: which cells touch (CB3). Layouts are files; a player may bring one of their own."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from purrlab.games.cat_in_the_box.cells import CELLS, COLOURS, cell
from purrlab.games.cat_in_the_box.groups import Groups, find_groups
from purrlab.games.encoding import LEFT_OUT, EncodedAs, plain
from purrlab.games.files import check_keys, check_name, read_built_in, read_file
from purrlab.games.game import InvalidSetup
from purrlab.games.options import OWN_FILE, either
from purrlab.games.values import FrozenDict

BUILT_IN = ("white", "purple")
LETTERS = {colour[0].upper(): colour for colour in COLOURS}
CELL_NAMES = {f"{colour[0].upper()}{value}": cell(value, colour) for value, colour in CELLS.values()}
NO_CELL = "--"
MAX_GRID_SIZE = 36  # cells in a row, rows in a grid


def _rows(grid: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """As they stand in a file: ``R1 R2 --``."""
    return tuple(" ".join(row) for row in grid)


Grid = Annotated[tuple[tuple[str, ...], ...], EncodedAs(tuple[str, ...], _rows)]


class _RemembersGroups:
    """With each move one player's tokens change, and everybody's are looked at: groups are remembered, as no field."""

    __slots__ = ("groups",)
    groups: Callable[[int], Groups]  # of tokens


@dataclass(frozen=True, slots=True)
class Layout(_RemembersGroups):
    """CB3: a grid of the 36 cells. Cells touch along their sides, never diagonally."""

    name: str
    grid: Grid  # rows from the top, such as ("R1", "R2", "--")
    neighbours: Annotated[FrozenDict[int, int], LEFT_OUT]  # the cells that touch a cell

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", lru_cache(1 << 14)(partial(find_groups, self.neighbours)))

    def __reduce__(self) -> tuple[type["Layout"], tuple[Any, ...]]:
        return Layout, (self.name, self.grid, self.neighbours)

    def largest_group(self, tokens: int) -> int:
        """CB17: the largest group of these cells that are connected along sides; of equal ones, the first."""
        return self.groups(tokens).largest

    @property
    def option(self) -> str | dict[str, Any]:
        """What names this layout in a game's options: a built-in name, or the whole of it."""
        if self.name in BUILT_IN:
            return self.name
        whole: dict[str, Any] = plain(self)
        return whole


def find_layout(layout: object) -> Layout:
    """A layout by its built-in name, from a user's file (a Path), or from the content of such a file."""
    if isinstance(layout, Path):
        return _own(read_file(layout, "layout"), str(layout))
    if isinstance(layout, Mapping):
        return _own(layout, "options.layout")
    if isinstance(layout, str) and layout in BUILT_IN:
        return _built_in(layout)
    raise InvalidSetup("options.layout", f"expected {either(BUILT_IN)}, or {OWN_FILE}, not {str(layout)[:80]!r}")


@cache
def _built_in(name: str) -> Layout:
    return _layout(read_built_in(__package__, "layouts", name), name)


def _own(data: Mapping[str, Any], source: str) -> Layout:
    if data.get("name") in BUILT_IN:
        raise InvalidSetup(f"{source}: name", f"a layout of one's own needs another name than {' or '.join(BUILT_IN)}")
    return _layout(data, source)


def _layout(data: Mapping[str, Any], source: str) -> Layout:
    check_keys(data, ("name", "grid"), f"{source}: ")
    name = check_name(data.get("name"), source)
    grid = _grid(data.get("grid"), f"{source}: grid")
    return Layout(name, grid, _neighbours(grid))


def _grid(rows: object, source: str) -> tuple[tuple[str, ...], ...]:
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise InvalidSetup(source, 'expected a list of rows such as "R1 R2 R3 -- --"')
    grid = tuple(tuple(row.split()) for row in rows)
    if len(grid) > MAX_GRID_SIZE or any(len(row) > MAX_GRID_SIZE for row in grid):
        raise InvalidSetup(source, f"a grid has at most {MAX_GRID_SIZE} rows of {MAX_GRID_SIZE} cells")
    names = Counter(name for row in grid for name in row if name != NO_CELL)
    if unknown := sorted(names.keys() - CELL_NAMES.keys()):
        raise InvalidSetup(
            source, f"{unknown[0]!r} is not a cell; cells are R1 to G9 ({', '.join(LETTERS)}), gaps {NO_CELL}"
        )
    if missing := [name for name in CELL_NAMES if name not in names]:
        raise InvalidSetup(source, f"CB3: the cell {missing[0]} is missing")
    if twice := [name for name, count in names.items() if count > 1]:
        raise InvalidSetup(source, f"CB3: the cell {twice[0]} is there {names[twice[0]]} times")
    return grid


def _neighbours(grid: tuple[tuple[str, ...], ...]) -> FrozenDict[int, int]:
    touching = dict.fromkeys(CELLS, 0)
    for one, other in _sides(grid):
        if NO_CELL not in (one, other):
            touching[CELL_NAMES[one]] |= CELL_NAMES[other]
            touching[CELL_NAMES[other]] |= CELL_NAMES[one]
    return FrozenDict(touching)


def _sides(grid: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, str]]:
    """Every two places of the grid that share a side."""
    for row in grid:
        yield from pairwise(row)
    for upper, lower in pairwise(grid):
        yield from zip(upper, lower, strict=False)
