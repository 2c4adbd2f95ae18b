"""PostgreSQL, NATS, three servers and a proxy on this machine (``make cluster``). All is thrown away at the end."""

import asyncio
import shlex
import signal
import socket
import sys
import tempfile
from collections.abc import Awaitable
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from server.clients import Server
from server.nats_server import NatsServer
from server.postgres_server import make_database, run_postgres
from server.server_process import PROGRAM

PORT = 8400
READ_BYTES = 65_536
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Proxy:
    """Each connection goes to the next server that answers."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._first = 0

    async def serve(self, listener: socket.socket, end: Awaitable[object]) -> None:
        listening = await asyncio.start_server(self.accept, sock=listener)
        await end
        listening.close()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # at the end
            await self._forward(reader, writer)
        writer.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._first += 1
        for at in range(len(self._ports)):
            with suppress(OSError):
                port = self._ports[(self._first + at) % len(self._ports)]
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_carry(reader, far_writer), _carry(far_reader, writer))
                return


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(READ_BYTES):
            writer.write(data)
            await writer.drain()
    writer.close()


class Stop:
    """Whoever asks for it in the midst of a start waits until that is done, so that nothing is left behind."""

    def __init__(self) -> None:
        self._asked = False
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None  # while somebody waits for it there
        for each in STOPS:
            signal.signal(each, self._ask)

    def _ask(self, _signal: int, _frame: object) -> None:
        self._asked = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._event.set)

    def check(self) -> None:
        if self._asked:
            sys.exit()

    async def wait(self) -> None:
        self._loop = asyncio.get_running_loop()
        if not self._asked:
            await self._event.wait()
        self._loop = None


def run(port: int) -> None:
    stop = Stop()
    with ExitStack() as stack:
        try:
            listener = stack.enter_context(socket.create_server(("127.0.0.1", port)))
        except OSError as error:
            sys.exit(f"cannot listen on port {port}: {error.strerror} (make cluster PORT=… takes another)")
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="purrlab-cluster-")))
        folder.chmod(0o755)  # PostgreSQL may run as somebody else
        tempfile.tempdir = str(folder)
        try:
            database = make_database(stack.enter_context(run_postgres()), "purrlab")
            nats = stack.enter_context(NatsServer())
            servers = []
            for number in range(3):
                stop.check()
                (folder / str(number)).mkdir()
                server = Server(folder / str(number), PROGRAM, database=database, bus=nats.url)
                servers.append(stack.enter_context(server))
        except Exception:  # Ctrl-C is for all processes of a terminal
            stop.check()
            raise
        sys.stdout.write(f"Purrlab is at http://127.0.0.1:{port}/ (Ctrl-C to stop), served by three servers:\n")
        for number, server in enumerate(servers, 1):
            sys.stdout.write(f"  server {number}: process {server.pid}, log {server.log}\n")
        sys.stdout.write("Kill one (kill -9 PROCESS), play on, and start it again:\n")
        for server in servers:
            started = [*PROGRAM, "serve", "--port", str(server.port), "--data", str(server.data)]
            sys.stdout.write(f"  {shlex.join([*started, '--database', database, '--bus', nats.url])}\n")
        sys.stdout.flush()
        asyncio.run(Proxy([server.port for server in servers]).serve(listener, stop.wait()))


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else PORT)
