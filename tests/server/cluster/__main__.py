"""PostgreSQL, NATS, three servers and a proxy on this machine (``make cluster``). All is thrown away at the end."""

import asyncio
import sys
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from server.clients import Server
from server.nats_server import NatsServer
from server.postgres_server import make_database, run_postgres
from server.server_process import PROGRAM

PORT = 8400
READ_BYTES = 65_536


async def proxy(ports: list[int]) -> None:
    """Each connection goes to the next server that answers."""
    turns = cycle(ports)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(READ_BYTES):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in ports:
            with suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", next(turns))
                await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
                return
        writer.close()

    listening = await asyncio.start_server(accept, "127.0.0.1", PORT)
    await listening.serve_forever()


def run() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        database = make_database(stack.enter_context(run_postgres()), "purrlab")
        nats = stack.enter_context(NatsServer())
        servers = []
        for number in range(3):
            (folder / str(number)).mkdir()
            server = Server(folder / str(number), PROGRAM, database=database, bus=nats.url)
            servers.append(stack.enter_context(server))
        pids = ", ".join(str(server.pid) for server in servers)
        sys.stdout.write(
            f"Purrlab is at http://127.0.0.1:{PORT}/, served by the processes {pids}; kill some (Ctrl-C to stop)\n"
        )
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            asyncio.run(proxy([server.port for server in servers]))


if __name__ == "__main__":
    run()
