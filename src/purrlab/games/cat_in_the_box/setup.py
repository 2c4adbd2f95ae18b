"""How a game is set up: numbers by players, options, and where the deals come from (CB1, CB4, CB6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from purrlab.games.cat_in_the_box.cells import ALL_COLOURS, CARD, COPIES_PER_VALUE, hand_of
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup, Setup
from purrlab.games.option_checks import check_options
from purrlab.games.setup import check_chance, check_players, decided_by_lot, start_player
from purrlab.games.values import frozen


class PlayerCountRules(NamedTuple):
    """CB1: what depends on how many play."""

    highest: int  # value
    hand: int  # cards dealt to each
    left_over: int  # cards on the table
    bids: tuple[int, ...]
    layouts: tuple[str, ...]  # the first is the default
    rounds: int  # CB5
    observed: int  # cells covered by observed tokens

    @property
    def cells(self) -> int:
        """Those of the values that are played with."""
        return (CARD[self.highest] << 4) - 1

    @property
    def deck(self) -> tuple[int, ...]:
        return _deck(self.highest)


@cache
def _deck(highest: int) -> tuple[int, ...]:
    """Each card as a hand of one."""
    return tuple(CARD[value] for value in range(1, highest + 1) for _ in range(COPIES_PER_VALUE))


def _every(value: int) -> int:
    """The four cells of a value."""
    return CARD[value] * ALL_COLOURS


TURNED_UP_COUNT = 3  # CB20: cards seen of those left over

RULES_BY_PLAYERS = {
    5: PlayerCountRules(9, 9, 0, (1, 2, 3), ("purple",), rounds=5, observed=0),
    4: PlayerCountRules(8, 10, 0, (1, 2, 3), ("white", "purple"), rounds=4, observed=_every(9)),
    3: PlayerCountRules(6, 10, 0, (1, 3, 4), ("white", "purple"), rounds=3, observed=0),
    2: PlayerCountRules(5, 10, 5, (), ("white",), rounds=2, observed=_every(6)),
}


class Deal(NamedTuple):
    """CB6: the hands, and what is left on the table."""

    hands: tuple[int, ...]
    table: tuple[int, ...]  # the values, in the order in which they would be turned up


@dataclass(frozen=True, slots=True, kw_only=True)
class CatInTheBoxSetup(Setup):
    """All that is fixed before the first round."""

    numbers: PlayerCountRules
    layout: Layout
    chance: Chance | None = field(repr=False, compare=False)
    deals: tuple[Deal, ...] = field(repr=False)

    def deal(self, number: int) -> Deal:
        """CB6: the deal of a round, counted from 1."""
        if self.chance is None:
            return self.deals[number - 1]
        cards = self.chance.shuffled(self.numbers.deck, f"round {number}")
        size = self.numbers.hand
        hands = tuple([sum(cards[at : at + size]) for at in range(0, size * self.players, size)])
        return Deal(hands, tuple(map(CARD.index, cards[size * self.players :])))


def set_up(game: Game, players: object, seed: object, options: object, deals: object) -> CatInTheBoxSetup:
    """Check everything that was given; raises InvalidSetup naming the field."""
    players = check_players(game, players)
    chosen = check_options(game, players, options)
    chance = check_chance(game, seed, deals)
    layout = find_layout(chosen["layout"])
    start = start_player(chosen["start"], players, chance)  # CB4
    return CatInTheBoxSetup(
        game=game,
        players=players,
        numbers=RULES_BY_PLAYERS[players],
        options=frozen(chosen | {"layout": layout.option, "start": start}),
        layout=layout,
        start=start,
        by_lot=decided_by_lot(chosen, chance),
        seed=seed if isinstance(seed, str) else None,
        chance=chance,
        deals=() if chance else _scripted(deals, players),
    )


def _scripted(deals: object, players: int) -> tuple[Deal, ...]:
    rounds = RULES_BY_PLAYERS[players].rounds
    if not isinstance(deals, Sequence) or isinstance(deals, str) or len(deals) != rounds:
        raise InvalidSetup("deals", f"{players} players play {rounds} rounds (CB5) and need a deal for each")
    return tuple(_scripted_deal(deal, players, f"deals[{index}]") for index, deal in enumerate(deals))


def _scripted_deal(deal: object, players: int, source: str) -> Deal:
    if not isinstance(deal, Mapping):
        raise InvalidSetup(source, 'expected {"hands": [[…], …], "table": […]}')
    numbers = RULES_BY_PLAYERS[players]
    hands = deal.get("hands")
    if not isinstance(hands, list | tuple) or len(hands) != players:
        raise InvalidSetup(f"{source}.hands", f"expected {players} hands, one for each seat")
    dealt = [_cards(hand, numbers, numbers.hand, f"{source}.hands[{seat}]") for seat, hand in enumerate(hands)]
    table = _cards(deal.get("table", ()), numbers, numbers.left_over, f"{source}.table")
    if sorted(map(CARD.__getitem__, sum(dealt, table))) != list(numbers.deck):
        raise InvalidSetup(source, f"CB1: the deck has five each of 1 to {numbers.highest}")
    return Deal(tuple(map(hand_of, dealt)), table)


def _cards(cards: object, numbers: PlayerCountRules, size: int, source: str) -> tuple[int, ...]:
    if not isinstance(cards, list | tuple) or len(cards) != size:
        raise InvalidSetup(source, f"expected {size} cards (CB1)")
    for value in cards:
        if type(value) is not int or not 1 <= value <= numbers.highest:
            raise InvalidSetup(source, f"{value!r} is not a card here; cards are 1 to {numbers.highest} (CB1)")
    return tuple(cards)
