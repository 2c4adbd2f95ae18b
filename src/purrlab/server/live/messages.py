"""Messages to those who watch a table, encoded: one for each place from which somebody watches.

A *place* is a seat, or None for spectators.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from purrlab.games.game import State
from purrlab.server import protocol
from purrlab.server.live.announcements import Announcement, announce
from purrlab.server.live.live_table import LiveTable, Watcher
from purrlab.server.live.view_diff import ViewDiff
from purrlab.server.protocol import CaughtUp, Chat, EventMessage, Names, Presence, TableMessage
from purrlab.server.storage.store import ChatMessage
from purrlab.server.tables.clock import Reading
from purrlab.server.tables.events import Acted, Event, Started, TakenOver, kind_of, seat_of
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Terms

encode = msgspec.json.Encoder().encode


def event_messages(
    announcement: Announcement, before: State | None, view_diff: ViewDiff, places: Sequence[int | None]
) -> dict[int | None, bytes]:
    """The message about an event for each place."""
    event = announcement.event
    assert event is not None
    if type(event) is Acted:
        return _action_messages(announcement, event, before, view_diff, places)
    message = EventMessage(
        seq=event.seq,
        at=event.at,
        kind=kind_of(event),
        seat=seat_of(event),
        reason=event.reason if isinstance(event, TakenOver) else UNSET,
        table=announcement.info,
        clock=_clock(announcement.clock) or UNSET,
    )
    told = dict.fromkeys(places, encode(message))
    if isinstance(event, Started):
        for seat in told:
            told[seat] = _with(told[seat], view=_view(announcement.state, seat))
    return told


def _action_messages(
    announcement: Announcement,
    event: Acted,
    before: State | None,
    view_diff: ViewDiff,
    places: Sequence[int | None],
) -> dict[int | None, bytes]:
    """Only whoever acted is told the action itself; the others see what their view shows of it."""
    assert before is not None
    assert announcement.state is not None
    message = EventMessage(
        seq=event.seq,
        at=event.at,
        kind="acted",
        seat=event.seat,
        verb=before.expects.verb if before.expects else None,
        table=announcement.info if announcement.state.outcome is not None else UNSET,
        clock=_clock(announcement.clock) or UNSET,
    )
    head = encode(message)[:-1]
    told = view_diff.advance(before, announcement.state, places)
    for seat, changes in told.items():
        own = b""
        if seat is not None and seat == event.seat:
            own = b',"id":%b,"action":%b' % (encode(event.request_id), encode(event.action))
        told[seat] = b'%b%b,"changes":[%b]}' % (head, own, changes)
    return told


def with_seat(message: bytes, seat: int | None) -> bytes:
    """The message, with the news of where its reader now sits."""
    return _with(message, you=seat)


def _with(message: bytes, **fields: Any) -> bytes:
    """The message with more in it."""
    return message[:-1] + b"," + encode(fields)[1:]


def _view(state: State | None, seat: int | None) -> dict[str, Any]:
    assert state is not None
    return state.view(seat).as_dict()


def _clock(reading: Reading | None) -> protocol.Clock | None:
    return reading and protocol.Clock(left=reading.left, running=reading.running, at=reading.at)


def missed_messages(
    terms: Terms, events: Sequence[Event], person: str | None, names: dict[str, str], since: int
) -> list[bytes]:
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
        last = announce(again, event, names, last, event.at)
        seat = again.seat_of(person)
        message = event_messages(last, before, view_diff, [seat])[seat]
        told.append(message if seat == sat else with_seat(message, seat))
    return told


def table_message(live: LiveTable, watcher: Watcher, request_id: str | None) -> TableMessage:
    """Everything at once, as somebody sees it."""
    published = live.published
    seat, state = live.seat_of(watcher.person), published.state
    return TableMessage(
        id=request_id,
        seq=live.seq,
        seat=seat,
        table=published.info,
        clock=_clock(published.clock),
        view=None if state is None else state.view(seat).as_dict(),
        presence=presence_message(live),
        chat=[chat_message(message) for message in live.chat_for(watcher)],
        muted=[seat for seat, person in enumerate(published.people) if person and watcher.mutes(person)],
    )


def caught_up_message(live: LiveTable, request_id: str | None) -> CaughtUp:
    return CaughtUp(id=request_id, seq=live.seq, names=names_message(live).names, presence=presence_message(live))


def presence_message(live: LiveTable) -> Presence:
    spectators = sum(live.seat_of(watcher.person) is None for watcher in live.watchers)
    return Presence(seats=live.present(), spectators=spectators)


def names_message(live: LiveTable) -> Names:
    return Names(names=[seat.name for seat in live.published.info.seats])


def chat_message(message: ChatMessage) -> Chat:
    return Chat(number=message.number, seat=message.seat, name=message.name, text=message.text, at=message.at)
