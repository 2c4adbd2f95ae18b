"""``purrlab serve``: the table, for browsers and other clients."""

import os
import sys
import threading
import webbrowser
from pathlib import Path

import click

from purrlab.server.settings import InvalidSettings, load_settings


@click.command("serve")
@click.option("--host", default=None, help="Where to listen; 127.0.0.1 if nothing else is set.")
@click.option("--port", type=int, default=None, help="At which port; 8400 if nothing else is set.")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), default=None, help="Where to keep everything."
)
@click.option("--database", default=None, metavar="URL", help="A database to use instead of an SQLite file.")
@click.option("--bus", default=None, metavar="URL", help="NATS, for several servers on one PostgreSQL database.")
@click.option(
    "--processes",
    type=int,
    default=None,
    help="So many processes of this machine share the games, on SQLite too (pip install 'purrlab[processes]').",
)
@click.option(
    "--settings",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file with settings.",
)
@click.option(
    "--open", "opens", is_flag=True, help="Open a table against bots in the browser, where there is a display."
)
def serve_command(
    host: str | None,
    port: int | None,
    data: Path | None,
    database: str | None,
    bus: str | None,
    processes: int | None,
    file: Path | None,
    *,
    opens: bool,
) -> None:
    """Serve games until stopped (Ctrl-C)."""
    try:
        settings = load_settings(file, host=host, port=port, data=data, database=database, bus=bus, processes=processes)
    except InvalidSettings as error:
        raise click.ClickException(str(error)) from None
    from purrlab.server.errors import CannotServe  # noqa: PLC0415  # the other commands start sooner without it
    from purrlab.server.main import serve  # noqa: PLC0415

    def ready(address: str, for_others: str | None) -> None:
        others = f", for others in your network at {for_others}" if for_others else ""
        click.echo(f"Purrlab is at {address}{others} (Ctrl-C to stop)")
        if opens and has_display():
            threading.Thread(target=webbrowser.open, args=(f"{address}play",), daemon=True).start()

    try:
        if settings.processes == 1:
            serve(settings, ready)
        else:
            from purrlab.server.processes.supervisor import serve_with_processes  # noqa: PLC0415

            serve_with_processes(settings, ready)
    except CannotServe as error:
        raise click.ClickException(str(error)) from None


def has_display() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
