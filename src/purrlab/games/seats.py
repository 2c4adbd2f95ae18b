"""Sets of seats that many states share, so that no state has to make its own."""

MOST = 5  # seats at any table

NOBODY: frozenset[int] = frozenset()
ONLY = tuple(frozenset({seat}) for seat in range(MOST))
EVERYBODY = tuple(frozenset(range(players)) for players in range(MOST + 1))
