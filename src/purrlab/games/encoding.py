"""How values of a game become JSON types, and which types these are: both follow from one declaration.

A named tuple or a dataclass becomes an object of its fields, a mapping an object, a tuple a list, a set a sorted list,
and an action its notation. A value that is encoded otherwise says so where it is declared:

    tokens: Annotated[int, EncodedAs(tuple[CellPlace, ...], cells_in)]  # as what the function makes of it
    covered: Annotated[int, LEFT_OUT]                                   # not at all

    @property
    @encoded
    def observed(self) -> Cells: ...                                    # besides the fields, after them
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, reduce
from operator import attrgetter, or_
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypedDict, TypeVar, Union, get_args, get_origin, get_type_hints

F = TypeVar("F", bound=Callable[..., Any])
M = TypeVar("M")

LEFT_OUT = object()  # marks a field that is not encoded
_ALREADY_PLAIN = frozenset({int, str, float, bool, NoneType})


@dataclass(frozen=True, slots=True)
class EncodedAs:
    """Marks a type whose values are encoded as what a function makes of them, which is of this other type."""

    kind: Any
    convert: Callable[[Any], Any]


class Labelled:
    """Marks a tuple that stays a list, but whose items are named in the type: ``Labelled("Point", "x", "y")``."""

    def __init__(self, name: str, *labels: str) -> None:
        self.name = name
        self.labels = labels


def encoded(method: F) -> F:
    """Marks the method of a property that is encoded after the fields."""
    method.is_encoded = True  # type: ignore[attr-defined]  # a mark of our own
    return method


def plain(value: Any) -> Any:
    """The same value in JSON types."""
    kind: Any = type(value)
    if kind in _ALREADY_PLAIN:
        return value
    if kind is tuple or kind is list:
        encoder: Any = _encoder  # a call more for each item would take longer than most items do
        return [item if (each := type(item)) in _ALREADY_PLAIN else encoder(each)(item) for item in value]
    encode = _encoder(kind)
    return encode(value)


@cache
def _encoder(kind: Any) -> Callable[[Any], Any]:
    """What encodes the values of a type."""
    if hasattr(kind, "as_plain"):
        return attrgetter("as_plain")
    if kind is tuple or kind is list:
        return plain
    if issubclass(kind, Mapping):
        return lambda value: {
            name: part if type(part) in _ALREADY_PLAIN else plain(part) for name, part in value.items()
        }
    if _has_parts(kind):
        return _part_encoder(kind)
    if issubclass(kind, AbstractSet):
        return lambda value: sorted(map(plain, value))
    if issubclass(kind, int | str | float):
        return lambda value: value
    return lambda value: [plain(item) for item in value]


def _part_encoder(kind: Any) -> Callable[[Any], dict[str, Any]]:
    """Compiled, since a loop over the parts takes four times as long."""
    parts = list(_parts(kind))
    items = [f"{part.name!r}: x if type(x := {part.of('value')}) in ALREADY_PLAIN else plain(x)" for part in parts]
    encode: Callable[[Any], dict[str, Any]] = _compiled("value", [f"return {{{', '.join(items)}}}"], parts)
    return encode


ChangedPart = tuple[str, Any, Any]  # its name, what it was and what it is, not yet in JSON types
Comparer = Callable[[Any, Any], list[ChangedPart] | None]


@cache
def comparer_of(kind: Any) -> Comparer | None:
    """What tells by which parts two values of a type differ, or gives None where they have not the same ones.

    None for a type whose values are not encoded by parts. Compiled: hardly any part changes, so to take both values
    apart would take longer than all the rest.
    """
    if issubclass(kind, Mapping):
        return _changed_items
    if not _has_parts(kind):
        return None
    parts = list(_parts(kind))
    lines = ["found = []", *(line for part in parts for line in _comparison(part)), "return found"]
    compare: Comparer = _compiled("before, after", lines, parts)
    return compare


def _changed_items(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ChangedPart] | None:
    if before.keys() != after.keys():
        return None
    pairs = [(name, before[name], now) for name, now in after.items()]
    return [(name, was, now) for name, was, now in pairs if was is not now and was != now]


def _comparison(part: "Part") -> list[str]:
    was, now = part.getter.format("before"), part.getter.format("after")
    found = f"    found.append(({part.name!r}, was, now))"
    if not part.encoding:
        return [f"if (was := {was}) is not (now := {now}) and was != now:", found]
    different = f"(was := {part.of('before')}) != (now := {part.of('after')})"  # else only what it is made of is
    return [f"if {was} != {now} and {different}:", found]


def _compiled(arguments: str, lines: list[str], parts: list["Part"]) -> Any:
    """A function of these lines, which are made of our own names alone."""
    names: dict[str, Any] = {f"convert_{part.name}": part.encoding.convert for part in parts if part.encoding}
    names |= {"ALREADY_PLAIN": _ALREADY_PLAIN, "plain": plain}
    exec("\n    ".join([f"def compiled({arguments}):", *lines]), names)  # noqa: S102
    return names["compiled"]


class Part(NamedTuple):
    """Something that a value is encoded by."""

    name: str
    kind: Any  # as declared
    getter: str  # the Python that takes it from a value, whose name goes into the braces

    @property
    def encoding(self) -> EncodedAs | None:
        return _mark(self.kind, EncodedAs)

    @property
    def json_type(self) -> Any:
        return json_type(self.encoding.kind if self.encoding else self.kind)

    def of(self, value: str) -> str:
        """The Python that gives it as it is encoded, of a value of this name."""
        taken = self.getter.format(value)
        return f"convert_{self.name}({taken})" if self.encoding else taken


def _has_parts(kind: Any) -> bool:
    return not hasattr(kind, "as_plain") and (hasattr(kind, "_fields") or is_dataclass(kind))


def _parts(kind: Any) -> Iterator[Part]:
    """The fields, then the properties that are marked."""
    hints = get_type_hints(kind, include_extras=True)
    if hasattr(kind, "_fields"):
        getters = {name: f"{{}}[{index}]" for index, name in enumerate(kind._fields)}
    else:
        getters = {field.name: f"{{}}.{field.name}" for field in fields(kind)}
    for name, getter in getters.items():
        if LEFT_OUT not in get_args(hints[name])[1:]:
            yield Part(name, hints[name], getter)
    for name, member in vars(kind).items():
        if isinstance(member, property) and hasattr(member.fget, "is_encoded"):
            yield Part(name, get_type_hints(member.fget, include_extras=True)["return"], f"{{}}.{name}")


def _mark(kind: Any, of: type[M]) -> M | None:
    """What a type is marked with."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, of)), None)


