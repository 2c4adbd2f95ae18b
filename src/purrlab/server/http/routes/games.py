"""The games there are."""

from litestar import get
from msgspec import Struct

from purrlab.bots.registry import BOTS
from purrlab.games.registry import GAMES


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]  # how many may play
    bots: list[str]


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """The games, for how many they are, and the bots that play them."""
    return [
        GameInfo(name=game.name, title=game.title, seats=list(game.seats), bots=list(BOTS.get(game.name, {})))
        for game in GAMES.values()
    ]


ROUTES = [games]
