"""How an event is told: one message for each place from which people look at a table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from purrlab.games.game import State
from purrlab.server import protocol
from purrlab.server.live.view_diff import ViewDiff
from purrlab.server.protocol import EventMessage, TableInfo
from purrlab.server.tables.table import NOBODY, Event, Table, Terms

encode = msgspec.json.Encoder().encode


class Announcement(NamedTuple):
    """An event, and the table right after it: all that is needed to tell it later, when it is stored."""

    event: Event
    state: State | None
    people: tuple[str | None, ...]  # whose seat is whose
    info: TableInfo
    clock: protocol.Clock | None

    def renamed(self, names: dict[str, str]) -> "Announcement":
        """The same, with the names as they are now."""
        seats = [
            seat if person is None else replace(seat, name=names.get(person, NOBODY))
            for seat, person in zip(self.info.seats, self.people, strict=True)
        ]
        return self._replace(info=replace(self.info, seats=seats))


def announcement_of(table: Table, event: Event, names: dict[str, str], last: Announcement | None) -> Announcement:
    """What is new. An action changes nothing of the table itself unless it ends the game."""
    if last is not None and event.kind == "acted" and table.status != "over":
        people, info = last.people, last.info
    else:
        people, info = tuple(chair.person for chair in table.chairs), table.info(names)
    return Announcement(event, table.state, people, info, table.clock.shown(event.at))


def tell(
    announcement: Announcement, before: State | None, view_diff: ViewDiff, places: Sequence[int | None]
) -> dict[int | None, bytes]:
    """The message about an event for each place from which somebody looks: a seat, or None for spectators."""
    event = announcement.event
    if event.kind == "acted":
        return _tell_action(announcement, before, view_diff, places)
    message = EventMessage(
        seq=event.seq,
        at=event.at,
        kind=event.kind,
        seat=event.seat,
        reason=event.text or UNSET if event.kind == "taken" else UNSET,
        table=announcement.info,
        clock=announcement.clock or UNSET,
    )
    told = dict.fromkeys(places, encode(message))
    if event.kind == "started":
        for seat in told:
            told[seat] = _with(told[seat], view=_view(announcement.state, seat))
    return told


def _tell_action(
    announcement: Announcement, before: State | None, view_diff: ViewDiff, places: Sequence[int | None]
) -> dict[int | None, bytes]:
    """Only whoever acted is told the action itself; the others see what their view shows of it."""
    event = announcement.event
    assert before is not None
    assert announcement.state is not None
    message = EventMessage(
        seq=event.seq,
        at=event.at,
        kind="acted",
        seat=event.seat,
        verb=before.expects.verb if before.expects else None,
        table=announcement.info if announcement.state.outcome is not None else UNSET,
        clock=announcement.clock or UNSET,
    )
    head = encode(message)[:-1]
    told = view_diff.advance(before, announcement.state, places)
    for seat, changes in told.items():
        own = b""
        if seat is not None and seat == event.seat:
            own = b',"id":%b,"action":%b' % (encode(event.key), encode(event.text))
        told[seat] = b'%b%b,"changes":[%b]}' % (head, own, changes)
    return told


def with_seat(message: bytes, seat: int | None) -> bytes:
    """The message, with the announcement of where its reader now sits."""
    return _with(message, you=seat)


def _with(message: bytes, **fields: Any) -> bytes:
    """The message with more in it."""
    return message[:-1] + b"," + encode(fields)[1:]


def _view(state: State | None, seat: int | None) -> dict[str, Any]:
    assert state is not None
    return state.view(seat).as_dict()


def missed(terms: Terms, events: Sequence[Event], person: str | None, names: dict[str, str], since: int) -> list[bytes]:
    """Everything a person would have been told after ``since``, by playing the table's events again."""
    again = Table(terms)
    view_diff = ViewDiff()
    told: list[bytes] = []
    last: Announcement | None = None
    for event in events:
        before, sat = again.state, again.seat_of(person)
        again.apply(event)
        if event.seq <= since:
            continue
        last = announcement_of(again, event, names, last)
        seat = again.seat_of(person)
        message = tell(last, before, view_diff, [seat])[seat]
        told.append(message if seat == sat else with_seat(message, seat))
    return told
