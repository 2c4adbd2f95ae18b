"""Rounds, games, and what a seat knows, on the rules in Python."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

from purrlab.games.cat_in_the_box.cells import (
    ALL_COLOURS,
    COLOUR_BIT,
    COLOURS,
    COPIES,
    RED_ROW,
    copies,
    hand_of,
    values_in,
)
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round, trick_winner
from purrlab.games.cat_in_the_box.scoring import score_round
from purrlab.games.cat_in_the_box.setup import NUMBERS, CatInTheBoxSetup, Deal
from purrlab.games.cat_in_the_box.table import PastRound, RoundResult
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action, IllegalAction
from purrlab.games.registry import find_game
from purrlab.games.values import FrozenDict, frozen
from purrlab.native.checks import (
    WEIGHTS,
    check,
    check_action,
    check_array,
    check_bounded,
    check_copies,
    check_count,
    check_hand,
    check_neighbours,
    check_players,
    check_seat,
    check_seed,
    check_turned_up,
    size_of,
    whole,
)
from purrlab.native.masks import ACTIONS, BID, CELLS, DISCARD, NUMBER, OBSERVATION, bits_of

MOST_MOVES = 48
NOT_LEGAL = "this action is not legal now"
IMPOSSIBLE = "moves: no round goes like this"


class Policy:
    """How everybody plays in a playout: ``stand_in`` chooses. The numbers are for the compiled core."""

    def __init__(
        self,
        players: int,
        weights: Sequence[float],
        limits: Sequence[float],
        neighbours: Sequence[int],
        stand_in: Callable[[CatInTheBoxView], Action] | None = None,
    ) -> None:
        self.players = check_players(players)
        check_bounded(weights, WEIGHTS, "weights: expected one for each field of Weights", "weights")
        check_bounded(limits, 2, "limits: expected two", "limits")
        check_neighbours(neighbours)
        if stand_in is None:
            raise ValueError("stand_in: without a compiled core a policy needs one")
        self.choose = stand_in


def check_policy(policy: Policy, players: int) -> None:
    if not isinstance(policy, Policy):
        raise TypeError("policy: expected a Policy")
    check(policy.players == players, "policy: it is for another number of players")


class Round:
    """One round, whose discards are made in turn. To the rules it is the last one of a game, so they stop after it."""

    def __init__(
        self, players: int, hands: Sequence[int], turned_up: Sequence[int], start: int, neighbours: Sequence[int]
    ) -> None:
        players, start = check_players(players), check_seat(start, players, "start")
        deals = (_deal(players, hands, turned_up),) * players
        self._state = _last_round(first_round(_setup(players, deals, start, neighbours)))
        self._first = start  # to discard

    @classmethod
    def of(cls, state: CatInTheBoxState, first: int) -> "Round":
        """The round of this state; ``first`` is the first one to discard."""
        made = cls.__new__(cls)
        made._state, made._first = _last_round(state), first  # noqa: SLF001  # its own
        return made

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def start(self) -> int:
        return self._state.round.opening.start

    @property
    def over(self) -> bool:
        return self._state.outcome is not None

    @property
    def turn(self) -> int:
        return _turn(self._state, self._first)

    @property
    def legal(self) -> int:
        return 0 if self.over else bits_of(self._state.legal(self.turn))

    @property
    def paradox(self) -> int | None:
        return self._state.round.past[-1].result.paradox if self.over else None

    @property
    def hands(self) -> list[int]:
        return list(self._state.hands)

    @property
    def tokens(self) -> list[int]:
        return [board.tokens for board in self._state.boards]

    @property
    def markers(self) -> list[int]:
        return [board.markers for board in self._state.boards]

    @property
    def tricks(self) -> list[int]:
        return [board.tricks for board in self._state.boards]

    @property
    def bids(self) -> list[int]:
        return [board.bid or 0 for board in self._state.boards]

    @property
    def discards(self) -> list[int]:
        return [discard or 0 for discard in self._state.discards]

    def scores(self) -> list[int]:
        """What the round is worth; before its end, what it would be worth now."""
        if self.over:
            return list(self._state.round.past[-1].result.scores)
        return list(score_round(self._state.setup, self._state.table, None, None).scores)

    def copy(self) -> "Round":
        return Round.of(self._state, self._first)

    def step(self, action: int) -> None:
        check_action(action, self.legal, NOT_LEGAL)
        self._state = self._state.apply(self.turn, ACTIONS[action])

    def playout(self, seed: int, policy: Policy | None = None) -> int:
        if policy is not None:
            check_policy(policy, self.players)
        random, decisions = Random(check_seed(seed)), 0
        while not self.over:
            seat = self.turn
            action = policy.choose(self._state.view(seat)) if policy else random.choice(self._state.legal(seat))
            self._state = self._state.apply(seat, action)
            decisions += 1
        return decisions

    def random_playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Decisions made in so many random playouts of this round, and the sum of all points."""
        count, random, decisions, points = check_count(count, "count"), Random(check_seed(seed)), 0, 0
        for _ in range(count):
            end = self.copy()
            decisions += end.playout(random.getrandbits(64))
            points += sum(end.scores())
        return decisions, points

    def advice(self, policy: Policy) -> int:
        check(not self.over, "the round is over")
        check_policy(policy, self.players)
        return NUMBER[policy.choose(self._state.view(self.turn))]

    def observe(self, seat: int, out: Any) -> None:
        check_seat(seat, self.players)
        message = "observation: expected a C-ordered array of 256 float32 to write into"
        check_array(out, "float32", 1, message)
        check(len(out) == OBSERVATION, message)
        out[:] = observation(self._state, seat)


