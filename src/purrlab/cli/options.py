"""Arguments and options that several commands share."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

import click

from purrlab.games.game import Game
from purrlab.games.registry import GAMES
from purrlab.terminal.language import LANGUAGES, say, speak

game_names = click.Choice(list(GAMES))

DEFAULT_GAME = game_names.choices[0]
DEFAULT_PLAYERS = 4

players_option = click.option(
    "--players",
    "-p",
    type=int,
    default=None,
    metavar="N",
    help=f"How many play; {DEFAULT_PLAYERS} by default, or as many as the game takes.",
)

seed_option = click.option(
    "--seed", default=None, metavar="TEXT", help="The seed of all chance; the same seed gives the same deals."
)


def _speak(_ctx: click.Context, _param: click.Parameter, language: str | None) -> None:
    if language is not None:
        speak(language)


language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    is_eager=True,  # what is wrong with the others is said in it
    expose_value=False,
    callback=_speak,
    help="The language of all that is said; that of the locale by default.",
)


class _FileToWrite(click.Path):
    """Says before anything is done that a file cannot be written."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not value:
            self.fail(say("file.no-name"), param, ctx)
        file = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not file.parent.is_dir():
            self.fail(say("file.no-folder", file=file, folder=file.parent), param, ctx)
        if not file.exists() and not os.access(file.parent, os.W_OK):
            self.fail(say("file.no-permission", file=file, folder=file.parent), param, ctx)
        return file


file_to_write = _FileToWrite()

record_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


def _parse_options(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            example = example_of_option(GAMES[DEFAULT_GAME])
            raise click.BadParameter(say("usage.name-value", example=example, text=repr(text)))
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    """A number or other JSON as such, words with commas as a list, all else as text; the name of a file as its path."""
    try:
        return _with_paths(json.loads(text))
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")] if "," in text else _with_paths(text)


def _with_paths(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_with_paths, value))
    return Path(value) if isinstance(value, str) and value.endswith(".toml") else value


game_options = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    callback=_parse_options,
    metavar="NAME=VALUE",
    help="An option of the game; see below. Values by seat have commas between them, and a file of your own is named "
    "like mine.toml. Can be repeated.",
)


def example_of_option(game: Game) -> str:
    """How an option of this game is given: ``layout=purple``."""
    return game.options[0].example_for(game.recommended_players)


def players_for(game: str, players: int | None) -> int:
    """The default where nobody said how many, or as many as the game takes."""
    return players if players is not None else min(DEFAULT_PLAYERS, GAMES[game].seats[-1])


def new_seed() -> str:
    return secrets.token_hex(16)
