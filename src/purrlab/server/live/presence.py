"""Who watches a table: they come, they go, and the others are told."""

from collections.abc import Callable

from purrlab.server.live.live_table import LiveTable, Watcher
from purrlab.server.live.messages import encode, presence_message
from purrlab.server.live.registry import TableRegistry
from purrlab.server.time_source import TimeSource

PRESENCE_DELAY_SECONDS = 0.1  # in which all who come and go are told in one message


class Presence:
    """``departed`` is called when somebody has stopped watching a table."""

    def __init__(self, registry: TableRegistry, time: TimeSource, *, departed: Callable[[LiveTable], None]) -> None:
        self._registry = registry
        self._time = time
        self._departed = departed

    def attach(self, live: LiveTable, watcher: Watcher) -> LiveTable:
        """Watch a table, which may have been released or loaded anew a moment ago: the one that is in memory."""
        if watcher.live is self._registry.tables.get(live.id, live):
            return watcher.live
        if watcher.live is not None:
            self.detach(watcher)
        if live.id not in self._registry.tables:
            live.check_usable()
        live = self._registry.admit(live)
        watcher.live = live
        live.watchers.add(watcher)
        live.audience = None
        if watcher.person == live.table.host or not live.address:
            live.address = watcher.address
        self.update(live)
        return live

    def detach(self, watcher: Watcher) -> None:
        live, watcher.live = watcher.live, None
        if live is None:
            return
        live.watchers.discard(watcher)
        live.audience = None
        self.update(live)
        self._departed(live)

    def update(self, live: LiveTable) -> None:
        """See who is there now, and tell everybody in a moment."""
        live.update_away(self._time.now_ms())
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Soon, once for all who come and go until then."""
        if not live.presence_scheduled:
            self._time.call_later(PRESENCE_DELAY_SECONDS, self._send, live)
            live.presence_scheduled = True

    def _send(self, live: LiveTable) -> None:
        live.presence_scheduled = False
        if live.broken or not live.watchers:
            return
        message = encode(presence_message(live))
        for watcher in live.watchers:
            watcher.send(message)
