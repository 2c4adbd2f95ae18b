"""What lies between a server and NATS or PostgreSQL, in a process of its own: links that can be cut and mended."""

import asyncio
import multiprocessing
import os
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Literal, Self

READ_BYTES = 65_536
_spawn = multiprocessing.get_context("spawn")

# silent: nothing passes, nobody is told, and what was on its way comes late; reset: all connections end, none begins
Cut = Literal["silent", "reset"]


class LinkProxy:
    """Listens at one port for each link; ``ports`` are theirs."""

    def __init__(self, targets: Sequence[int]) -> None:
        self._pipe, given = _spawn.Pipe()
        self._process = _spawn.Process(target=_run, args=(list(targets), given), daemon=True)
        self._process.start()
        given.close()
        self.ports: list[int] = self._pipe.recv()

    def cut(self, link: int, how: Cut) -> None:
        self._pipe.send((link, how))
        self._pipe.recv()

    def mend(self, link: int) -> None:
        self._pipe.send((link, None))
        self._pipe.recv()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join(10)


class _Link:
    def __init__(self, target: int) -> None:
        self._target = target
        self._passes = asyncio.Event()
        self._passes.set()
        self._refuses = False
        self._writers: set[asyncio.StreamWriter] = set()

    def become(self, cut: Cut | None) -> None:
        self._refuses = cut == "reset"
        if cut == "silent":
            self._passes.clear()
        else:
            self._passes.set()
        if self._refuses:
            for writer in self._writers:
                writer.transport.abort()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        await self._passes.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        finally:
            self._writers -= {writer, far_writer}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(READ_BYTES):
                await self._passes.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


def _run(targets: list[int], pipe: Connection) -> None:
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(targets, pipe))


async def _serve(targets: list[int], pipe: Connection) -> None:
    links = [_Link(target) for target in targets]
    servers = [await asyncio.start_server(link.accept, "127.0.0.1", 0) for link in links]
    pipe.send([server.sockets[0].getsockname()[1] for server in servers])
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe.fileno(), told.set)
    while True:
        await told.wait()
        told.clear()
        while pipe.poll():
            try:
                link, cut = pipe.recv()
            except EOFError:  # whoever needed the links is gone
                os._exit(0)
            links[link].become(cut)
            pipe.send(None)
