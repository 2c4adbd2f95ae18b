"""Tiles, toys and rooms by name, in the reader's language."""

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.terminal.language import knows, say, spoken_language
from purrlab.terminal.rascal_kittens.room import PAINT
from purrlab.terminal.text import paint


def tile_text(tile: str) -> str:
    """A tile as it is typed; for whoever does not read English, by its name too."""
    name = tile if spoken_language() == "en" else f"{tile_name(tile)} ({tile})"
    return paint(name, PAINT[COLOUR_OF_TILE[tile]])


def tile_name(tile: str) -> str:
    return say(f"rascal-kittens.tile.{tile}")


def toy_name(toy: str) -> str:
    return toy if spoken_language() == "en" else say(f"rascal-kittens.toy.{toy}")


def room_name(room: Room) -> str:
    """Somebody's own room has the name that they gave it."""
    key = f"rascal-kittens.option.rooms.{room.name}"
    return say(key) if knows(key) else room.name
