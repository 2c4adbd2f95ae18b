"""What chance decides in Cat in the Box, outcome by outcome, as OpenSpiel wants it. Nothing here needs OpenSpiel."""

from collections.abc import Sequence

from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, TURNED_UP_COUNT

Outcomes = list[tuple[int, float]]


def dealt_cards(players: int) -> int:
    """In a round: hands, and what is turned up."""
    numbers = RULES_BY_PLAYERS[players]
    return numbers.hand * players + min(numbers.left_over, TURNED_UP_COUNT)


class CatInTheBoxDealing:
    """CB4, CB6, CB20: who starts the first round, the cards by their values, seat after seat, and those turned up."""

    def __init__(self, players: int, start: int | None = None) -> None:
        numbers = RULES_BY_PLAYERS[players]
        self.players = players
        self._start = start
        self._left = [COPIES_PER_VALUE] * numbers.highest
        self._unseen = COPIES_PER_VALUE * numbers.highest
        self._undealt = dealt_cards(players)
        self._cards: list[int] = []
        self._each = numbers.hand

    @property
    def start(self) -> int:
        assert self._start is not None
        return self._start

    @property
    def done(self) -> bool:
        return not self._undealt

    @property
    def hands(self) -> list[int]:
        return [hand_of(self._cards[self._each * seat :][: self._each]) for seat in range(self.players)]

    @property
    def turned_up(self) -> list[int]:
        return self._cards[self._each * self.players :]

    def outcomes(self) -> Outcomes:
        if self._start is None:
            return [(seat, 1 / self.players) for seat in range(self.players)]
        unseen = self._unseen
        return [(value, left / unseen) for value, left in enumerate(self._left) if left]

    def apply(self, outcome: int) -> None:
        if self._start is None:
            if outcome not in range(self.players):
                raise ValueError(f"chance: no seat {outcome} to start")
            self._start = outcome
            return
        if outcome not in range(len(self._left)) or not self._left[outcome]:
            raise ValueError(f"chance: no card {outcome + 1} is left to deal")
        self._left[outcome] -= 1
        self._unseen -= 1
        self._undealt -= 1
        self._cards.append(outcome + 1)

    def name(self, outcome: int) -> str:
        """Raises IndexError where there is no such outcome."""
        if self._start is None:
            return f"start {range(self.players)[outcome]}"
        return f"deal {range(len(self._left))[outcome] + 1}"

    def __str__(self) -> str:
        return f"start {self._start} {self._cards}"

    @staticmethod
    def outcomes_of(hands: Sequence[int], turned_up: Sequence[int]) -> list[int]:
        """Those that deal these cards."""
        return [value - 1 for hand in hands for value in values_in(hand)] + [value - 1 for value in turned_up]
