"""The command line: ``purrlab play``, ``simulate``, ``verify``, ``arena``, ``train``, ``serve`` and others."""

import os
from typing import Any

import click

from purrlab import __version__
from purrlab.arena import ArenaError
from purrlab.bots import UnknownBot
from purrlab.cli.arena import arena_command
from purrlab.cli.copy_database import copy_database_command
from purrlab.cli.play import play_command
from purrlab.cli.replay import replay_command
from purrlab.cli.room import room_command
from purrlab.cli.serve import serve_command
from purrlab.cli.simulate import simulate_command
from purrlab.cli.spoken_errors import SpokenError, SpokenUsageError
from purrlab.cli.train import train_command
from purrlab.cli.verify import verify_command
from purrlab.games.game import GameError, InvalidSetup
from purrlab.native.compiler import CompilerError
from purrlab.records import RecordError
from purrlab.terminal.language import DEFAULT, say, speaking, spoken_language
from purrlab.train.errors import TrainingError


class _ErrorsInOneLine(click.Group):
    """Says in one line what is wrong with what it was given."""

    def invoke(self, ctx: click.Context) -> Any:
        with speaking(DEFAULT):  # until a command has its language
            try:
                return super().invoke(ctx)
            except click.UsageError as error:
                raise (error if spoken_language() == DEFAULT else SpokenUsageError(error)) from None
            except BrokenPipeError:
                raise  # click knows what to do: whoever read the output has had enough
            except OSError as error:
                raise SpokenError(f"{error.filename or 'the system'}: {error.strerror or error}") from None
            except (ArenaError, CompilerError, GameError, RecordError, TrainingError, UnknownBot) as error:
                raise SpokenError(_reason(error)) from None


def _reason(error: Exception) -> str:
    """What is wrong: in other languages than English in short, with what the rules say beside it."""
    if spoken_language() == DEFAULT:
        return str(error)
    if isinstance(error, InvalidSetup):
        return say("setup.refused", field=error.field.removeprefix("options."), message=error.message)
    return str(error)


@click.group(cls=_ErrorsInOneLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="purrlab")
@click.pass_context
def main(ctx: click.Context) -> None:
    """A table, an opponent and a laboratory for cat games."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


COMMANDS = (
    play_command,
    simulate_command,
    verify_command,
    replay_command,
    arena_command,
    train_command,
    room_command,
    serve_command,
    copy_database_command,
)
for _command in COMMANDS:
    main.add_command(_command)
