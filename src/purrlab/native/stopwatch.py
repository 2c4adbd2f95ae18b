"""When a search in Python stops: after so many playouts or so many seconds, whichever is first; 0 is no limit."""

from collections.abc import Callable
from time import perf_counter


def start_stopwatch(playouts: int, seconds: float) -> Callable[[int, float], bool]:
    """Begins now, and says whether a share of the budget is used up when so many playouts are made."""
    begin = perf_counter()

    def is_over(made: int, share: float) -> bool:
        used_up = bool(playouts) and made >= share * playouts
        return used_up or (seconds > 0 and perf_counter() - begin >= share * seconds)

    return is_over
