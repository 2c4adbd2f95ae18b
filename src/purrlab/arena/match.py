"""A match: which bots meet, on which deals, in which seats; and one game of it.

Every deal is played once for each way to seat the bots (duplicate deals), so luck with the cards evens out.
"""

from collections.abc import Callable, Iterator
from itertools import permutations
from math import factorial, prod
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from purrlab import __version__
from purrlab.bots import BOTS, Bot, find_bot, play_game
from purrlab.games.game import Action, State, View
from purrlab.games.registry import find_game

MATCH_FORMAT = "purrlab-arena/2"
MAX_SEATINGS = 24  # beyond these, with five different bots, only rotations are played
FindBot = Callable[[str, str], Bot]  # by game and name


class Match(msgspec.Struct, frozen=True):
    """What is to be played. Bots are seated in every order that makes a difference."""

    game: str
    bots: tuple[str, ...]
    deals: int
    seed: str
    options: dict[str, Any] = {}
    version: str = __version__  # what it is played with: another version, or the other core, may play otherwise
    core: str = "python"  # ``check_match`` says which it is
    format: str = MATCH_FORMAT

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        if self.rotates:
            return [self.bots[at:] + self.bots[:at] for at in range(len(self.bots))]
        return sorted(set(permutations(self.bots)))

    @property
    def rotates(self) -> bool:
        """Whether there are too many orders to play them all."""
        alike = prod(factorial(self.bots.count(bot)) for bot in set(self.bots))
        return factorial(len(self.bots)) // alike > MAX_SEATINGS

    def games(self) -> Iterator[tuple[int, int]]:
        """Deal and seating of every game."""
        return ((deal, seating) for deal in range(self.deals) for seating in range(len(self.seatings)))


class GameResult(msgspec.Struct, frozen=True):
    """What came of one game, by seat."""

    deal: int
    seating: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    won: tuple[float, ...]  # a win that is shared counts in parts
    rounds: int  # over which the points came together; 1 where rounds are not scored on their own
    moves: tuple[int, ...]  # decisions with more than one choice
    seconds: tuple[float, ...]  # spent on these
    counts: dict[str, tuple[int, ...]] = {}  # rounds in which something was so that the game counts


def check_match(match: Match, find: FindBot = find_bot) -> Match:
    """Refuse what cannot be played, before anything is. Files named in the options are read once, here."""
    for bot in match.bots:
        find(match.game, bot)
    state: State = find_game(match.game).new(len(match.bots), match.seed, match.options)
    options = {name: state.options[name] for name in match.options}
    core = "compiled" if BOTS[match.game].compiled else "python"
    return msgspec.structs.replace(match, options=msgspec.json.decode(msgspec.json.encode(options)), core=core)


def play_match_game(match: Match, deal: int, seating: int, find: FindBot = find_bot) -> GameResult:
    """One game; the same again on every machine, unless a bot thinks by the clock. ``find`` may know other bots too."""
    names = match.seatings[seating]
    bots = [TimedBot(find(match.game, name)) for name in names]
    seed = f"{match.seed}/{deal}"
    state: State = find_game(match.game).new(len(bots), seed, match.options)
    end = play_game(state, bots, Random(f"{seed}/{seating}"))
    assert end.outcome is not None
    winners = end.outcome.winners
    counted = end.view(None).round_statistics()
    return GameResult(
        deal=deal,
        seating=seating,
        bots=names,
        points=end.outcome.totals,
        won=tuple((seat in winners) / len(winners) for seat in range(len(bots))),
        rounds=counted.rounds if counted else 1,
        moves=tuple(bot.moves for bot in bots),
        seconds=tuple(bot.seconds for bot in bots),
        counts=dict(counted.counts) if counted else {},
    )


class TimedBot:
    """Plays like another bot, and keeps how long that took where there was a choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.moves = 0
        self.seconds = 0.0

    def choose(self, view: View, random: Random) -> Action:
        begin = perf_counter()
        action = self.bot.choose(view, random)
        if len(view.legal) > 1:
            self.moves += 1
            self.seconds += perf_counter() - begin
        return action
