"""What changed between two views, as small as can be.

A change is ``[path, value]``: at this path there is now this value; or ``[path, keep, items]``: the list at
this path keeps its first items, and these follow. Values are compared as they are, and only what changed is made
plain.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from purrlab.games.encoding import comparer_of, plain

Path = list[str | int]
ValueChange = tuple[Path, Any]
ListGrowth = tuple[Path, int, list[Any]]
Change = ValueChange | ListGrowth


def patch_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    return patch_fields(after, [before[name] for name in after], after.values())


def patch_fields(names: Iterable[str], before: Iterable[Any], after: Iterable[Any]) -> list[Change]:
    """The same for values in a row."""
    found: list[Change] = []
    for name, was, now in zip(names, before, after, strict=True):
        if was is not now and was != now:
            _collect(found, [name], was, now)
    return found


def _collect(found: list[Change], path: Path, before: Any, after: Any) -> None:
    """Add what leads from one value to another that differs. A number never becomes true or false."""
    kind: Any = type(after)
    if kind is tuple or kind is list:
        if before and (type(before) is tuple or type(before) is list):
            _collect_items(found, path, before, after)
            return
    elif (compare := comparer_of(kind)) is not None and type(before) is kind:
        changed = compare(before, after)
        if changed is not None:
            for name, was, now in changed:
                _collect(found, [*path, name], was, now)
            return
    found.append((path, plain(after)))


def _collect_items(found: list[Change], path: Path, before: Any, after: Any) -> None:
    keep = len(before)
    if len(after) > keep and after[:keep] == before:
        found.append((path, keep, plain(after[keep:])))
    elif len(after) == keep and _has_parts(after[0]):
        for index, value in enumerate(after):
            if before[index] is not value and before[index] != value:
                _collect(found, [*path, index], before[index], value)
    else:
        found.append((path, plain(after)))


def _has_parts(value: Any) -> bool:
    kind: Any = type(value)
    return comparer_of(kind) is not None


def patched(view: dict[str, Any], changes: Iterable[Sequence[Any]]) -> dict[str, Any]:
    """The view after these changes, in place: what a client does."""
    for path, *change in changes:
        target: Any = view
        for part in path[:-1]:
            target = target[part]
        if len(change) == 1:
            target[path[-1]] = change[0]
        else:
            keep, items = change
            target[path[-1]] = [*target[path[-1]][:keep], *items]
    return view
