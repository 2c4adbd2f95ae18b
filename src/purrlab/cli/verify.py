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
    count, commitments = 0, list[str]()
    try:
        for _line, record in read_records(file):
            verify(record)
            count += 1
            if record.fair is not UNSET:
                commitments.append(record.fair.commitment)
    except RecordError as error:
        click.echo(f"{file}, record {count + 1}: {error}", err=True)
        sys.exit(1)
    if not count:
        raise click.ClickException(f"{file} has no records")
    click.echo(f"{file}: {count} {'record agrees' if count == 1 else 'records agree'} with the rules")
    click.echo(_about(commitments, count))


def _about(commitments: list[str], count: int) -> str:
    if not commitments:
        return "No commitment to check: the deals follow from the seed that the record names."
    if count == 1:
        return f"The deals follow from the commitment {commitments[0]}: is it the one you saw before the game?"
    return f"The deals of {len(commitments)} of them follow from a commitment; for each, see `fair` in the record."
