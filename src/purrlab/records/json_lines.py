"""Records in files: one JSON object a line."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from purrlab.records.record import RECORD_FORMAT, Record, RecordError
from purrlab.records.replay import FORMATS


class _Header(msgspec.Struct):
    game: str
    format: str = RECORD_FORMAT


def encode(record: Record) -> bytes:
    """A record as one line, without the line's end."""
    return msgspec.json.encode(record)


def decode(line: bytes | str) -> Record:
    """Raises RecordError that names the field."""
    try:
        header = msgspec.json.decode(line, type=_Header)
        if header.format != RECORD_FORMAT:
            raise RecordError(f"expected {RECORD_FORMAT!r}, not {header.format!r}", path=("format",))
        if header.game not in FORMATS:
            raise RecordError(f"there is no game {header.game!r}; there are {', '.join(FORMATS)}", path=("game",))
        return msgspec.json.decode(line, type=FORMATS[header.game].record_type)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
        raise RecordError(f"not a record: {error}") from None


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """Every record of a file with the number of its line."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, decode(line)
