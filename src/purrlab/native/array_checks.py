"""What a batch may be given to read and to write, like ``checks.py``. NumPy is not needed to look at its arrays."""

from typing import Any

from purrlab.native.arguments import check
from purrlab.native.observation import OBSERVATION

ROWS = "arrays: expected one row for each game"
COLUMNS = {
    "rewards": "rewards: expected one column for each seat",
    "observations": f"observations: expected {OBSERVATION.size} columns",
}


def check_actions(size: int, actions: Any) -> Any:
    """As int32, in one piece."""
    if getattr(getattr(actions, "dtype", None), "kind", None) not in {"i", "u"}:
        raise TypeError("actions: expected an array of whole numbers")
    if actions.ndim != 1:
        raise TypeError("actions: expected one action for each game")
    check(len(actions) == size, ROWS)
    chosen = actions.astype("int32", order="C", copy=False)
    check(bool((chosen == actions).all()), "an action is not legal")  # or it would be cut off
    return chosen


def check_step_arrays(
    players: int, size: int, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any
) -> None:
    check_view_arrays(size, legal, turn, observations)
    _check_array("rewards", rewards, "float32", (size, players))
    _check_array("done", done, "uint8", (size,))
    _check_array("winners", winners, "uint8", (size,))


def check_view_arrays(size: int, legal: Any, turn: Any, observations: Any) -> None:
    _check_array("legal", legal, "uint64", (size,))
    _check_array("turn", turn, "int8", (size,))
    if observations is not None:
        _check_array("observations", observations, "float32", (size, OBSERVATION.size))


def check_sample_array(size: int, actions: Any) -> None:
    _check_array("actions", actions, "int32", (size,))


def _check_array(name: str, array: Any, kind: str, shape: tuple[int, ...]) -> None:
    """They are the caller's; in one piece, or it would be copies that are written into."""
    if getattr(array, "dtype", None) != kind or array.ndim != len(shape) or not array.flags.carray:
        raise TypeError(f"{name}: expected a C-ordered array of {kind} to write into")
    if array.shape != shape:
        raise ValueError(ROWS if len(array) != shape[0] else COLUMNS[name])
