"""What callers of either core may give. A wrong argument raises with its name; a right one comes back as a plain value.

What is no number, or no sequence, is a TypeError; what is out of range, or in no game, a ValueError. ``checks.py`` of a
game has a function for each call of its core, made of these.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from operator import index
from typing import Any, NoReturn

from purrlab.native.limits import MAX_COUNT

MAX_SEED = 2**64 - 1
MAX_BATCH_SIZE = 2**24
MAX_THREADS = 1024

# What a batch saves begins with its core; neither core reads what the other saved.
COMPILED_HEAD = b"purrlab: a batch of the compiled core\n"
FALLBACK_HEAD = b"purrlab: a batch on the rules in Python\n"


def refuse_pickling(of: object) -> NoReturn:
    raise TypeError(f"a {type(of).__name__} of the core cannot be pickled: keep what it was made of and the actions")


def check(holds: bool, message: str) -> None:  # noqa: FBT001  # reads like an assertion
    if not holds:
        raise ValueError(message)


def quoted(given: object) -> str:
    """What was given, for the words that refuse it: not more than 40 characters."""
    try:
        return str(given)[:40]
    except ValueError:  # more digits than Python writes
        return "one with thousands of digits"


def whole(number: object, least: int, most: int, message: str, no_number: str = "") -> int:
    """``no_number``: the message for what is none, where that is another; True and False are none."""
    value = number_of(number, no_number or message)
    if not least <= value <= most:
        raise ValueError(f"{message}, not {quoted(value)}")
    return value


def number_of(number: object, message: str) -> int:
    """A whole number of Python; True and False are none."""
    try:
        value = index(number)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        raise TypeError(f"{message}, not {quoted(number)}") from None
    if isinstance(number, bool):
        raise TypeError(f"{message}, not {number}")
    return value


def check_flag(flag: object, name: str) -> bool:
    if not isinstance(flag, bool):
        raise TypeError(f"{name}: expected True or False, not {quoted(flag)}")
    return flag


def real(number: Any, message: str) -> float:
    """A number that need not be whole; one that is too large for a float is not finite."""
    try:
        value = float(number) if isfinite(number) else None
    except TypeError:
        raise TypeError(message) from None
    except OverflowError:
        value = None
    if value is None:
        raise ValueError(message)
    return value


def items(sequence: Sequence[Any], message: str) -> list[Any]:
    """What a list, a tuple or an array holds."""
    if type(sequence) is list:
        return sequence
    if isinstance(sequence, Mapping | bytes | bytearray) or not hasattr(sequence, "__getitem__"):
        raise TypeError(message)
    try:
        return list(sequence)
    except TypeError:  # an array without dimensions
        raise TypeError(message) from None


def wholes(sequence: Sequence[int], least: int, most: int, message: str, no_numbers: str = "") -> list[int]:
    try:
        values = list(map(index, items(sequence, message)))
    except TypeError:
        raise TypeError(no_numbers or message) from None
    if values and not (least <= min(values) and max(values) <= most):
        raise ValueError(message)
    return values


def check_seat(seat: int, players: int, name: str = "seat") -> int:
    return whole(seat, 0, players - 1, f"{name}: no such seat", f"{name}: expected a whole number")


def check_action(action: object, legal: int, most: int) -> int:
    """One whose bit is set in ``legal``."""
    number = number_of(action, "action: expected a whole number")
    if not 0 <= number <= most or not legal >> number & 1:
        raise ValueError(f"action: {quoted(number)} is not legal now")
    return number


def check_seed(seed: int) -> int:
    return whole(seed, 0, MAX_SEED, "seed: expected a whole number from 0 to 2^64 - 1")


def check_count(count: int, name: str) -> int:
    return whole(count, 0, MAX_COUNT, f"{name}: expected a whole number from 0 to {MAX_COUNT}")


def check_observe(players: int, seat: int, out: Any, size: int, mask: Any, actions: int) -> int:
    """``out`` for so many numbers; ``mask``, where there is one, for so many actions."""
    seat = check_seat(seat, players)
    _check_array(out, "f", size, f"observation: expected a C-ordered array of {size} float32 to write into")
    if mask is not None:
        _check_array(mask, "bB?", actions, f"mask: expected a C-ordered array of {actions} int8 to write into")
    return seat


def _check_array(array: Any, formats: str, size: int, message: str) -> None:
    """To write into, in one piece, so that nobody writes into a copy of it."""
    try:
        memory = memoryview(array)
    except TypeError:
        raise TypeError(message) from None
    if memory.format not in set(formats) or memory.ndim != 1 or not memory.c_contiguous or memory.readonly:
        raise TypeError(message)
    check(len(memory) == size, message)


def check_policy(policy: Any, kind: type, players: int) -> None:
    """``kind`` is the Policy of the core that asks."""
    if not isinstance(policy, kind):
        raise TypeError("policy: expected a Policy")
    check(policy.players == players, "policy: it is for another number of players")  # type: ignore[attr-defined]


def check_random_playouts(count: int, seed: int) -> tuple[int, int]:
    return check_count(count, "count"), check_seed(seed)


def check_budget(seed: int, playouts: int, seconds: float) -> tuple[int, int, float]:
    """Of a search."""
    seed, playouts = check_seed(seed), check_count(playouts, "playouts")
    time = "seconds: expected a time, 0 or more"
    seconds = real(seconds, time)
    check(seconds >= 0, time)
    check(playouts > 0 or seconds > 0, "playouts or seconds: a search needs one of them")
    return seed, playouts, seconds


def check_batch_size(size: int, threads: int) -> tuple[int, int]:
    size = whole(size, 1, MAX_BATCH_SIZE, "size: expected a whole number from 1 to 2^24")
    threads = whole(threads, 1, MAX_THREADS, f"threads: expected a whole number from 1 to {MAX_THREADS}")
    return size, threads


def check_seeds(seed: Any, size: int) -> tuple[bool, list[int]]:
    """Whether there is one for each game, and all of them."""
    if hasattr(seed, "__index__") and not getattr(seed, "shape", ()):  # NumPy's numbers have ``__getitem__`` too
        return False, [check_seed(seed)]
    if not hasattr(seed, "__getitem__"):
        return False, [check_seed(seed)]
    check_no_flags(seed)
    seeds = wholes(seed, 0, MAX_SEED, "seed: expected whole numbers from 0 to 2^64 - 1")
    check(len(seeds) == size, "seed: expected one, or one for each game")
    return True, seeds


def check_no_flags(seeds: Sequence[int]) -> None:
    if bool in map(type, seeds):
        raise TypeError("seed: expected whole numbers, not True or False")


def check_index(index: int, size: int) -> int:
    return whole(index, 0, size - 1, "index: no such game", "index: expected a whole number")


def check_put(game: Any, kind: type, players: int) -> None:
    """``kind`` is the Game of the core that asks. A batch has no use for a game in which nobody can act."""
    if not isinstance(game, kind):
        raise TypeError("game: expected a Game")
    check(game.players == players, "game: it is for another number of players")  # type: ignore[attr-defined]
    check(bool(game.legal), "game: expected one in which somebody is to act")  # type: ignore[attr-defined]


def refuse_saved(saved: bytes, compiled: bool) -> NoReturn:  # noqa: FBT001  # the compiled core gives it by position
    """``compiled``: whether it is the compiled core that cannot read it."""
    own, other = (COMPILED_HEAD, FALLBACK_HEAD) if compiled else (FALLBACK_HEAD, COMPILED_HEAD)
    if saved.startswith(other):
        raise ValueError(f"saved: expected what {_named(own)} saved, not {_named(other)}")
    raise ValueError("saved: expected what a core of this version saved")


def _named(head: bytes) -> str:
    return head.decode().strip().removeprefix("purrlab: ")


def check_observe_all(seats: Sequence[int], out: Any, size: int, players: int, width: int) -> tuple[list[int], Any]:
    chosen = wholes(seats, 0, players - 1, "seats: no such seat", "seats: expected whole numbers")
    check(len(chosen) == size, "seats: expected one for each game")
    message = f"observations: expected a C-ordered array of {size} by {width} float32 to write into"
    try:
        memory = memoryview(out)
    except TypeError:
        raise TypeError(message) from None
    if memory.format != "f" or memory.ndim != 2 or not memory.c_contiguous or memory.readonly:
        raise TypeError(message)
    check(memory.shape == (size, width), message)
    return chosen, out


def check_actions(size: int, actions: Any) -> Any:
    """As an array of int32. NumPy is not needed to look at its arrays."""
    if getattr(getattr(actions, "dtype", None), "kind", None) not in {"i", "u"}:
        raise TypeError("actions: expected an array of whole numbers")
    if actions.ndim != 1:
        raise TypeError("actions: expected one action for each game")
    check(len(actions) == size, "actions: expected one row for each game")
    chosen = actions.astype("int32", copy=False)
    if chosen is not actions and not (chosen == actions).all():  # it would be cut off
        refuse_action(actions, int((chosen != actions).argmax()))
    return chosen


def refuse_action(actions: Any, game: int) -> NoReturn:
    raise ValueError(f"actions: {actions[game]} is not legal in game {game}")
