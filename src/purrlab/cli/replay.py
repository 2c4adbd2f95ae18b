"""``purrlab replay``: step through a record with a drawing of the table."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import click

from purrlab.cli.localized_command import LocalizedCommand
from purrlab.cli.options import language_option, record_file
from purrlab.cli.prompt import Quit, prompt
from purrlab.records import Moment, Record, RecordError, read_records, replay
from purrlab.terminal import TEXT_VIEWS
from purrlab.terminal.language import say


@click.command("replay", cls=LocalizedCommand)
@record_file
@click.option("--record", "-r", "number", type=click.IntRange(min=1), default=1, help="Which record of the file.")
@click.option("--seat", "-s", type=click.IntRange(min=0), default=None, help="See it as this seat saw it.")
@language_option
def replay_command(file: Path, number: int, seat: int | None) -> None:
    """Step through a record in FILE. Where nobody can press a key, all of it is printed."""
    record = _pick(file, number)
    if seat is not None and seat >= len(record.players):
        raise click.BadParameter(say("replay.seats", last=len(record.players) - 1), param_hint="--seat")
    moments, wrong = _moments(record)
    if sys.stdin.isatty():
        with suppress(Quit):
            _step_through(moments, record.players, seat)
    else:
        for index in range(len(moments)):
            _show(moments, index, record.players, seat)
    if wrong:
        raise click.ClickException(f"{file}, record {number}: {wrong}")


def _moments(record: Record) -> tuple[list[Moment], RecordError | None]:
    """All moments of a record, or those up to where it disagrees with the rules."""
    moments = []
    try:
        for moment in replay(record):
            moments.append(moment)  # noqa: PERF402  # those before an error are kept
    except RecordError as error:
        return moments, error
    return moments, None


def _pick(file: Path, number: int) -> Record:
    found = next(islice(read_records(file), number - 1, None), None)
    if found is None:
        raise click.BadParameter(say("replay.no-record", file=file, number=number), param_hint="--record")
    return found[1]


def _show(moments: Sequence[Moment], index: int, names: Sequence[str], seat: int | None) -> None:
    state = moments[index].state
    text_view = TEXT_VIEWS[state.game.name]
    view = state.view(seat)
    click.echo(f"── {say('replay.move', number=index, last=len(moments) - 1)} " + "─" * 40)
    if index:
        for line in text_view.narrate(moments[index - 1].state.view(seat), view, names):
            click.echo(line)
    click.echo(text_view.draw(view, names) + "\n")


def _step_through(moments: Sequence[Moment], names: Sequence[str], seat: int | None) -> None:
    index = 0
    while True:
        _show(moments, index, names, seat)
        key = prompt(f"{say('replay.keys')} >")
        if key == "q" or (key == "" and index == len(moments) - 1):
            return
        index = _move(key, index, len(moments) - 1)


def _move(key: str, index: int, last: int) -> int:
    if key == "":
        return index + 1
    if key == "b":
        return max(index - 1, 0)
    if key.isdecimal():
        return min(int(key), last)
    click.echo(say("replay.keys"))
    return index
