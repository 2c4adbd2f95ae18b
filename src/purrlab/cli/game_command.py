"""The help of every command that plays: the options of all games, and the names of bots."""

import click

from purrlab.bots import BOTS
from purrlab.cli.localized_command import LocalizedCommand
from purrlab.cli.options import example_of_option
from purrlab.games.game import Game
from purrlab.games.options import Option, players_by_words
from purrlab.games.registry import GAMES
from purrlab.terminal.language import DEFAULT, knows, say, spoken_language


class GameCommand(click.Command):
    """Ends its help with what can be chosen. That loads all games, so it is not written before somebody asks."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        for paragraph in (*map(_options, GAMES.values()), _bots()):
            formatter.write("\n" + paragraph)


class LocalizedGameCommand(GameCommand, LocalizedCommand):
    """In the language of whoever asks."""


def _options(game: Game) -> str:
    """The options of a game: what each is, what can be chosen, and what is taken if nobody chooses."""
    if not game.options:
        return f"{say('help.no-options', game=game.name)}\n"
    lines = [say("help.options-of", game=game.name, example=example_of_option(game))]
    for option in game.options:
        lines += [
            f"  {option.name:<11} {_about(game, option)} ({option.rule})",
            f"  {'':<11} {values_in_words(option)}",
            f"  {'':<11} {say('help.default')} {_default(option)}",
        ]
    return "".join(f"{line}\n" for line in lines)


def _about(game: Game, option: Option) -> str:
    key = f"help.{game.name}.{option.name}"
    return say(key) if knows(key) else option.about


def values_in_words(option: Option) -> str:
    """In English as the option says it; in other languages without sentences."""
    if spoken_language() == DEFAULT:
        return option.values_in_words
    if option.kind == "seat":
        return say("help.values.seat")
    if option.kind == "number":
        limits = {"lowest": f"{option.lowest:g}", "highest": f"{option.highest:g}"}
        return say("help.values.number", **limits, decimals=option.decimals)
    named = _by_players({players: ", ".join(choices) for players, choices in option.choices.items()})
    words = f"{named}; {say('help.values.own-file')}" if option.own_file else named
    return f"{say('help.values.each-seat')} {words}" if option.each_seat else words


def _default(option: Option) -> str:
    if spoken_language() == DEFAULT:
        return option.default_in_words
    if option.default is None:
        return say("help.by-lot")
    return _by_players(
        {players: f"{value:g}" if isinstance(value, float) else str(value) for players, value in option.default.items()}
    )


def _by_players(words: dict[int, str]) -> str:
    """One thing for all numbers of players, or each with those that it is for."""
    by_words = players_by_words(words)
    if len(by_words) == 1:
        return next(iter(by_words))
    return "; ".join(
        say("help.values.players", values=each, players=", ".join(map(str, numbers)))
        for each, numbers in by_words.items()
    )


def _bots() -> str:
    descriptions = {name: words for bots in BOTS.values() for name, words in bots.descriptions.items()}
    width = max(map(len, descriptions))
    lines = [f"  {name:<{width}} {_bot(name, words)}" for name, words in descriptions.items()]
    return "".join(f"{line}\n" for line in (say("help.bots"), *lines))


def _bot(name: str, words: str) -> str:
    key = f"help.bot.{name.partition('@')[0]}"
    return say(key) if knows(key) else words
