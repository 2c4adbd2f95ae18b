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
    _check_same(file, before, match)
    return [game for game in games if game.deal < match.deals]


def _check_same(file: Path, before: Match, match: Match) -> None:
    if msgspec.structs.replace(before, deals=match.deals, version=match.version, core=match.core) != match:
        raise ArenaError(
            f"{file} has another match in it ({' '.join(before.bots)}, seed {before.seed!r}); name another file"
        )
    if (before.version, before.core) != (match.version, match.core):
        raise ArenaError(
            f"{file} was begun with {_made_with(before)}, and this is {_made_with(match)}, which may play otherwise; "
            "name another file, or go on with what it was begun with"
        )


def _made_with(match: Match) -> str:
    cores = {"compiled": "its compiled core", "python": "the rules in Python (as with PURRLAB_NATIVE=0)"}
    return f"purrlab {match.version} on {cores.get(match.core, match.core)}"


@contextmanager
def opened(file: Path | None, match: Match) -> Iterator[Any]:
    """Something to write games with; what is in the file stays, but for a last line that was cut off."""
    if file is None:
        yield lambda played: None  # noqa: ARG005  # nobody wants to keep it
        return
    with file.open("a+b") as out:

        def write(line: Match | Played) -> None:
            out.write(msgspec.json.encode(line) + b"\n")
            out.flush()

        out.seek(0)
        found = out.read()
        whole = found.rfind(b"\n") + 1
        if whole < len(found):
            out.truncate(whole)
        if not whole:
            write(match)
        yield write