class Game:
    """A whole game on given deals."""

    def __init__(
        self,
        players: int,
        hands: Sequence[Sequence[int]],
        turned_up: Sequence[Sequence[int]],
        start: int,
        neighbours: Sequence[int],
    ) -> None:
        players, start = check_players(players), check_seat(start, players, "start")
        several = "deals: expected one for each round, and as many rounds as players (CB5)"
        check(size_of(hands, several) == size_of(turned_up, several) == players, several)
        deals = tuple(_deal(players, *deal) for deal in zip(hands, turned_up, strict=True))
        self._state = first_round(_setup(players, deals, start, neighbours))

    @property
    def number(self) -> int:
        return self._state.round.opening.number

    @property
    def round(self) -> Round:
        return Round.of(self._state, self._state.round.opening.start)

    @property
    def turn(self) -> int:
        return _turn(self._state, self._state.round.opening.start)

    @property
    def legal(self) -> int:
        return 0 if self.over else bits_of(self._state.legal(self.turn))

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
        check_action(action, self.legal, NOT_LEGAL)
        self._state = self._state.apply(self.turn, ACTIONS[action])


class Known:
    """What one seat knows of a round: the open history, the own hand and the own discard."""

    def __init__(
        self,
        players: int,
        seat: int,
        start: int,
        turned_up: Sequence[int],
        hand: int,
        discard: int,
        moves: Sequence[int],
        neighbours: Sequence[int],
    ) -> None:
        self.players = players = check_players(players)
        self.seat = seat = check_seat(seat, players)
        self._setup = _setup(players, (), check_seat(start, players, "start"), neighbours)
        self.discard = whole(discard, 0, NUMBERS[players].highest, "discard: no such value")
        only = "moves: bids and plays only"
        check(size_of(moves, only) < MOST_MOVES, "moves: too many for a round")
        check(all(not DISCARD <= whole(move, 0, len(ACTIONS) - 1, only) < BID for move in moves), only)
        check(not len(moves) or bool(discard), "moves: none before the own discard (CB7)")
        self.turned_up = check_turned_up(turned_up, players)
        self._moves = [ACTIONS[move] for move in moves]
        self._played = self._who_played()
        size = NUMBERS[players].hand - len(self._played[seat]) - bool(discard)
        self.hand = check_hand(hand, players, size)
        check_copies(COPIES - min(self._unseen().values()))
        try:
            seen = self.redeal(0)
        except IllegalAction:
            raise ValueError(IMPOSSIBLE) from None
        check(seen.turn == seat and not seen.over, "moves: after these it is not this seat's turn")
        self.legal = seen.legal

    def _who_played(self) -> list[list[int]]:
        """The values that each seat has played. What no round allows is refused, as far as the seat can tell."""
        numbers, players = self._setup.numbers, self.players
        bids = players if numbers.bids else 0
        check(all(isinstance(move, Bid) and move.tricks in numbers.bids for move in self._moves[:bids]), IMPOSSIBLE)
        played: list[list[int]] = [[] for _ in range(players)]
        trick: list[tuple[int, Play]] = []
        turn, markers = self._setup.start, [ALL_COLOURS] * players
        taken = self._dealt(Deal((0,) * players, self.turned_up)).round.opening.covered
        for at, play in enumerate(self._moves[bids:]):
            check(isinstance(play, Play) and at < players * (numbers.hand - 2), IMPOSSIBLE)
            assert isinstance(play, Play)
            colour = COLOUR_BIT[play.colour]
            check(play.value <= numbers.highest and bool(markers[turn] & colour) and not taken & play.cell, IMPOSSIBLE)
            if trick and trick[0][1].colour != play.colour:
                markers[turn] &= ~COLOUR_BIT[trick[0][1].colour]
            taken |= play.cell
            played[turn].append(play.value)
            trick.append((turn, play))
            turn = (turn + 1) % players
            if len(trick) == players:
                turn = trick_winner(trick)
                trick.clear()
        return played

    def redeal(self, seed: int, policy: Policy | None = None) -> Round:
        """A round that looks the same to the seat. Here every deal of the unseen cards is as likely as any other."""
        if policy is not None:
            check_policy(policy, self.players)
        deal, discards = self._deal(Random(check_seed(seed)))
        state = self._dealt(deal)
        if not self.discard:
            return Round.of(state, self.seat)
        for seat, discard in enumerate(discards):
            state = state.apply(seat, Discard(discard))
        for move in self._moves:
            turn = min(state.to_act)
            # Of the others not verified: a red lead may have been forced by other cards than these.
            state = state.apply(turn, move) if turn == self.seat else state._apply(turn, move)  # noqa: SLF001
        return Round.of(state, self.seat)

    def _dealt(self, deal: Deal) -> CatInTheBoxState:
        return _last_round(first_round(replace(self._setup, deals=(deal,) * self.players)))

    def _own(self) -> list[int]:
        """The cards that the seat has, the one that it discarded first."""
        return [self.discard, *values_in(self.hand)] if self.discard else list(values_in(self.hand))

    def _unseen(self) -> Counter[int]:
        unseen = Counter(dict.fromkeys(range(1, self._setup.numbers.highest + 1), COPIES))
        unseen.subtract([*self._own(), *self.turned_up, *chain.from_iterable(self._played)])
        return unseen

    def _deal(self, random: Random) -> tuple[Deal, list[int]]:
        """The unseen cards dealt anew, for the start of the round, and what everybody discards of them."""
        numbers, own, cards = self._setup.numbers, self._own(), list(self._unseen().elements())
        random.shuffle(cards)
        held = [
            own if seat == self.seat else [cards.pop() for _ in range(numbers.hand - len(played))]
            for seat, played in enumerate(self._played)
        ]
        hands = [hand_of([*cards, *played]) for cards, played in zip(held, self._played, strict=True)]
        return Deal(tuple(hands), (*self.turned_up, *cards)), [cards[0] for cards in held]


