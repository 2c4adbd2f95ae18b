"""Lets the local network in while somebody at this machine wants it: a second listener, beside the one on loopback."""

import asyncio
import logging
import socket
from typing import Any

import uvicorn

from purrlab.server.addresses import own_address, page_address
from purrlab.server.errors import ErrorCode, Refused

log = logging.getLogger(__name__)


class NetworkListener:
    """Closed at first, and whenever the server starts. It listens at the port of the server, on one address only."""

    def __init__(self, wanted_host: str, port: int, backlog: int) -> None:
        self._wanted_host = wanted_host
        self._port = port
        self._backlog = backlog
        self._server: uvicorn.Server | None = None
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()
        self.host: str | None = None  # None: nobody else is let in

    def attach(self, server: uvicorn.Server) -> None:
        """The server that answers."""
        self._server = server

    @property
    def address(self) -> str | None:
        """Where others find the page."""
        return self.host and page_address(self.host, self._port)

    async def open(self) -> None:
        async with self._lock:
            if self.host is None:
                await self._open()

    async def _open(self) -> None:
        assert self._server is not None
        host = self._wanted_host or own_address()
        if host is None:
            raise Refused(ErrorCode.NO_NETWORK, "this machine has no address in a network")
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            opened = socket.create_server((host, self._port), family=family, backlog=self._backlog)
        except OSError as error:
            raise Refused(ErrorCode.NO_NETWORK, f"cannot listen on {host}: {error.strerror}") from None
        self._listener = await asyncio.get_running_loop().create_server(self._protocol, sock=opened)
        self._server.servers.append(self._listener)
        self.host = host
        log.info("listening on the local network", extra={"address": self.address})

    def _protocol(self) -> asyncio.Protocol:
        """As uvicorn makes it for its own listeners."""
        server = self._server
        assert server is not None
        make: Any = server.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=server.config, server_state=server.server_state, app_state=server.lifespan.state
        )
        return protocol

    async def close(self) -> None:
        """Nobody comes in any more, and whoever came in so is disconnected."""
        async with self._lock:
            if self._server is None or self._listener is None:
                return
            self._listener.close()
            self._server.servers.remove(self._listener)
            for connection in list(self._server.server_state.connections):
                if connection.transport.get_extra_info("sockname")[0] == self.host:
                    connection.shutdown()
            self.host = self._listener = None
            log.info("no longer listening on the local network")
