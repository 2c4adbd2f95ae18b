"""The groups that a player's tokens form on the research board (CB17)."""

from collections.abc import Mapping
from typing import NamedTuple

from purrlab.games.cat_in_the_box.cells import CellPlace, cells_in


class Groups(NamedTuple):
    """CB17: a player's tokens by what is connected along sides."""

    all: tuple[int, ...]
    largest: int  # of equal ones, the first
    largest_cells: tuple[CellPlace, ...]  # the same, spelled out
    size: int  # of the largest
    touching: int  # the cells that share a side with a token


def find_groups(neighbours: Mapping[int, int], tokens: int) -> Groups:
    groups, touching = [], 0
    while tokens:
        group = edge = tokens & -tokens
        while edge:
            cell = edge & -edge
            touching |= neighbours[cell]
            found = neighbours[cell] & tokens & ~group
            group |= found
            edge = edge ^ cell | found
        tokens ^= group
        groups.append(group)
    largest = max(groups, key=int.bit_count, default=0)
    return Groups(tuple(groups), largest, cells_in(largest), largest.bit_count(), touching)
