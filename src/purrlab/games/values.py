"""Small tools on immutable values."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_ALREADY_PLAIN = frozenset({int, str, float, bool, type(None)})


def maker(cls: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes a named tuple of the plain tuple of its fields, in half the time that calling the class takes."""
    return partial(tuple.__new__, cls)  # type: ignore[type-var]  # every named tuple is a tuple


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
    """The same value in JSON types. What knows its own plain form says it by ``as_plain``."""
    kind = type(value)
    if kind in _ALREADY_PLAIN:
        return value
    if kind is tuple or kind is list:
        return [item if type(item) in _ALREADY_PLAIN else plain(item) for item in value]
    if hasattr(value, "as_plain"):
        return value.as_plain()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(map(plain, value))
    if hasattr(value, "_asdict"):  # a named tuple
        return plain(value._asdict())
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, int | str | float):
        return value
    return [plain(item) for item in value]