def random_play(players: int, rounds: int, seed: int, neighbours: Sequence[int]) -> tuple[int, int]:
    """Decisions made in so many rounds, and the sum of all points."""
    players = check_players(players)
    check_neighbours(neighbours)
    rounds, random, decisions, points = check_count(rounds, "rounds"), Random(check_seed(seed)), 0, 0
    for number in range(rounds):
        played = Round(players, *random_deal(players, random), number % players, neighbours)
        decisions += played.playout(random.getrandbits(64))
        points += sum(played.scores())
    return decisions, points


def random_deal(players: int, random: Random) -> tuple[list[int], tuple[int, ...]]:
    """Hands, and what is turned up with two players."""
    numbers = NUMBERS[players]
    cards = [value for value in range(1, numbers.highest + 1) for _ in range(COPIES)]
    random.shuffle(cards)
    hands = [hand_of(cards[at : at + numbers.hand]) for at in range(0, numbers.hand * players, numbers.hand)]
    return hands, tuple(cards[numbers.hand * players :][:3])


def observation(state: CatInTheBoxState, viewer: int) -> list[float]:
    """What a seat sees as 256 numbers; core/game.hpp says which is which."""
    out = [0.0] * OBSERVATION
    players, opening = state.players, state.round.opening
    for place in range(players):
        board = state.boards[(viewer + place) % players]
        for cell in range(CELLS):
            out[36 * place + cell] = float(board.tokens >> cell & 1)
        for colour in range(4):
            out[189 + 4 * place + colour] = float(board.markers >> colour & 1)
        out[209 + place] = board.tricks / 8
        out[214 + place] = (board.bid or 0) / 4
    for cell in range(CELLS):
        if opening.covered >> cell & 1:
            out[144 + cell] = 1.0
    for value in range(1, 10):
        out[179 + value] = copies(state.hands[viewer], value) / 4
    trick = state.table.trick
    for seat, play in trick:
        at = 223 + 5 * ((seat - viewer) % players)
        out[at + COLOURS.index(play.colour)] = 1.0
        out[at + 4] = play.value / 8
    if state.led is not None:
        out[219 + COLOURS.index(state.led)] = 1.0
    if state.expects is not None:
        out[248 + (Discard, Bid, Play).index(state.expects)] = 1.0
    out[251] = len(state.plays) // players / 8
    out[252] = float(bool(state.declared & RED_ROW))
    out[253] = players / 4
    out[254] = (state.discards[viewer] or 0) / 8
    out[255] = len(trick) / 4
    return out


