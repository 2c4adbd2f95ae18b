"""Cat in the Box at one table, as all environments use it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from purrlab.envs.tables import Table, counted
from purrlab.games.cat_in_the_box import GAME
from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import Played
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import State
from purrlab.native import cat_in_the_box
from purrlab.native.cat_in_the_box.batch import Batch
from purrlab.native.cat_in_the_box.fallback.deals import as_last_round
from purrlab.native.chance import Rng
from purrlab.terminal.language import say
from purrlab.terminal.text import flow

MOST_TRICKS = {players: numbers.hand - 2 for players, numbers in RULES_BY_PLAYERS.items()}  # of a round


def check_rounds(rounds: int | None, players: int) -> int:
    """How many they are; None: those of a whole game (CB5)."""
    if isinstance(rounds, bool | float) or rounds not in (1, players, None):
        raise ValueError(f"rounds: expected 1, or {players} for a whole game")
    return int(rounds or players)


class CatInTheBoxTable(Table):
    """Single rounds, or whole games, in which there are as many rounds as players (CB5)."""

    rules = GAME
    notation = cat_in_the_box.ACTIONS
    observation_size = cat_in_the_box.OBSERVATION.size

    def __init__(self, players: int = 4, rounds: int | None = 1, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)
        self.rounds = check_rounds(rounds, players)
        self.illegal_reward = -self.rounds * MOST_TRICKS[players] - 1  # CB17: a paradox costs the tricks

    @property
    def shown_state(self) -> State:
        """CB5: the rules would go on to the next round, so the last action of a single one ends a last round."""
        if self.rounds > 1 or not self.over:
            return self.state
        state: Any = self.first_state()
        for seat, action in self.actions[:-1]:
            state = state.apply(seat, self.notation[action])
        seat, action = self.actions[-1]
        last: State = as_last_round(state).apply(seat, self.notation[action])
        return last

    @property
    def heading(self) -> str:
        if not self.over:
            return super().heading or ("" if self.rounds == 1 else f"round {self._game.number} of {self.rounds}")
        return "over: points " + ", ".join(map(str, self._game.totals)).replace("-", "\N{MINUS SIGN}")

    def text(self) -> str:
        """Without the number of a round that is the only one."""
        if self.rounds > 1:
            return super().text()
        title = say("cat-in-the-box.title")
        return super().text().replace(say("heading", title=title, number=1, count=self.players), title)

    def ending(self, view: CatInTheBoxView) -> Iterator[str]:
        if self.over and not view.table.trick:
            played = [f"player_{seat} {play.value} {play.colour}" for seat, play in _last_trick(view)]
            yield from flow("last trick: ", [*played, f"won by player_{view.table.finished_tricks[-1].winner}"])
        yield from self.beside(view)

    def standing(self, view: CatInTheBoxView, seat: int) -> str:
        board = view.table.boards[seat]
        bid = "" if board.bid is None else f"bid {board.bid}, "
        counts = ((board.tricks, "trick"), (board.cards, "card"), (view.totals[seat], "point"))
        return bid + ", ".join(counted(number, noun) for number, noun in counts)

    def played(self, view: CatInTheBoxView, seat: int) -> str:
        trick = _last_trick(view) if self.over else view.table.trick
        for at, (whose, play) in enumerate(trick):
            if whose == seat:
                won = self.over and len(trick) == view.players and view.table.finished_tricks[-1].winner == seat
                return f"{'' if at else 'led '}{play.value} {play.colour}{', won' if won else ''}"
        return ""

    def beside(self, view: CatInTheBoxView) -> Iterator[str]:
        last = view.rounds[-1] if self.over else None
        if last and last.paradox is not None and last.revealed:  # CB15
            yield f"paradox: player_{last.paradox} held {' '.join(map(str, last.revealed))}"

    def new_dealer(self) -> Batch:
        return Batch(self.players, 1, 0, self.options["layout"], observe=False, threads=1)

    def begin(self, seed: int) -> None:
        self._game = self._dealt(seed)
        self.turn = self._game.turn
        self._seed, self._chance, self._totals = seed, Rng(seed), [0] * self.players
        self.actions, self._state, self._applied, self.refused = [], None, 0, ""

    def _dealt(self, seed: int) -> Any:
        self._dealer.reset([seed])
        game = self._dealer.game(0)
        if self.options["start"] is None:
            return game
        first, neighbours = game.round, cat_in_the_box.neighbours_of(self.options["layout"])
        return cat_in_the_box.Game(self.players, [first.hands], [first.turned_up], self.options["start"], neighbours)

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        game.step(action)
        self.actions.append((self.turn, action))
        scored = None if game.legal else self._end_round()
        self.turn = game.turn
        return scored

    def _end_round(self) -> list[int]:
        game, before = self._game, self._totals
        self._totals = game.totals
        if game.number < self.rounds:
            game.deal(*cat_in_the_box.random_deal(self.players, self._chance.next()))
        return [now - then for now, then in zip(self._totals, before, strict=True)]

    def first_state(self) -> State:
        first, chance = self._dealt(self._seed).round, Rng(self._seed)
        later = [cat_in_the_box.random_deal(self.players, chance.next()) for _ in range(1, self.players)]
        deals = [
            {"hands": list(map(values_in, hands)), "table": self._left_over(hands, turned_up)}
            for hands, turned_up in [(first.hands, first.turned_up), *later]
        ]
        return self.rules.new(self.players, options={**self.options, "start": first.start}, deals=deals)

    def _left_over(self, hands: Sequence[int], turned_up: Sequence[int]) -> list[int]:
        """CB1: with two players five cards are left over, the three that are turned up first."""
        numbers = RULES_BY_PLAYERS[self.players]
        every = [value for value in range(1, numbers.highest + 1) for _ in range(COPIES_PER_VALUE)]
        rest = values_in(hand_of(every) - sum(hands) - hand_of(turned_up))
        return [*turned_up, *rest]


def _last_trick(view: CatInTheBoxView) -> Sequence[Played]:
    """The one in play, or the last one that is full."""
    return view.table.trick or view.table.plays[-view.players :]
