"""The games there are: for how many, with which options, and against which bots."""

from collections.abc import Iterable

from litestar import get
from msgspec import Struct

from purrlab.bots import BOTS
from purrlab.bots.game_bots import DEFAULT_LEVEL
from purrlab.games.game import Game
from purrlab.games.options import Kind, Option
from purrlab.games.registry import GAMES


class OptionInfo(Struct, kw_only=True):
    """Something that can be chosen before a game. What depends on it is by number of players."""

    name: str
    rule: str
    about: str
    kind: Kind
    each_seat: bool  # a list with a value for each seat
    own_file: bool  # what stands in a file of one's own can be given in place of a choice
    choices: dict[int, list[str | int]]
    default: dict[int, str | float | None]  # None: by lot
    lowest: float | None  # of a number, as the two below
    highest: float | None
    decimals: int | None


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]  # how many may play
    recommended_players: int
    round_counts: dict[int, int]  # by number of players
    options: list[OptionInfo]
    bots: list[str]
    levels: list[str]  # those of the bots that people choose from, weakest first
    default_bot: str


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """The games, for how many they are, what can be chosen before one, and the bots that play them."""
    return [_game_info(game) for game in GAMES.values()]


def _game_info(game: Game) -> GameInfo:
    bots = BOTS[game.name]
    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        recommended_players=game.recommended_players,
        round_counts=dict(game.round_counts),
        options=[_option_info(option, game.seats) for option in game.options],
        bots=list(bots),
        levels=list(bots.levels),
        default_bot=DEFAULT_LEVEL,
    )


def _option_info(option: Option, seats: Iterable[int]) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        rule=option.rule,
        about=option.about,
        kind=option.kind,
        each_seat=option.each_seat,
        own_file=option.own_file is not None,
        choices={players: list(option.choices_for(players)) for players in seats},
        default={players: option.default_for(players) for players in seats},
        lowest=option.lowest,
        highest=option.highest,
        decimals=option.decimals,
    )


ROUTES = [games]
