"""Commands that explain themselves in the language of whoever asks.

English stands where an option is declared; other languages have it as ``help.<command>.<option>`` of the messages.
"""

from copy import copy
from itertools import pairwise

import click

from purrlab.terminal.language import LANGUAGES, knows, language_of_user, say, speak

ENGLISH_DEFAULT = "[default: "  # as click writes it


class LocalizedCommand(click.Command):
    """Speaks the language of the locale, unless ``--language`` names another one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = [value for flag, value in pairwise(args) if flag == "--language" and value in LANGUAGES]
        speak(named[-1] if named else language_of_user())  # for what comes before it too, as --help
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{say('help.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        key = f"help.{self.name}"
        if not knows(key):
            return super().format_help_text(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(key))
        return None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [self._spoken(option).get_help_record(ctx) for option in options]
        with formatter.section(say("help.heading")):
            formatter.write_dl([(names, _with_default(words)) for names, words in filter(None, records)])

    def _spoken(self, option: click.Option) -> click.Option:
        """The option with its help in the language that is spoken; some are alike for all commands."""
        flag = max(option.opts, key=len).lstrip("-")
        keys = [f"help.{self.name}.{flag}", f"help.any.{flag}"]
        key = next(filter(knows, keys), None)
        if key is None:
            return option
        spoken = copy(option)
        spoken.help = say(key)
        if isinstance(option.show_default, str):
            spoken.show_default = say(f"{key}.default")
        return spoken


def _with_default(words: str) -> str:
    return words.replace(ENGLISH_DEFAULT, f"[{say('help.default')} ")
