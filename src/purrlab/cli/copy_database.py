"""``purrlab copy-database``: from an SQLite file to PostgreSQL, or back."""

import click


@click.command("copy-database")
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
def copy_database_command(source: str, target: str) -> None:
    """Copy all people and games from one database into an empty one.

    SOURCE and TARGET are URLs, such as sqlite:////home/me/purrlab.sqlite and postgresql+psycopg://purrlab@db/purrlab.
    No server may use either meanwhile. SOURCE stays as it is, besides what an upgrade adds.
    """
    from purrlab.server.errors import CannotServe  # noqa: PLC0415  # the other commands start sooner without it
    from purrlab.server.storage.copy_database import copy_database  # noqa: PLC0415

    try:
        counts = copy_database(source, target)
    except CannotServe as error:
        raise click.ClickException(str(error)) from None
    click.echo(", ".join(f"{name} {count:,}" for name, count in counts.items()))