def json_type(kind: Any) -> Any:
    """The type of what ``plain`` makes of values of this type: objects are TypedDicts, of the names of the classes."""
    if _mark(kind, EncodedAs):
        raise TypeError(f"{kind} stands inside of another type, where nothing converts it")
    if labelled := _mark(kind, Labelled):
        return _labelled_type(labelled, get_args(kind)[0])
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is None:
        return _json_class(kind)
    if origin is Literal:
        return kind
    if origin in (Union, UnionType):
        return reduce(or_, map(json_type, arguments))
    if issubclass(origin, Mapping):
        return GenericAlias(dict, (arguments[0], json_type(arguments[1])))
    if origin is tuple and Ellipsis not in arguments:
        return GenericAlias(tuple, tuple(map(json_type, arguments)))
    return GenericAlias(list, (json_type(arguments[0]),))


def json_object(name: str, parts: Mapping[str, Any]) -> Any:
    """The type of an object with these parts."""
    make: Any = TypedDict
    return make(name, parts)


@cache
def _json_class(kind: Any) -> Any:
    if kind is Any or kind in _ALREADY_PLAIN:
        return kind
    if hasattr(kind, "as_plain"):
        return get_type_hints(kind)["as_plain"]
    if not _has_parts(kind):
        raise TypeError(f"{kind} has no type in JSON")
    return json_object(kind.__name__, {part.name: part.json_type for part in _parts(kind)})


@cache
def _labelled_type(labelled: Labelled, of: Any) -> Any:
    make: Any = NamedTuple
    return make(labelled.name, list(zip(labelled.labels, map(json_type, get_args(of)), strict=True)))
