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
        return [item if type(item) in _ALREADY_PLAIN else plain(item) for item in value]
    encode = _encoder(kind)
    return encode(value)


@cache
def _encoder(kind: Any) -> Callable[[Any], Any]:
    """What encodes the values of a type."""
    if hasattr(kind, "as_plain"):
        return attrgetter("as_plain")
    take_apart = _taker(kind)
    if take_apart is not None:
        return lambda value: {
            name: part if type(part) in _ALREADY_PLAIN else plain(part) for name, part in take_apart(value).items()
        }
    if issubclass(kind, AbstractSet):
        return lambda value: sorted(map(plain, value))
    if issubclass(kind, int | str | float):
        return lambda value: value
    return lambda value: [plain(item) for item in value]


def parts_of(value: Any) -> Mapping[str, Any] | None:
    """What a value is encoded by, by name, each not yet in JSON types; None where it has no such parts."""
    kind: Any = type(value)
    take_apart = _taker(kind)
    return None if take_apart is None else take_apart(value)


@cache
def _taker(kind: Any) -> Callable[[Any], Mapping[str, Any]] | None:
    """What takes the values of a type apart: compiled, since a loop over the parts takes four times as long."""
    if issubclass(kind, Mapping):
        return lambda value: value
    if not _has_parts(kind):
        return None
    parts = list(_parts(kind))
    items = [f"{part.name!r}: {part.source}" for part in parts]
    converters = {f"convert_{part.name}": part.encoding.convert for part in parts if part.encoding}
    take_apart: Callable[[Any], Mapping[str, Any]] = eval(f"lambda value: {{{', '.join(items)}}}", converters)  # noqa: S307  # our own names alone
    return take_apart


class Part(NamedTuple):
    """Something that a value is encoded by."""

    name: str
    kind: Any  # as declared
    getter: str  # the Python that takes it from ``value``

    @property
    def encoding(self) -> EncodedAs | None:
        return _mark(self.kind, EncodedAs)

    @property
    def json_type(self) -> Any:
        return json_type(self.encoding.kind if self.encoding else self.kind)

    @property
    def source(self) -> str:
        return f"convert_{self.name}({self.getter})" if self.encoding else self.getter


def _has_parts(kind: Any) -> bool:
    return not hasattr(kind, "as_plain") and (hasattr(kind, "_fields") or is_dataclass(kind))


def _parts(kind: Any) -> Iterator[Part]:
    """The fields, then the properties that are marked."""
    hints = get_type_hints(kind, include_extras=True)
    if hasattr(kind, "_fields"):
        getters = {name: f"value[{index}]" for index, name in enumerate(kind._fields)}
    else:
        getters = {field.name: f"value.{field.name}" for field in fields(kind)}
    for name, getter in getters.items():
        if LEFT_OUT not in get_args(hints[name])[1:]:
            yield Part(name, hints[name], getter)
    for name, member in vars(kind).items():
        if isinstance(member, property) and hasattr(member.fget, "is_encoded"):
            yield Part(name, get_type_hints(member.fget, include_extras=True)["return"], f"value.{name}")


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
