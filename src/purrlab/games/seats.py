"""Sets of seats that many states share, so that no state has to make its own."""

MAX_PLAYERS = 16  # of any game

NO_SEATS: frozenset[int] = frozenset()
ONLY_SEAT = tuple(frozenset({seat}) for seat in range(MAX_PLAYERS))
ALL_SEATS = tuple(frozenset(range(players)) for players in range(MAX_PLAYERS + 1))
