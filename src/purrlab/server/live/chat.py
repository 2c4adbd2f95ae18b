"""Chat at a table: stored first, then told to all who do not mute the speaker."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import chat_message, encode
from purrlab.server.live.publisher import StoredCallback
from purrlab.server.live.registry import TableRegistry
from purrlab.server.storage import store
from purrlab.server.storage.store import ChatMessage
from purrlab.server.storage.writer import Write, Writer
from purrlab.server.tables import commands
from purrlab.server.time_source import TimeSource


class Chat:
    """``stored`` is called after every write, whatever became of it."""

    def __init__(
        self, registry: TableRegistry, writer: Writer, time: TimeSource, *, stored: Callable[[LiveTable], None]
    ) -> None:
        self._registry = registry
        self._writer = writer
        self._time = time
        self._stored = stored

    def say(self, live: LiveTable, person: str, text: str, then: StoredCallback) -> None:
        now = self._time.now_ms()
        message = ChatMessage(
            person=person,
            number=live.next_chat_number(now),
            seat=commands.own_seat(live.table, person),
            name=live.names[person],
            text=text,
            at=now,
        )

        def done(_result: Any, error: BaseException | None) -> None:
            live.unstored -= 1
            try:
                if error is None:
                    self._tell(self._registry.tables.get(live.id, live), message)
                self._stored(live)
            finally:
                then(error)

        insert = partial(store.insert_chat, table_id=live.id, message=message)
        self._writer.submit(Write(None, insert, done, lease=live.lease))
        live.unstored += 1

    def _tell(self, live: LiveTable, message: ChatMessage) -> None:
        if any(said.number == message.number for said in live.chat):
            return  # the table was loaded again meanwhile, and this with it
        live.last_chat_number = max(live.last_chat_number, message.number)
        message = replace(message, name=live.names.get(message.person, message.name))  # they may have another by now
        live.chat = [*live.chat, message][-store.MAX_RECENT_CHAT :]
        encoded = encode(chat_message(message))
        for watcher in live.watchers:
            if not watcher.mutes(message.person):
                watcher.send(encoded)
