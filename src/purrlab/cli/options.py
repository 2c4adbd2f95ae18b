"""Arguments and options that several commands share."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

import click

from purrlab.games.registry import GAMES

game_names = click.Choice(list(GAMES))

players_option = click.option("--players", "-p", type=int, default=None, metavar="N", help="How many play.")

seed_option = click.option(
    "--seed", default=None, metavar="TEXT", help="The seed of all chance; the same seed gives the same deals."
)


class _FileToWrite(click.Path):
    """Says before anything is done that a file cannot be written."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not value:
            self.fail("a file needs a name", param, ctx)
        file = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not file.parent.is_dir():
            self.fail(f"{file} cannot be written: there is no folder {file.parent}", param, ctx)
        if not file.exists() and not os.access(file.parent, os.W_OK):
            self.fail(f"{file} cannot be written: no permission to write in {file.parent}", param, ctx)
        return file


file_to_write = _FileToWrite()

record_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


def _parse_options(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"expected NAME=VALUE, such as layout=purple, not {text!r}")
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
    help="An option of the game, such as layout=purple, layout=mine.toml or rooms=attic,mine.toml; see below. "
    "Can be repeated.",
)


def players_for(game: str, players: int | None) -> int:
    """Four where nobody said how many, or as many as the game takes."""
    return players if players is not None else min(4, GAMES[game].seats[-1])


def new_seed() -> str:
    return secrets.token_hex(16)
