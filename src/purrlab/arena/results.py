"""The file of a match: first the match, then a line for each game. A match that was killed goes on there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from purrlab.arena.match import Match, Played


class ArenaError(ValueError):
    """A match cannot be played, or goes on in a file that holds another one."""


def read(file: Path, match: Match) -> list[Played]:
    """The games that are in the file already. A last line that was cut off is dropped."""
    if not file.exists() or not file.stat().st_size:
        return []
    whole, _, _ = file.read_bytes().rpartition(b"\n")
    first, *lines = whole.split(b"\n") if whole else [b""]
    try:
        before = msgspec.json.decode(first, type=Match)
        games = [msgspec.json.decode(line, type=Played) for line in lines]
    except msgspec.DecodeError as error:
        raise ArenaError(f"{file} is no file of a match: {error}") from None
    if msgspec.structs.replace(before, deals=match.deals) != match:
        raise ArenaError(
            f"{file} has another match in it ({' '.join(before.bots)}, seed {before.seed!r}); name another file"
        )
    return [game for game in games if game.deal < match.deals]


@contextmanager
def opened(file: Path | None, match: Match) -> Iterator[Any]:
    """Something to write games with; what is in the file stays."""
    if file is None:
        yield lambda played: None  # noqa: ARG005  # nobody wants to keep it
        return
    kept, _, _ = file.read_bytes().rpartition(b"\n") if file.exists() else (b"", b"", b"")
    with file.open("wb") as out:
        out.write((kept or msgspec.json.encode(match)) + b"\n")
        out.flush()

        def write(played: Played) -> None:
            out.write(msgspec.json.encode(played) + b"\n")
            out.flush()

        yield write
