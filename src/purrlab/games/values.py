"""Small tools on immutable values."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_ALREADY_PLAIN = frozenset({int, str, float, bool, type(None)})


def maker(cls: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes a named tuple of the plain tuple of its fields, in half the time that calling the class takes."""
    return partial(tuple.__new__, cls)  # type: ignore[type-var]  # every named tuple is a tuple


def remember_last(function: Callable[[K], V]) -> Callable[[K], V]:
    """Remembers its last answer: one asks for the views of all seats in a row."""
    last: tuple[K, V] | None = None

    def remembering(about: K) -> V:
        nonlocal last
        known = last
        if known is None or known[0] is not about:
            last = known = (about, function(about))
        return known[1]

    return remembering


class FrozenDict(dict[K, V]):
    """A dict that nobody can change, so that it has a hash."""

    def _refuse(self, *_args: object, **_named: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type["FrozenDict[K, V]"], tuple[dict[K, V]]]:
        return FrozenDict, (dict(self),)


def frozen(value: Any) -> Any:
    """The same plain data, such as JSON holds, as something that nobody can change."""
    if isinstance(value, Mapping):
        return FrozenDict({key: frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    return value


def plain(value: Any) -> Any:
    """The same value in JSON types. What is only told as a whole has that as ``as_plain``."""
    kind = type(value)
    if kind in _ALREADY_PLAIN:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in _ALREADY_PLAIN else plain(item) for item in value]
    if hasattr(kind, "as_plain"):
        return value.as_plain
    parts = parts_of(value)
    if parts is not None:
        return {name: part if type(part) in _ALREADY_PLAIN else plain(part) for name, part in parts.items()}
    if isinstance(value, AbstractSet):
        return sorted(map(plain, value))
    if isinstance(value, int | str | float):
        return value
    return [plain(item) for item in value]


def parts_of(value: Any) -> Mapping[str, Any] | None:
    """What a value is told by, by name; None where it has no such parts. ``parts`` is what a value itself says."""
    kind: object = type(value)
    take_apart = _taker(kind)
    return None if take_apart is None else take_apart(value)


@cache
def _taker(kind: Any) -> Callable[[Any], Mapping[str, Any]] | None:
    """How a value of this type is taken apart."""
    if hasattr(kind, "as_plain"):
        return None
    if hasattr(kind, "parts"):
        own: Callable[[Any], Mapping[str, Any]] = kind.parts
        return own
    if issubclass(kind, Mapping):
        return lambda value: value
    if hasattr(kind, "_fields"):  # a named tuple
        return lambda value: dict(zip(kind._fields, value, strict=True))
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        return lambda value: {name: getattr(value, name) for name in names}
    return None
