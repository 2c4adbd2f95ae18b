"""Purrlab: a table, an opponent and a laboratory for cat games."""

from purrlab.games.game import (
    Action,
    Game,
    GameError,
    IllegalAction,
    InvalidSetup,
    NotationError,
    Outcome,
    State,
    View,
)
from purrlab.games.options import Option
from purrlab.games.registry import GAMES, UnknownGame, find_game

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Action",
    "Game",
    "GameError",
    "IllegalAction",
    "InvalidSetup",
    "NotationError",
    "Option",
    "Outcome",
    "State",
    "UnknownGame",
    "View",
    "find_game",
]
