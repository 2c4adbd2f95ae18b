"""All games there are."""

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.game import Game, GameError
from purrlab.games.rascal_kittens import RascalKittens

GAMES: dict[str, Game] = {game.name: game for game in (CatInTheBox(), RascalKittens())}


class UnknownGame(GameError):
    """No game has this name."""


def find_game(name: str) -> Game:
    """The game of this name, such as ``cat-in-the-box``."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}") from None
