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
    bits: tuple[Any, ...] = ()  # of a number that is a set: what its bits stand for, from the lowest one up


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
    if has_parts(kind):
        return _part_encoder(kind)
    if issubclass(kind, AbstractSet):
        return lambda value: sorted(map(plain, value))
    if issubclass(kind, int | str | float):
        return lambda value: value
    return lambda value: [plain(item) for item in value]


@cache
def encoder_of(kind: Any) -> Callable[[Any], Any]:
    """What makes values of a declared type plain."""
    source = Source()
    encode: Callable[[Any], Any] = source.function("value", [f"return {source.encoded(kind, 'value')}"])
    return encode


@cache
def _part_encoder(kind: Any) -> Callable[[Any], dict[str, Any]]:
    source = Source()
    items = [f"{part.name!r}: {source.encoded(part.kind, part.getter.format('value'))}" for part in parts_of(kind)]
    encode: Callable[[Any], dict[str, Any]] = source.function("value", [f"return {{{', '.join(items)}}}"])
    return encode


class Source:
    """Python that does what follows from declared types, of our own names alone.

    Compiled, since to look up the type of each value takes four times as long.
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"plain": plain}

    def function(self, arguments: str, lines: list[str]) -> Any:
        exec("\n    ".join([f"def compiled({arguments}):", *lines]), self._names)  # noqa: S102
        return self._names["compiled"]

    def name(self, value: Any) -> str:
        """One for a value that the source uses."""
        self._names[f"value_{len(self._names)}"] = value
        return f"value_{len(self._names) - 1}"

    def encoded(self, kind: Any, value: str, depth: int = 0) -> str:
        """An expression for the same value in JSON types, of the expression for a value of this type."""
        if encoding := mark_of(kind, EncodedAs):
            return self.encoded(encoding.kind, f"{self.name(encoding.convert)}({value})", depth)
        kind, x = unmarked(kind), f"x{depth}"
        origin, arguments = get_origin(kind), get_args(kind)
        if is_always_plain(kind):
            return value
        if optional := optional_of(kind):
            return f"(None if ({x} := {value}) is None else {self.encoded(optional, x, depth + 1)})"
        if origin is frozenset and is_always_plain(arguments[0]):
            return f"sorted({value})"
        if origin is tuple and all(map(is_always_plain, set(arguments) - {Ellipsis})):
            return f"list({value})"
        if origin is tuple and arguments[1:] == (Ellipsis,):
            return f"[{self.encoded(arguments[0], x, depth + 1)} for {x} in {value}]"
        if origin is tuple:
            places = [f"({x} := {value})[0]", *(f"{x}[{index}]" for index in range(1, len(arguments)))]
            parts = zip(arguments, places, strict=True)
            return f"[{', '.join(self.encoded(each, place, depth + 1) for each, place in parts)}]"
        if origin is None and hasattr(kind, "as_plain"):
            return f"{value}.as_plain"
        if has_parts(kind):
            return f"{self.name(_part_encoder(kind))}({value})"
        return f"plain({value})"


class Part(NamedTuple):
    """Something that a value is encoded by."""

    name: str
    kind: Any  # as declared
    getter: str  # the Python that takes it from a value, whose name goes into the braces

    @property
    def encoding(self) -> EncodedAs | None:
        return mark_of(self.kind, EncodedAs)

    @property
    def json_type(self) -> Any:
        return json_type(self.encoding.kind if self.encoding else self.kind)


@cache
def has_parts(kind: Any) -> bool:
    """Whether values of a type are encoded by parts."""
    return not hasattr(kind, "as_plain") and (hasattr(kind, "_fields") or is_dataclass(kind))


def parts_of(kind: Any) -> Iterator[Part]:
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


def unmarked(kind: Any) -> Any:
    """A type without its marks."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def is_always_plain(kind: Any) -> bool:
    """Whether values of a declared type are in JSON types as they are."""
    if get_origin(kind) in (Union, UnionType):
        return all(map(is_always_plain, get_args(kind)))
    return kind in _ALREADY_PLAIN or get_origin(kind) is Literal


def optional_of(kind: Any) -> Any:
    """Of a type with None, the one besides; else None."""
    others = [each for each in get_args(kind) if each is not NoneType]
    return others[0] if get_origin(kind) in (Union, UnionType) and len(others) == 1 else None


def mark_of(kind: Any, of: type[M]) -> M | None:
    """What a type is marked with."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, of)), None)


def json_type(kind: Any) -> Any:
    """The type of what ``plain`` makes of values of this type: objects are TypedDicts, of the names of the classes."""
    if mark_of(kind, EncodedAs):
        raise TypeError(f"{kind} stands inside of another type, where nothing converts it")
    if labelled := mark_of(kind, Labelled):
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
    if not has_parts(kind):
        raise TypeError(f"{kind} has no type in JSON")
    return json_object(kind.__name__, {part.name: part.json_type for part in parts_of(kind)})


@cache
def _labelled_type(labelled: Labelled, of: Any) -> Any:
    make: Any = NamedTuple
    return make(labelled.name, list(zip(labelled.labels, map(json_type, get_args(of)), strict=True)))
