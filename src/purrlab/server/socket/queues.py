"""What waits for a client, and for whom. Those of asyncio would take five kilobytes of every open connection."""

import asyncio
from typing import Any


class MessageQueue:
    """As an ``asyncio.Queue`` of which one task reads: what it keeps are the few messages of one read at most."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self.get_nowait()

    def get_nowait(self) -> Any:
        return self._messages.pop(0)

    def take_all(self) -> list[Any]:
        taken, self._messages = self._messages, []
        return taken


class Gate:
    """As an ``asyncio.Event``: whoever waits goes on when it is set."""

    __slots__ = ("_waiting", "is_open")

    def __init__(self) -> None:
        self.is_open = False
        self._waiting: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        return self.is_open

    def set(self) -> None:
        self.is_open = True
        waiting, self._waiting = self._waiting or [], None
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def clear(self) -> None:
        self.is_open = False

    async def wait(self) -> None:
        if not self.is_open:
            future = asyncio.get_running_loop().create_future()
            self._waiting = [*(self._waiting or []), future]
            await future
