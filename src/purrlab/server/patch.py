"""What changed between two views, as small as can be.

A change is ``[path, value]``: at this path there is now this value; or ``[path, keep, items]``: the list at
this path keeps its first items, and these follow. Values are compared as they are, and only what changed is made
plain.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from purrlab.games.encoding import (
    Part,
    Source,
    encoder_of,
    has_parts,
    is_always_plain,
    optional_of,
    parts_of,
    plain,
    unmarked,
)
from purrlab.native.changes import COMPILED, ChangeWriter, shape_of_fields

Path = list[str | int]
ValueChange = tuple[Path, Any]
ListGrowth = tuple[Path, int, list[Any]]
Change = ValueChange | ListGrowth

Collector = Callable[[list[Change], Path, Any, Any], None]  # adds what leads from one value to another that differs
Comparer = Callable[[Sequence[Any], Sequence[Any]], list[Change]]
WritesChanges = Callable[[tuple[Any, ...], tuple[Any, ...]], bytes]  # as the inside of a JSON list
LISTS = (tuple, list)  # but named tuples are none
_encode = msgspec.json.Encoder().encode


def patch_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    found: list[Change] = []
    for name, now in after.items():
        was = before[name]
        if was is not now and was != now:
            _collect(found, [name], was, now)
    return found


@cache
def comparer_of(kind: Any, names: tuple[str, ...]) -> Comparer:
    """The same for tuples of some fields of a named tuple: where types are declared nothing has to be looked up."""
    source = Source()
    fields = [part._replace(getter=f"{{}}[{names.index(part.name)}]") for part in parts_of(kind) if part.name in names]
    lines = ["found = []", *(line for part in fields for line in _comparison(source, part, "")), "return found"]
    compare: Comparer = source.function("before, after", lines)
    return compare


def writer_of(kind: Any, names: tuple[str, ...]) -> WritesChanges:
    """The same as JSON, by the core where it is compiled: this is done at every move for everybody who watches."""
    if COMPILED:
        return ChangeWriter(shape_of_fields(kind, names), _collect, lambda value: _encode(plain(value))).changes
    return python_writer_of(kind, names)


def python_writer_of(kind: Any, names: tuple[str, ...]) -> WritesChanges:
    compare = comparer_of(kind, names)
    return lambda before, after: _encode(compare(before, after))[1:-1]


def _collect(found: list[Change], path: Path, before: Any, after: Any) -> None:
    """By the types that the values have. A number never becomes true or false."""
    kind: Any = type(after)
    is_same_kind = type(before) is kind
    if kind in LISTS:
        if type(before) in LISTS:
            parts = bool(after) and _has_parts(after[0])
            _collect_items(found, path, before, after, plain, _collect if parts else None)
            return
    elif is_same_kind and has_parts(kind):
        _part_collector(kind)(found, path, before, after)
        return
    elif is_same_kind and isinstance(after, Mapping) and before.keys() == after.keys():
        for name, now in after.items():
            was = before[name]
            if was is not now and was != now:
                _collect(found, [*path, name], was, now)
        return
    found.append((path, plain(after)))


def _has_parts(value: Any) -> bool:
    kind: Any = type(value)
    return isinstance(value, Mapping) or has_parts(kind)


def _collect_items(
    found: list[Change],
    path: Path,
    before: Any,
    after: Any,
    encode: Callable[[Any], Any],
    collect: Collector | None,  # what items consist of; None: of nothing
) -> None:
    keep = len(before)
    if keep and len(after) > keep and after[:keep] == before:
        found.append((path, keep, encode(after[keep:])))
    elif keep and len(after) == keep and collect is not None:
        for index, now in enumerate(after):
            was = before[index]
            if was is not now and was != now:
                collect(found, [*path, index], was, now)
    else:
        found.append((path, encode(after)))


@cache
def _collector(kind: Any) -> Collector:
    """The same for values of a declared type."""
    kind = unmarked(kind)
    if has_parts(kind):
        return _part_collector(kind)
    encode = encoder_of(kind)
    if optional := optional_of(kind):
        collect = _collector(optional)

        def collect_optional(found: list[Change], path: Path, before: Any, after: Any) -> None:
            if before is None or after is None:
                found.append((path, encode(after)))
            else:
                collect(found, path, before, after)

        return collect_optional
    origin, arguments = get_origin(kind), get_args(kind)
    item = unmarked(arguments[0]) if origin is tuple and arguments[1:] == (Ellipsis,) else None
    if item is not None and (has_parts(item) or _has_no_parts(item)):
        collect_item = _part_collector(item) if has_parts(item) else None

        def collect_items(found: list[Change], path: Path, before: Any, after: Any) -> None:
            _collect_items(found, path, before, after, encode, collect_item)

        return collect_items
    if origin is frozenset:
        return lambda found, path, _before, after: found.append((path, encode(after)))
    return _collect


def _has_no_parts(kind: Any) -> bool:
    return is_always_plain(kind) or get_origin(kind) is tuple or hasattr(kind, "as_plain")


@cache
def _part_collector(kind: Any) -> Collector:
    """Compiled: hardly any part changes, so to take both values apart would take longer than all the rest."""
    source = Source()
    lines = [line for part in parts_of(kind) for line in _comparison(source, part, "*path, ")]
    collect: Collector = source.function("found, path, before, after", lines or ["pass"])
    return collect


def _comparison(source: Source, part: Part, path: str) -> list[str]:
    was, now = part.getter.format("before"), part.getter.format("after")
    path = f"[{path}{part.name!r}]"
    if part.encoding:
        convert = source.name(part.encoding.convert)
        different = f"(was := {convert}({was})) != (now := {convert}({now}))"  # else only what it is made of is
        condition, kind = f"{was} != {now} and {different}", part.encoding.kind
    else:
        condition, kind = f"(was := {was}) is not (now := {now}) and was != now", part.kind
    if is_always_plain(kind):
        return [f"if {condition}:", f"    found.append(({path}, now))"]
    return [f"if {condition}:", f"    {source.name(_collector(kind))}(found, {path}, was, now)"]


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
