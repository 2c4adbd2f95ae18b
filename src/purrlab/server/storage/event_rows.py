"""Events as rows of the database: which column holds which field."""

from typing import Any, NamedTuple

from purrlab.server.tables.events import (
    Acted,
    BotSeated,
    CameBack,
    Closed,
    EntropyAdded,
    Event,
    Left,
    PaceSet,
    RematchMade,
    Sat,
    Started,
    TakenOver,
    kind_of,
)


class EventRow(NamedTuple):
    """A row of the table ``events``, its columns by name."""

    table_id: str
    seq: int
    at: int
    kind: str
    seat: int | None
    text: str | None
    key: str | None
    left: int | None


# The column of each field. Every event also has seq, at and kind.
COLUMNS: dict[type[Event], dict[str, str]] = {
    Sat: {"seat": "seat", "person": "text"},
    Left: {"seat": "seat", "bot": "text", "reason": "key"},
    BotSeated: {"seat": "seat", "bot": "text"},
    EntropyAdded: {"seat": "seat", "text": "text", "person": "key"},
    Started: {},
    Acted: {"seat": "seat", "action": "text", "request_id": "key", "left": "left"},
    TakenOver: {"seat": "seat", "reason": "text", "bot": "key", "left": "left"},
    CameBack: {"seat": "seat"},
    RematchMade: {"seat": "seat", "table": "text"},
    PaceSet: {"milliseconds": "left"},
    Closed: {},
}
_EVENT_BY_KIND = {kind.__struct_config__.tag: kind for kind in COLUMNS}
_FIELD_BY_COLUMN = {kind: {column: field for field, column in columns.items()} for kind, columns in COLUMNS.items()}


def row_of(table_id: str, event: Event) -> EventRow:
    if type(event) is Acted:  # most events are, so this is quicker than to look its columns up
        return EventRow(table_id, event.seq, event.at, "acted", event.seat, event.action, event.request_id, event.left)
    fields = _FIELD_BY_COLUMN[type(event)]
    own = (getattr(event, fields[column]) if column in fields else None for column in ("seat", "text", "key", "left"))
    return EventRow(table_id, event.seq, event.at, kind_of(event), *own)


def event_of(row: Any) -> Event:
    """The event that a row holds, whether it was just made or read."""
    kind = _EVENT_BY_KIND[row.kind]
    fields = {field: getattr(row, column) for field, column in COLUMNS[kind].items()}
    return kind(seq=row.seq, at=row.at, **fields)
