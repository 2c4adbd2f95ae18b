"""People at their sockets who keep all that comes, and bots that do as the script says."""

import asyncio
import json
from collections.abc import Iterable
from contextlib import AsyncExitStack
from typing import Any

from server.in_process import InProcessServer
from server.manual_time import ManualTime

from purrlab.games.game import View
from purrlab.server.storage.store import Person


class Client:
    """Somebody who watches, comes and goes."""

    def __init__(self, server: InProcessServer, person: Person, heard: list[bytes]) -> None:
        self.person = person
        self._server = server
        self._heard = heard
        self._kept: dict[bytes, bytes] = {}  # the same bytes come again and again, and are kept once
        self._stack = AsyncExitStack()
        self._socket: Any = None

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    async def open(self, table: str, seq: int | None = None) -> None:
        opened = await self._stack.enter_async_context(self._server.open_socket(self.person))
        self._socket = opened._socket
        await self.ask("watch", "first", table, {} if seq is None else {"seq": 0}, seq=seq or 0)
        await self._server.settle()

    async def ask(self, kind: str, request_id: str, table: str, fields: dict[str, Any], *, seq: int) -> None:
        """``seq`` is that of the table, to which one among the fields is added. Who is away asks nothing."""
        if not self.is_open:
            return
        message = {"type": kind, "id": request_id, **fields}
        if "seq" in fields:
            message["seq"] = max(0, seq + fields["seq"])
        if kind == "watch":
            message["table"] = table
        await self._socket.send(json.dumps(message))

    def hear(self) -> None:
        while self.is_open and not self._socket._received.empty():
            message = self._socket._received.get_nowait()
            self._heard.append(self._kept.setdefault(message, message))

    async def close(self) -> None:
        self.hear()
        self._socket = None
        await self._stack.aclose()


class ScriptedBots:
    """Each waits, as if it thought, until the script says what it plays."""

    def __init__(self, time: ManualTime) -> None:
        self._time = time
        self._hosts: set[str] = set()
        self._thinking: dict[int, asyncio.Future[str]] = {}  # by seat

    def play_for(self, hosts: Iterable[str]) -> None:
        """From now on at the table that one of these hosts. Those of earlier tables think for ever."""
        self._hosts = set(hosts)
        self._thinking.clear()

    async def choose(self, _bot: str, view: View, host: str = "", _address: str = "") -> str:
        assert view.seat is not None
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if host in self._hosts:
            self._thinking[view.seat] = answer
        return await self._time.wait_for(answer)

    def answer(self, seat: int, action: str) -> None:
        if (thinking := self._thinking.pop(seat, None)) is not None and not thinking.done():
            thinking.set_result(action)

    def waiting(self) -> dict[str, int]:
        return {}

    async def stop(self) -> None:
        pass
