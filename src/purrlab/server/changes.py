"""What changed between two views, as small as can be.

A change is ``[path, value]``: at this path there is now this value; or ``[path, keep, items]``: the list at
this path keeps its first items, and these follow.
"""

from typing import Any

Change = list[Any]
Path = list[str | int]


def changes_between(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    found: list[Change] = []
    for key, value in after.items():
        if before.get(key) != value:
            collect(found, [key], before.get(key), value)
    return found


def collect(found: list[Change], path: Path, before: Any, after: Any) -> None:
    """Add what leads from one plain value to another that differs. A number never becomes true or false."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            if before[key] != value:
                collect(found, [*path, key], before[key], value)
    elif isinstance(before, list) and isinstance(after, list) and before:
        _collect_items(found, path, before, after)
    else:
        found.append([path, after])


def _collect_items(found: list[Change], path: Path, before: list[Any], after: list[Any]) -> None:
    keep = len(before)
    if len(after) > keep and after[:keep] == before:
        found.append([path, keep, after[keep:]])
    elif len(after) == keep and isinstance(after[0], dict):
        for index, value in enumerate(after):
            if before[index] != value:
                collect(found, [*path, index], before[index], value)
    else:
        found.append([path, after])


def changed(view: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
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
