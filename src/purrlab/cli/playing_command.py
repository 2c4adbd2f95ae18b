"""The help of every command that plays: the options of all games, and the names of bots."""

import click

from purrlab.bots import BOTS
from purrlab.cli.options import example_of_option
from purrlab.games.game import Game
from purrlab.games.registry import GAMES


class PlayingCommand(click.Command):
    """Ends its help with what can be chosen. That loads all games, so it is not written before somebody asks."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        for paragraph in (*map(_options, GAMES.values()), _bots()):
            formatter.write("\n" + paragraph)


def _options(game: Game) -> str:
    """The options of a game: what each is, what can be chosen, and what is taken if nobody chooses."""
    if not game.options:
        return f"{game.name} has no options.\n"
    lines = [f"Options of {game.name}, such as -o {example_of_option(game)}:"]
    for option in game.options:
        lines += [
            f"  {option.name:<11} {option.about} ({option.rule})",
            f"  {'':<11} {option.values_in_words}",
            f"  {'':<11} default: {option.default_in_words}",
        ]
    return "".join(f"{line}\n" for line in lines)


def _bots() -> str:
    descriptions = {name: words for bots in BOTS.values() for name, words in bots.descriptions.items()}
    return "Bots:\n" + "".join(f"  {name:<11} {words}\n" for name, words in descriptions.items())
