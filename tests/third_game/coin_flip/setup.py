"""How a game is set up: options, and where the coins come from (CF1, CF2, CF3, CF6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup, Setup
from purrlab.games.setup import check_chance, check_options, check_players, check_start
from purrlab.games.values import frozen

SIDES = ("heads", "tails")
DEFAULT_ROUNDS = 6
MAX_ROUNDS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinFlipSetup(Setup):
    rounds: int
    chance: Chance | None = field(repr=False, compare=False)
    deals: tuple[tuple[str, ...], ...] = field(repr=False)  # the coins of every round, where they were given

    def coins(self, number: int) -> tuple[str, ...]:
        """CF2: the coins of a round, counted from 1, by seat."""
        if self.chance is None:
            return self.deals[number - 1]
        flips = (self.chance.below(2, f"round {number} seat {seat}") for seat in range(self.players))
        return tuple(SIDES[flip] for flip in flips)


def set_up(game: Game, players: object, seed: object, options: object, deals: object) -> CoinFlipSetup:
    players = check_players(game, players)
    chance = check_chance(game, seed, deals)
    given = check_options(options, ("rounds", "start"))
    start = check_start(given.get("start"), players, chance, "CF3")
    rounds = _check_rounds(given.get("rounds", DEFAULT_ROUNDS))
    return CoinFlipSetup(
        game=game,
        players=players,
        options=frozen({"rounds": rounds, "start": start}),
        by_lot=("start",) if chance and "start" not in given else (),
        seed=seed if isinstance(seed, str) else None,
        start=start,
        rounds=rounds,
        chance=chance,
        deals=() if chance else _scripted(deals, players, rounds),
    )


def _check_rounds(rounds: object) -> int:
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        raise InvalidSetup("options.rounds", f"expected a whole number from 1 to {MAX_ROUNDS} (CF6), not {rounds!r}")
    return rounds


def _scripted(deals: object, players: int, rounds: int) -> tuple[tuple[str, ...], ...]:
    if not isinstance(deals, Sequence) or isinstance(deals, str) or len(deals) != rounds:
        raise InvalidSetup("deals", f"{rounds} rounds (CF6) need a deal for each")
    return tuple(_scripted_coins(deal, players, f"deals[{index}]") for index, deal in enumerate(deals))


def _scripted_coins(deal: object, players: int, source: str) -> tuple[str, ...]:
    coins = deal.get("coins") if isinstance(deal, Mapping) else None
    if not isinstance(coins, list | tuple) or len(coins) != players or any(coin not in SIDES for coin in coins):
        raise InvalidSetup(source, f'CF2: expected {{"coins": […]}} with heads or tails for each of {players} seats')
    return tuple(coins)