def _turn(state: CatInTheBoxState, first: int) -> int:
    """While all discard, those who have not yet, clockwise from the first; else whose turn it is."""
    if state.expects is not Discard:
        return state.turn
    seats = [(first + other) % state.players for other in range(state.players)]
    return next(seat for seat in seats if seat in state.to_act)


def _last_round(state: CatInTheBoxState) -> CatInTheBoxState:
    """The same round as the last one of its game, after others in which nothing happened."""
    if state.outcome:
        return state
    zeros = (0,) * state.players
    result = RoundResult(
        opening=state.round.opening,
        bids=None,
        plays=(),
        marker_losses=(),
        trick_winners=(),
        paradox=None,
        revealed=None,
        boards=state.boards,
        tricks=zeros,
        bonus=zeros,
        scores=zeros,
        layout=state.setup.layout,
    )
    past = (PastRound(result, state.round.deal, discards=zeros),) * (state.players - 1)
    return state._replace(round=state.round.after(past))


def _setup(players: int, deals: tuple[Deal, ...], start: int, neighbours: Sequence[int]) -> CatInTheBoxSetup:
    return CatInTheBoxSetup(
        game=find_game("cat-in-the-box"),
        players=players,
        numbers=NUMBERS[players],
        options=frozen({}),
        layout=Layout("given", (), FrozenDict(check_neighbours(neighbours))),
        start=start,
        by_lot=(),
        seed=None,
        chance=None,
        deals=deals,
    )


def _deal(players: int, hands: Sequence[int], turned_up: Sequence[int]) -> Deal:
    each = "hands: expected one for each seat"
    check(size_of(hands, each) == players, each)
    table = check_turned_up(turned_up, players)
    dealt = tuple(check_hand(hand, players, NUMBERS[players].hand) for hand in hands)
    check_copies(max(Counter([*table, *chain.from_iterable(map(values_in, dealt))]).values()))
    return Deal(dealt, table)
