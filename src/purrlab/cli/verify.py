"""``purrlab verify``: does a record agree with the rules?"""

import sys
from pathlib import Path

import click
from msgspec import UNSET

from purrlab.cli.options import record_file
from purrlab.records import RecordError, read_records, verify


@click.command("verify")
@record_file
def verify_command(file: Path) -> None:
    """Play every record in FILE again, deals from the seed included.

    Says where the first disagreement with the rules is, and by which rule.
    """
    count = committed = 0
    try:
        for _line, record in read_records(file):
            verify(record)
            count += 1
            committed += record.fair is not UNSET
    except RecordError as error:
        click.echo(f"{file}, record {count + 1}: {error}", err=True)
        sys.exit(1)
    if not count:
        raise click.ClickException(f"{file} has no record in it")
    click.echo(f"{file}: {count} {'record agrees' if count == 1 else 'records agree'} with the rules")
    if committed:
        which = "The deals" if committed == count else f"The deals of {committed} of them"
        click.echo(f"{which} follow from the seed that was committed to before the game.")
