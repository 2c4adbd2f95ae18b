"""How a game is set up: options, and where the coins come from (CF1, CF2, CF3, CF6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup, Setup
from purrlab.games.option_checks import check_options
from purrlab.games.setup import check_chance, check_players, decided_by_lot, start_player
from purrlab.games.values import frozen

Side = Literal["heads", "tails"]
SIDES: tuple[Side, ...] = get_args(Side)
ROUNDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinFlipSetup(Setup):
    chance: Chance | None = field(repr=False, compare=False)
    deals: tuple[tuple[Side, ...], ...] = field(repr=False)  # the coins of every round, where they were given

    def coins(self, number: int) -> tuple[Side, ...]:
        """CF2: the coins of a round, counted from 1, by seat."""
        if self.chance is None:
            return self.deals[number - 1]
        flips = (self.chance.below(2, f"round {number} seat {seat}") for seat in range(self.players))
        return tuple(SIDES[flip] for flip in flips)


def set_up(game: Game, players: object, seed: object, options: object, deals: object) -> CoinFlipSetup:
    """Check everything that was given; raises InvalidSetup naming the field."""
    players = check_players(game, players)
    chosen = check_options(game, players, options)
    chance = check_chance(game, seed, deals)
    start = start_player(chosen["start"], players, chance)  # CF3
    return CoinFlipSetup(
        game=game,
        players=players,
        options=frozen(chosen | {"start": start}),
        by_lot=decided_by_lot(chosen, chance),
        seed=seed if isinstance(seed, str) else None,
        start=start,
        chance=chance,
        deals=() if chance else _scripted(deals, players),
    )


def _scripted(deals: object, players: int) -> tuple[tuple[Side, ...], ...]:
    if not isinstance(deals, Sequence) or isinstance(deals, str) or len(deals) != ROUNDS:
        raise InvalidSetup("deals", f"{ROUNDS} rounds (CF6) need a deal for each")
    return tuple(_scripted_coins(deal, players, f"deals[{index}]") for index, deal in enumerate(deals))


def _scripted_coins(deal: object, players: int, source: str) -> tuple[Side, ...]:
    coins = deal.get("coins") if isinstance(deal, Mapping) else None
    if not isinstance(coins, list | tuple) or len(coins) != players or any(coin not in SIDES for coin in coins):
        raise InvalidSetup(source, f'CF2: expected {{"coins": […]}} with heads or tails for each of {players} seats')
    return tuple(coins)
