"""What we build on inside of uvicorn, h11 and websockets, and whether those that are installed have it.

Two classes extend uvicorn's own protocols: http_protocol.py and websocket_protocol.py. Nobody promises that what they
use stays as it is. So they run on versions that were tried; on any other, or where a name is missing, uvicorn's own
protocols do the work: the same games, with fewer limits and more time for each message, and without a
second listener (network_listener.py).
"""

import inspect
import logging
import re
from functools import cache
from importlib import import_module
from typing import Any

from purrlab.server.addresses import is_loopback
from purrlab.server.network_listener import NetworkListener
from purrlab.server.rate_limiter import ConnectionLimiter, RateLimiter
from purrlab.server.settings import Settings

log = logging.getLogger(__name__)

TESTED_VERSIONS = {  # from the first on, and before the second
    "uvicorn": ((0, 54), (0, 55)),
    "h11": ((0, 16), (0, 17)),
    "websockets": ((17,), (18,)),
}
DEFAULT_HTTP_PROTOCOL, DEFAULT_WEBSOCKET_PROTOCOL = "h11", "websockets-sansio"
INTERNALS = {  # the names that we use, by the class or module that has them
    "uvicorn.protocols.http.h11_impl:H11Protocol": (
        "conn",
        "connection_lost",
        "connection_made",
        "cycle",
        "data_received",
        "handle_websocket_upgrade",
        "loop",
        "on_response_complete",
        "pause_writing",
        "resume_writing",
        "send_400_response",
        "shutdown",
        "timeout_keep_alive_handler",
        "transport",
    ),
    "uvicorn.protocols.http.h11_impl:RequestResponseCycle": ("disconnected",),
    "uvicorn.server:Server": ("lifespan", "server_state", "servers", "should_exit"),
    "uvicorn.server:ServerState": ("connections",),
    "h11:Connection": ("_receive_buffer",),
    "h11._receivebuffer:ReceiveBuffer": ("_extract", "maybe_extract_lines"),
    "websockets.frames": ("apply_mask",),
    "websockets.protocol": ("OPEN",),
    "websockets.server": ("ServerProtocol",),
    "websockets.protocol:Protocol": ("data_to_send", "events", "parser"),
    "websockets.streams:StreamReader": ("at_eof",),
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "close_sent",
        "conn",
        "curr_msg_data_type",
        "data_received",
        "disconnected",
        "app",
        "frames",
        "handle_events",
        "handshake_complete",
        "handshake_initiated",
        "keepalive_timeout",
        "loop",
        "on_task_complete",
        "queue",
        "read_paused",
        "request",
        "response",
        "run_asgi",
        "scope",
        "send_receive_event_to_app",
        "shutdown",
        "start_keepalive",
        "tasks",
        "transport",
        "writable",
    ),
}


def http_protocol(settings: Settings) -> Any:
    """What uvicorn is to speak HTTP with."""
    if not is_supported():
        return DEFAULT_HTTP_PROTOCOL
    from purrlab.server.http.http_protocol import HttpProtocol  # noqa: PLC0415  # it may not exist there

    known = not settings.trusted_proxies
    limiter = ConnectionLimiter(settings.connections, settings.connections_per_address) if known else None
    malformed = RateLimiter(settings.requests_per_second, settings.request_burst) if known else None
    return type("HttpProtocol", (HttpProtocol,), {"limiter": limiter, "malformed": malformed})


def websocket_protocol(settings: Settings) -> Any:
    """What uvicorn is to speak WebSocket with."""
    if not is_supported():
        missing = ", ".join(missing_names()) or "none"
        log.warning(
            "uvicorn's own protocols are used: these versions are not supported",
            extra={package: version(package) for package in TESTED_VERSIONS} | {"missing names": missing},
        )
        return DEFAULT_WEBSOCKET_PROTOCOL
    from purrlab.server.socket.websocket_protocol import WebSocketProtocol  # noqa: PLC0415  # the same

    limits = {"messages_per_second": settings.messages_per_second, "message_burst": settings.message_burst}
    return type("WebSocketProtocol", (WebSocketProtocol,), limits)


def network_listener(settings: Settings, port: int, backlog: int) -> NetworkListener | None:
    """For a server that is there for its own machine, as by ``make play``; one behind a proxy is hosted on purpose."""
    hosted = settings.secure or settings.trusted_proxies or settings.origins
    if hosted or not is_loopback(settings.host) or not is_supported():
        return None
    return NetworkListener(settings.network_address, port, backlog)


def is_supported() -> bool:
    return all(map(_was_tested, TESTED_VERSIONS)) and not missing_names()


def _was_tested(package: str) -> bool:
    oldest, first_untested = TESTED_VERSIONS[package]
    numbers = re.match(r"(\d+)\.(\d+)", version(package))
    return numbers is not None and oldest <= tuple(map(int, numbers.groups())) < first_untested


def version(package: str) -> str:
    found: str = import_module(package).__version__
    return found


def missing_names() -> list[str]:
    """What is not there of what we use."""
    return [f"{where}.{name}" for where, names in INTERNALS.items() for name in _missing(where, names)]


def _missing(where: str, names: tuple[str, ...]) -> list[str]:
    """Of these, what is neither there by name nor an attribute that the class gives itself when it is made."""
    module, _, name_of_class = where.partition(":")
    try:
        found = import_module(module)
        if not name_of_class:
            return [name for name in names if not hasattr(found, name)]
        found = getattr(found, name_of_class)
    except (ImportError, AttributeError):
        return list(names)
    source = _source(found)
    return [name for name in names if not hasattr(found, name) and f"self.{name}" not in source]


@cache
def _source(of: type) -> str:
    """To find the source of a class takes longer than all the rest here."""
    return inspect.getsource(of)
