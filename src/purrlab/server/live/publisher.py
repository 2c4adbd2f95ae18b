"""From an accepted event to those who are told of it.

An accepted event changes its table at once, and is published only when it is stored, so nobody ever sees what could be
lost.
"""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from purrlab.server.errors import Refused
from purrlab.server.live.announcements import Announcement, announce
from purrlab.server.live.live_table import LiveTable, seats_by_person
from purrlab.server.live.messages import event_messages, with_seat
from purrlab.server.logs import describe_error
from purrlab.server.storage import store
from purrlab.server.storage.event_rows import row_of
from purrlab.server.storage.writer import Write, Writer
from purrlab.server.tables.events import Acted, Closed, Event, Left, Sat, Started
from purrlab.server.tables.table import Table

log = logging.getLogger(__name__)

StoredCallback = Callable[[BaseException | None], None]  # told what went wrong; None: it is stored
Check = Callable[[sa.Connection], None]


class Publisher:
    """``seats_changed`` is called when somebody sat down or left; ``stored`` after every write, whatever became of it;
    ``failed`` once when a table has accepted what could not be stored.
    """

    def __init__(
        self,
        writer: Writer,
        *,
        seats_changed: Callable[[LiveTable], None],
        stored: Callable[[LiveTable], None],
        failed: Callable[[LiveTable, BaseException], None],
    ) -> None:
        self._writer = writer
        self._seats_changed = seats_changed
        self._stored = stored
        self._failed = failed
        self.events = self.moves = 0  # that were told, since the start

    def accept(
        self, live: LiveTable, event: Event, then: StoredCallback | None = None, check: Check | None = None
    ) -> None:
        """An event that a command gave: it counts from now on, and is published when it is stored.

        ``check`` may refuse it even then, by what is stored.
        """
        live.check_usable()
        try:
            live.table.apply(event)
            announcement = live.accepted = announce(live.table, event, live.names, live.accepted, event.at)
            done = partial(self._finish, live, announcement, then)
            work = _checked(_index_update(live.table, event), check)
            write = Write(row_of(live.id, event), work, done, live, live.lease)
            self._writer.submit(write)
        except Exception as error:  # the table in memory may be ahead of what will ever be stored
            self._fail(live, error)
            raise
        live.unstored += 1

    def when_stored(self, live: LiveTable, seq: int, then: StoredCallback) -> None:
        """Call this when an accepted event is stored, or lost."""
        if seq <= live.seq:
            then(None)
        else:

            def done(_result: Any, error: BaseException | None) -> None:
                try:
                    if error is not None:  # even if only this failed, the writer takes nothing more from this table
                        self._fail(live, error)
                finally:
                    then(error)

            self._writer.submit(Write(None, lambda _connection: None, done, live))

    def _finish(
        self,
        live: LiveTable,
        announcement: Announcement,
        then: StoredCallback | None,
        _result: Any,
        error: BaseException | None,
    ) -> None:
        live.unstored -= 1
        try:
            if error is not None:
                self._fail(live, error)
            elif not live.broken:  # else it is told when the table has been loaded again
                self._publish(live, announcement)
        finally:  # whatever becomes of it, the table goes on, and whoever asked is answered
            try:
                self._stored(live)
            finally:
                if then is not None:
                    then(error)

    def _publish(self, live: LiveTable, announcement: Announcement) -> None:
        before, people = live.published.state, live.published.people
        if announcement.info is not live.published.info:
            announcement = announcement.renamed(live.names)  # somebody may have another name by now
        audience = live.audience_of(announcement.people)
        try:
            told = event_messages(announcement, before, live.view_diff, audience.viewers)
        except Exception as error:
            self._fail(live, error)  # it is stored: who watches is told when the table has been loaded again
            raise
        live.published = announcement
        self.events += 1
        self.moves += type(announcement.event) is Acted
        if people == announcement.people:
            for watcher, seat in audience.seats:
                watcher.send(told[seat])
            return
        sat = seats_by_person(people)
        for watcher, seat in audience.seats:
            message = told[seat]
            watcher.send(message if sat.get(watcher.person or "") == seat else with_seat(message, seat))
        self._seats_changed(live)

    def _fail(self, live: LiveTable, error: BaseException) -> None:
        if live.reloading:
            return
        level = (
            logging.INFO if isinstance(error, Refused) else logging.ERROR
        )  # a stranger may be the cause of a refusal
        extra = {"table": live.id, "error": describe_error(error)}
        log.log(level, "an event could not be stored or published", extra=extra)
        live.reloading = live.broken = True
        self._failed(live, error)


def _checked(work: Check | None, check: Check | None) -> Check | None:
    """Both, one after the other."""
    if work is None or check is None:
        return work or check

    def both(connection: sa.Connection) -> None:
        work(connection)
        check(connection)

    return both


def _index_update(table: Table, event: Event) -> Callable[[sa.Connection], None] | None:
    """What else is stored with an event, so that tables can be found by seat and status."""
    table_id, status = table.terms.id, table.status
    if type(event) is Acted and status != "over":
        return None
    if isinstance(event, Sat):
        return lambda connection: store.set_seat(connection, table_id, event.seat, event.person)
    if isinstance(event, Left):
        return lambda connection: store.set_seat(connection, table_id, event.seat, None)
    if isinstance(event, Started | Closed | Acted):
        return lambda connection: store.set_status(connection, table_id, status)
    return None
