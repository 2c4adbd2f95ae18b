"""The file of a match: first the match, then a line for each game. A match that was killed goes on there."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from purrlab.arena.match import GameResult, Match

if sys.platform != "win32":
    import fcntl

MATCH_LINE_PREFIX = b'{"game":"'  # of a match, even of one whose first line was cut off
MAX_NUMBER = 10**9  # of anything that is counted; no game comes near
Line = TypeVar("Line", Match, GameResult)
Write = Callable[[Match | GameResult], None]


class ArenaError(ValueError):
    """A match cannot be played, or goes on in a file that holds another one."""


def read_match(file: Path) -> Match | None:
    """The match that is in the file already; None where there is none yet."""
    return _match(file, _lines(file))


def read_results(file: Path, match: Match) -> list[GameResult]:
    """The games that are in the file already, each once. A last line that was cut off is dropped."""
    lines = _lines(file)
    before = _match(file, lines)
    if before is None:
        return []
    _check_same(file, before, match)
    seatings = match.seatings
    games = [_game(file, number, line, seatings) for number, line in enumerate(lines[1:], 2) if line.strip()]
    return list({(game.deal, game.seating): game for game in games if game.deal < match.deals}.values())


def _lines(file: Path) -> list[bytes]:
    """All that were written to their end."""
    if not file.exists():
        return []
    if not file.is_file():
        raise ArenaError(f"{file} is not a regular file, so it cannot hold a match")
    whole, newline, rest = file.read_bytes().rpartition(b"\n")
    if (
        not newline
        and rest
        and (rest[: len(MATCH_LINE_PREFIX)] != MATCH_LINE_PREFIX[: len(rest)] or rest.endswith(b"}"))
    ):
        raise ArenaError(f"{file} is not a match file")
    return whole.split(b"\n") if newline else []


def _match(file: Path, lines: list[bytes]) -> Match | None:
    return _decoded(file, 1, lines[0], Match) if lines else None


def _decoded(file: Path, number: int, line: bytes, kind: type[Line]) -> Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ArenaError(f"{file} is not a match file: line {number}: {error}") from None


def _game(file: Path, number: int, line: bytes, seatings: list[tuple[str, ...]]) -> GameResult:
    """One that the match can have, whoever wrote the line."""
    game = _decoded(file, number, line, GameResult)
    if game.deal < 0 or (game.seating, game.bots) not in enumerate(seatings):
        told = f"deal {game.deal} with {_formatted(game.bots)} in seating {game.seating}"
        raise ArenaError(f"{file}: line {number}: this match has no {told}")
    if wrong := _impossible_field(game):
        raise ArenaError(f"{file}: line {number}: {wrong}: no game has these numbers")
    return game


def _impossible_field(game: GameResult) -> str | None:
    """The field with a value that no game can have, if there is one."""
    rounds = range(game.rounds + 1)
    can_be: dict[str, Callable[[float], bool]] = {
        "points": lambda points: abs(points) <= MAX_NUMBER,
        "won": lambda won: 0 <= won <= 1,
        "moves": range(MAX_NUMBER + 1).__contains__,
        "seconds": lambda seconds: 0 <= seconds <= MAX_NUMBER,
    }
    if not 1 <= game.rounds <= MAX_NUMBER:
        return "rounds"
    by_seat = [(name, getattr(game, name), each_can_be) for name, each_can_be in can_be.items()]
    by_seat += [("counts", counts, rounds.__contains__) for counts in game.counts.values()]
    for name, numbers, each_can_be in by_seat:
        if len(numbers) != len(game.bots) or not all(map(each_can_be, numbers)):
            return name
    return None


def _check_same(file: Path, before: Match, match: Match) -> None:
    for name in ("game", "bots", "seed", "options", "format"):
        if (then := getattr(before, name)) != (now := getattr(match, name)):
            raise ArenaError(
                f"{file} holds another match: {name} {_formatted(then)}, not {_formatted(now)}; use another file"
            )
    if (before.version, before.core) != (match.version, match.core):
        raise ArenaError(
            f"{file} was started with {_made_with(before)}, and this is {_made_with(match)}, "
            "which may play differently; use another file, or continue with what it was started with"
        )


def _formatted(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else repr(value)


def _made_with(match: Match) -> str:
    cores = {"compiled": "its compiled core", "python": "the rules in Python (as with PURRLAB_NATIVE=0)"}
    return f"purrlab {match.version} on {cores.get(match.core, match.core)}"


@contextmanager
def open_match_file(file: Path | None, match: Match) -> Iterator[tuple[list[GameResult], Write]]:
    """The games that were played already, and something to write the next with; nobody else writes there meanwhile.

    What is in the file stays, but for a last line that was cut off.
    """
    if file is None:
        yield [], lambda played: None  # noqa: ARG005  # nobody wants to keep it
        return
    read_match(file)  # refuses what is not a match file before anything is written
    with file.open("a+b") as out:
        _lock(file, out)

        def write(line: Match | GameResult) -> None:
            out.write(msgspec.json.encode(line) + b"\n")
            out.flush()

        before = read_results(file, match)
        whole = file.read_bytes().rfind(b"\n") + 1
        if whole < file.stat().st_size:
            out.truncate(whole)
        if not whole:
            write(match)
        yield before, write


def _lock(file: Path, out: IO[bytes]) -> None:
    """Until it is closed, however its process ends."""
    if sys.platform == "win32":  # has no such lock; games that come twice are read once all the same
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArenaError(f"{file} is in use: another arena is playing this match; wait, or use another file") from None
    except OSError:
        return  # a file system without locks
