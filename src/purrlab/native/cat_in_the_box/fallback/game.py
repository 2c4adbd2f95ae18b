"""A whole game on the rules in Python."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.rules import deal_round, first_round
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.native.cat_in_the_box.checks import check_game, check_next_deal, check_step
from purrlab.native.cat_in_the_box.encoding import ACTIONS, bits_of, numbers_in
from purrlab.native.cat_in_the_box.fallback.deals import setup_of
from purrlab.native.cat_in_the_box.fallback.round import Round
from purrlab.native.cat_in_the_box.observation import ROUND_NUMBER, TOTALS

if TYPE_CHECKING:
    from purrlab.native.cat_in_the_box.fallback.known import Known


class Game:
    """A whole game, whose deals are given at once or one by one."""

    def __init__(
        self,
        players: int,
        hands: Sequence[Sequence[int]],
        turned_up: Sequence[Sequence[int]],
        start: int,
        neighbours: Sequence[int],
    ) -> None:
        players, hands, turned_up, start, neighbours = check_game(players, hands, turned_up, start, neighbours)
        deals = [Deal(tuple(dealt), tuple(table)) for dealt, table in zip(hands, turned_up, strict=True)]
        self._dealt = len(deals)
        while len(deals) < players:  # the rules want them all; these are replaced before they are used
            deals.append(deals[0])
        self._finished: Round | None = None  # while the next deal is awaited
        self._state = first_round(setup_of(players, tuple(deals), start, neighbours))

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def layout(self) -> Layout:
        return self._state.setup.layout

    @property
    def number(self) -> int:
        return self._state.round.opening.number - self.awaits_deal

    @property
    def awaits_deal(self) -> bool:
        """Whether a round is over, and the deal of the next was not given yet."""
        return not self.over and self._state.round.opening.number > self._dealt

    def deal(self, hands: Sequence[int], turned_up: Sequence[int]) -> None:
        """Begins the next round."""
        dealt, table = check_next_deal(self.players, hands, turned_up, self.awaits_deal)
        setup, number = self._state.setup, self._state.round.opening.number
        deals = (*setup.deals[: number - 1], Deal(tuple(dealt), tuple(table)), *setup.deals[number:])
        opening, past = self._state.round.opening, self._state.round.past
        self._state = deal_round(replace(setup, deals=deals), past, opening.start)
        self._dealt, self._finished = number, None

    @property
    def round(self) -> Round:
        return self._finished.copy() if self._finished else Round.of(self._state, self._state.round.opening.start)

    @property
    def turn(self) -> int:
        return self.round.turn

    @property
    def legal(self) -> int:
        return 0 if self.over or self.awaits_deal else bits_of(self._state.legal(self.turn))

    @property
    def legal_actions(self) -> list[int]:
        return numbers_in(self.legal)

    @property
    def over(self) -> bool:
        return self._state.outcome is not None

    @property
    def totals(self) -> list[int]:
        return list(self._state.round.totals)

    @property
    def winners(self) -> list[int]:
        return list(self._state.outcome.winners) if self._state.outcome else []

    def step(self, action: int) -> None:
        legal, turn, before = check_step(self.legal, action), self.turn, self.round
        self._state = self._state.apply(turn, ACTIONS[legal])
        if self.awaits_deal:
            before.step(legal)
            self._finished = before

    def copy(self) -> "Game":
        made = Game.__new__(Game)
        made._state, made._dealt, made._finished = self._state, self._dealt, self._finished  # noqa: SLF001  # its own
        return made

    def without_later_deals(self) -> "Game":
        """A copy that awaits a deal after this round."""
        made = self.copy()
        made._dealt = min(made._dealt, made.number)  # noqa: SLF001  # its own
        return made

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()  # all that it has is immutable, or never changed

    def observe(self, seat: int, out: Any, mask: Any = None) -> None:
        self.round.observe(seat, out, mask)
        for part, row, count in (
            (ROUND_NUMBER, 0, self.number),
            *((TOTALS, place, self.totals[(seat + place) % self.players]) for place in range(self.players)),
        ):
            out[part.position(row)] = count * part.scale

    def known(self, seat: int) -> "Known":
        return self.round.known(seat)
