"""Messages to those who watch a table, encoded: one for each kind of viewer.

A *viewer* is a seat, or None for all spectators.
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
from purrlab.server.tables.events import Acted, Event, Left, Started, TakenOver, kind_of, seat_of
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Terms

encode = msgspec.json.Encoder().encode


def event_messages(
    announcement: Announcement, before: State | None, view_diff: ViewDiff, viewers: Sequence[int | None]
) -> dict[int | None, bytes]:
    """The message about an event for each viewer."""
    event = announcement.event
    assert event is not None
    if type(event) is Acted:
        return _action_messages(announcement, event, before, view_diff, viewers)
    message = EventMessage(
        seq=event.seq,
        at=event.at,
        kind=kind_of(event),
        seat=seat_of(event),
        reason=(event.reason if isinstance(event, TakenOver | Left) else None) or UNSET,
        table=announcement.info,
        clock=_clock(announcement.clock) or UNSET,
    )
    told = dict.fromkeys(viewers, encode(message))
    if isinstance(event, Started):
        for seat in told:
            told[seat] = _with(told[seat], view=_view(announcement.state, seat))
    return told


def _action_messages(
    announcement: Announcement,
    event: Acted,
    before: State | None,
    view_diff: ViewDiff,
    viewers: Sequence[int | None],
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
    head, actor = encode(message)[:-1], event.seat
    for_all, with_own = view_diff.advance(before, announcement.state, viewers)
    told = dict.fromkeys(viewers, b'%b,"changes":[%b]}' % (head, for_all))
    for viewer, changes in with_own.items():
        told[viewer] = b'%b,"changes":[%b]}' % (head, changes)
    if actor in told:
        own = encode(event.request_id), encode(event.action), with_own.get(actor, for_all)
        told[actor] = b'%b,"id":%b,"action":%b,"changes":[%b]}' % (head, *own)
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


class PastMessages:
    """Everything a person would have been told after ``since``, by playing the table's events again.

    It goes on where it stopped when there are more events. One thread plays, and another may read what is done.
    """

    def __init__(self, terms: Terms, person: str | None, names: dict[str, str], since: int) -> None:
        self.names = names  # as they were told
        self.since = since
        self.seq = 0  # up to which it was played
        self.bytes = 0
        self._messages: list[bytes] = []
        self._replayed = Table(terms)
        self._person = person
        self._view_diff = ViewDiff()
        self._last: Announcement | None = None

    def covers(self, since: int, seq: int) -> bool:
        return self.since <= since and seq <= self.seq

    def after(self, since: int) -> tuple[int, list[bytes]]:
        """Up to which seq it is known, and all messages until then."""
        seq = self.seq
        return seq, self._messages[since - self.since : seq - self.since]

    def advance(self, events: Sequence[Event]) -> None:
        """All events of the table; those that were played before are passed over."""
        replayed, person = self._replayed, self._person
        for event in events[self.seq :]:
            before, sat = replayed.state, replayed.seat_of(person)
            replayed.apply(event)
            if event.seq > self.since:
                self._last = announce(replayed, event, self.names, self._last, event.at)
                seat = replayed.seat_of(person)
                message = event_messages(self._last, before, self._view_diff, [seat])[seat]
                message = message if seat == sat else with_seat(message, seat)
                self._messages.append(message)
                self.bytes += len(message)
            self.seq = event.seq


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
