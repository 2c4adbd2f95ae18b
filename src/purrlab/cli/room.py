"""``purrlab room``: a picture of a room of Rascal Kittens."""

from pathlib import Path

import click

from purrlab.cli.localized_command import LocalizedCommand
from purrlab.cli.options import file_to_write, language_option
from purrlab.drawings.png import render_png
from purrlab.drawings.rascal_kittens.room import PICTURE_PIXELS, draw_room
from purrlab.games.rascal_kittens.rooms import BUILT_IN, Room, find_room
from purrlab.terminal.language import say
from purrlab.terminal.rascal_kittens.room import draw_room as draw_room_as_text


def _suffix(_ctx: click.Context, _param: click.Parameter, out: Path | None) -> Path | None:
    if out is not None and out.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter(say("room.suffix", file=repr(str(out))))
    return out


@click.command("room", cls=LocalizedCommand)
@click.argument("room", metavar="FILE_OR_NAME")
@click.option(
    "--out",
    type=file_to_write,
    callback=_suffix,
    help="Where to write: a file that ends in .svg or .png. Without it, the room is drawn on the screen.",
)
@click.option(
    "--size",
    type=click.IntRange(64, 8192),
    default=PICTURE_PIXELS,
    show_default=True,
    help="Pixels of a PNG, both ways.",
)
@language_option
def room_command(room: str, out: Path | None, size: int) -> None:
    """Draw a room of Rascal Kittens: a built-in one by its name, or a room file.

    A file that breaks the rules of rooms is refused, with its fault named.
    """
    found = _find(room)
    if out is None:
        click.echo("\n".join([f"  {found.name}", *draw_room_as_text(found)]))
        return
    picture = draw_room(found).alone(PICTURE_PIXELS)
    if out.suffix.lower() == ".svg":
        out.write_text(picture + "\n", "utf-8")
    else:
        out.write_bytes(render_png(picture, size, size))
    click.echo(say("room.written", room=found.name, file=out), err=True)


def _find(room: str) -> Room:
    if room in BUILT_IN:
        return find_room(room, "room")
    path = Path(room)
    if path.is_dir() or not path.exists():
        raise click.BadParameter(say("room.unknown", room=repr(room), rooms=", ".join(BUILT_IN)))
    return find_room(path, "room")
