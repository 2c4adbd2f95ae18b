"""What is wrong, in the language that is spoken."""

import re
from typing import IO, Any

import click

from purrlab.bots import BOTS, UnknownBot
from purrlab.cli.game_command import values_in_words
from purrlab.games.game import Game, InvalidSetup
from purrlab.terminal.language import DEFAULT, say, spoken_language

# What click says in English, by the message that says the same; what is not recognized stays as it is.
ENGLISH = {
    "usage.not-one-of": r"(?P<value>'.*') is not one of (?P<choices>.*)\.",
    "usage.no-number": r"(?P<value>'.*') is not a valid (?:integer|float)\.",
    "usage.not-in-range": r"(?P<value>\S+) is not in the range (?P<range>.*)\.",
    "usage.no-file": r"\w+ (?P<file>'.*') does not exist\.",
    "usage.folder": r"\w+ (?P<file>'.*') is a directory\.",
    "usage.no-option": r"No such option (?P<option>'.*?')\..*",
    "usage.needs-value": r"Option (?P<option>'.*') requires an argument\.",
    "usage.takes-no-value": r"Option (?P<option>'.*') does not take a value\.",
    "usage.too-much": r"Got unexpected extra arguments? \((?P<words>.*)\)",
}


class SpokenError(click.ClickException):
    """Shown in the language that was spoken when it was found."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self._beginning = say("error")

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"{self._beginning} {self.format_message()}", file=file, err=file is None)


class SpokenUsageError(click.UsageError):
    """What is wrong with a command as it was typed."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(_spoken(error), error.ctx)
        self._lines = [f"{say('error')} {self.message}"]
        if error.ctx:
            self._lines[:0] = [error.ctx.get_usage(), say("usage.try", command=error.ctx.command_path), ""]

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo("\n".join(self._lines), file=file, err=file is None)


def spoken_setup_error(error: InvalidSetup, game: Game) -> Exception:
    """In other languages than English: what can be chosen instead, where few words can say that."""
    if spoken_language() == DEFAULT:
        return error
    name = error.field.removeprefix("options.")
    options = {option.name: option for option in game.options}
    if name == "players":
        return SpokenError(say("setup.players", lowest=game.seats[0], highest=game.seats[-1]))
    if name in options:
        return SpokenError(say("setup.allowed", field=name, values=values_in_words(options[name])))
    if error.field == f"options.{name}":
        return SpokenError(say("setup.no-option", field=name, options=", ".join(options)))
    return error


def spoken_bot_error(error: UnknownBot, game: str, bot: str) -> Exception:
    if spoken_language() == DEFAULT:
        return error
    return SpokenError(say("setup.no-bot", bot=repr(bot), bots=", ".join(BOTS[game].descriptions)))


def _spoken(error: click.UsageError) -> str:
    if isinstance(error, click.MissingParameter):
        return say("usage.missing", parameter=_name(error))
    reason = _translated(error.message)
    if isinstance(error, click.BadParameter) and (parameter := _name(error)):
        return say("usage.invalid", parameter=parameter, reason=reason)
    return reason


def _name(error: click.BadParameter) -> str:
    hint = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param and error.ctx else "")
    return hint if isinstance(hint, str) else " / ".join(hint)


def _translated(english: str) -> str:
    for key, pattern in ENGLISH.items():
        if found := re.fullmatch(pattern, english, re.DOTALL):
            return say(key, **found.groupdict())
    return english
