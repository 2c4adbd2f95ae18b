"""The last tricks of a round of Cat in the Box for OpenSpiel, small enough for exact exploitability.

Registered on import: ``pyspiel.load_game("purrlab_cat_in_the_box_endgame(players=2,tricks=1,position=1)")``.
``position`` is a seed: by it a round is dealt and played at random until so many tricks are left. Chance then deals
anew what is in all hands and what nobody was dealt, in every way in which what was played could have been played. The
discards stay, and everybody knows them. What a seat gets is its lead over the mean of the others.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import pyspiel

from purrlab.envs.openspiel_cat_in_the_box import MAX_ROUND_POINTS, CatInTheBoxObserver, as_dealt
from purrlab.envs.openspiel_states import CHANCE, TERMINAL, CoreGame, CoreState, game_type, resample
from purrlab.games.cat_in_the_box.cells import COLOURS, COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native import cat_in_the_box
from purrlab.native.cat_in_the_box.encoding import FIRST_BID, FIRST_DISCARD
from purrlab.native.chance import Rng

Hands = tuple[tuple[int, ...], ...]

ENDGAME = game_type(
    "purrlab_cat_in_the_box_endgame",
    "Cat in the Box, the last tricks",
    range(2, 6),
    {"players": 2, "tricks": 1, "position": 1},
    utility=pyspiel.GameType.Utility.ZERO_SUM,
)


@dataclass(frozen=True)
class Position:
    """What lies open when so many tricks are left, and what chance may have dealt."""

    last: Any  # the round as it was played
    actions: tuple[int, ...]
    deals: tuple[tuple[Hands, float], ...]  # what each seat may have in hand, and how likely that is

    def game(self, hands: Hands) -> Any:
        """A game in which the seats have these hands now. Raises ValueError where it could not have come to this."""
        now = self.last
        missing = [as_dealt(now, seat) - now.hands[seat] for seat in range(now.players)]
        dealt = [gone + hand_of(hand) for gone, hand in zip(missing, hands, strict=True)]
        neighbours = cat_in_the_box.neighbours_of(RULES_BY_PLAYERS[now.players].layouts[0])
        made = cat_in_the_box.Game(now.players, [dealt], [now.turned_up], now.start, neighbours)
        for action in self.actions:
            made.step(action)
        return made


class EndgameGame(CoreGame):
    rounds, chance_nodes = 1, 1

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"players": 2, "tricks": 1, "position": 1, **(params or {})}
        players, tricks, position = given["players"], given["tricks"], given["position"]
        if players not in RULES_BY_PLAYERS:
            raise ValueError(f"players: expected 2 to 5, not {players}")
        most = RULES_BY_PLAYERS[players].hand - 2
        if not 1 <= tricks <= most:
            raise ValueError(f"tricks: expected 1 to {most}, as a round with {players} players has, not {tricks}")
        if position < 0:
            raise ValueError(f"position: expected a whole number of 0 or more, not {position}")
        self.position = find_position(players, tricks, position)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(cat_in_the_box.ACTIONS),
            max_chance_outcomes=len(self.position.deals),
            num_players=players,
            min_utility=-MAX_ROUND_POINTS,
            max_utility=MAX_ROUND_POINTS,
            utility_sum=0.0,
            max_game_length=players * tricks,
        )
        super().__init__(ENDGAME, info, params or {})

    def new_initial_state(self) -> "EndgameState":
        return EndgameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CatInTheBoxObserver:
        return CatInTheBoxObserver(self, iig_obs_type, params)


class EndgameState(CoreState):
    notation = cat_in_the_box.ACTIONS

    def __init__(self, game: EndgameGame) -> None:
        super().__init__(game)
        self._player, self._position = CHANCE, game.position
        self.core: Any = None
        self.past: tuple[Any, ...] = ()  # the round, when it is over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, probability) for number, (_, probability) in enumerate(self._position.deals)]

    def _apply_action(self, action: int) -> None:
        if not self.core:
            if action not in range(len(self._position.deals)):
                raise ValueError(f"chance: no outcome {action} is possible now")
            self.core = self._position.game(self._position.deals[action][0])
        else:
            self.core.step(action)
        if self.core.legal:
            self._player = self.core.turn
        else:
            self.past, self._player = (self.core.round,), TERMINAL

    def _outcome_name(self, outcome: int) -> str:
        return f"hands {self._position.deals[outcome][0]}"

    def returns(self) -> list[float]:
        if not self.past:
            return [0.0] * self.num_players()
        points = self.past[0].scores()
        return [own - (sum(points) - own) / (len(points) - 1) for own in points]

    @property
    def round(self) -> Any:
        """The round in play; None before the hands are dealt, and at the end."""
        return self.core.round if self.core and not self.past else None

    def __str__(self) -> str:
        return f"{self._hands()} {self.history()}" if self.core else "dealing"

    def _hands(self) -> Hands:
        return tuple(values_in(hand) for hand in self.core.round.hands)

    def resample_from_infostate(self, player: int, sampler: Any) -> "EndgameState":
        made: EndgameState = resample(self, player, sampler)
        return made

    def resampled_history(self, player: int, seed: int) -> list[int]:
        deals, (dealt, *actions) = self._position.deals, self.history()
        fitting = [
            (number, probability)
            for number, (hands, probability) in enumerate(deals)
            if hands[player] == deals[dealt][0][player] and self._could_be(hands, actions)
        ]
        at = Rng(seed).next() / 2**64 * sum(probability for _, probability in fitting)
        for number, probability in fitting:
            at -= probability
            if at < 0:
                return [number, *actions]
        return [fitting[-1][0], *actions]

    def _could_be(self, hands: Hands, actions: list[int]) -> bool:
        """Whoever is to act can: everybody would have seen a paradox."""
        game = self._position.game(hands)
        for action in actions:
            if not game.legal >> action & 1:
                return False
            game.step(action)
        return bool(game.legal)


@cache
def find_position(players: int, tricks: int, seed: int) -> Position:
    """The first round by this seed that comes so far without a paradox."""
    chance, rules = Rng(seed), RULES_BY_PLAYERS[players]
    neighbours = cat_in_the_box.neighbours_of(rules.layouts[0])
    played = players * (rules.hand - 2 - tricks)
    while True:
        hands, turned_up = cat_in_the_box.random_deal(players, chance.next())
        table = cat_in_the_box.Game(players, [hands], [turned_up], chance.below(players), neighbours)
        while table.legal and len(table.round.plays) < played:
            table.step(chance.pick(table.legal_actions))
        if table.legal and not any(map(FIRST_DISCARD.__le__, table.legal_actions)):
            return _position_of(table.round)


def _position_of(last: Any) -> Position:
    seats = [(last.start + turn) % last.players for turn in range(last.players)]
    discards = [FIRST_DISCARD + last.discards[seat] - 1 for seat in seats]
    bids = [FIRST_BID + last.bids[seat] - 1 for seat in seats if last.bids[seat]]
    bare = Position(last, (*discards, *bids, *last.plays), ())
    deck = Counter(dict.fromkeys(range(1, RULES_BY_PLAYERS[last.players].highest + 1), COPIES_PER_VALUE))
    played = [play // len(COLOURS) + 1 for play in last.plays]
    pool = deck - Counter([*played, *last.discards, *last.turned_up])
    ways = {
        hands: count
        for hands, count in _splits(pool, [len(values_in(hand)) for hand in last.hands])
        if _fits(bare, hands)
    }
    total = sum(ways.values())
    return Position(last, bare.actions, tuple((hands, count / total) for hands, count in sorted(ways.items())))


def _splits(pool: Counter[int], sizes: list[int]) -> Iterator[tuple[Hands, int]]:
    """Every way to deal these cards, and in how many ways it comes about."""
    if not sizes:
        yield (), 1
        return
    for hand, ways in Counter(combinations(sorted(pool.elements()), sizes[0])).items():
        for others, more in _splits(pool - Counter(hand), sizes[1:]):
            yield (hand, *others), ways * more


def _fits(position: Position, hands: Hands) -> bool:
    try:
        return bool(position.game(hands).legal)
    except ValueError:
        return False


pyspiel.register_game(ENDGAME, EndgameGame)
