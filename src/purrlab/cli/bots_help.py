"""The bots in the help of every command that takes the name of one."""

import click

from purrlab.bots import BOTS


class CommandWithBots(click.Command):
    """Ends its help with all bots there are, in one line each."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        descriptions = {name: words for bots in BOTS.values() for name, words in bots.descriptions.items()}
        lines = ["", "Bots:", *(f"  {name:<11} {words}" for name, words in descriptions.items()), ""]
        formatter.write("\n".join(lines))
