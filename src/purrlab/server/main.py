"""Runs the server."""

import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn

from purrlab.server.addresses import ANY_ADDRESS, address_for_others, page_address
from purrlab.server.app import App
from purrlab.server.cluster.passing import Passing
from purrlab.server.errors import CannotServe
from purrlab.server.file_limit import raise_file_limit
from purrlab.server.logs import set_up_logs
from purrlab.server.network_listener import NetworkListener
from purrlab.server.settings import Settings, unknown_environment_settings
from purrlab.server.uvicorn_support import http_protocol, network_listener, websocket_protocol

log = logging.getLogger(__name__)

LISTEN_BACKLOG = 2048  # connections that may wait to be accepted
PORT_ERRORS = (errno.EADDRINUSE, errno.EACCES)


def serve(settings: Settings, ready: Callable[[str, str | None], None]) -> None:
    """Serve until told to stop; then finish what was begun. Raises CannotServe.

    ``ready`` is told the address, and the one for others where that is another.
    """
    prepare(settings)
    with listen(settings) as listener:
        port = listener.getsockname()[1]
        network = network_listener(settings, port, LISTEN_BACKLOG)
        run_server(settings, listener, lambda: ready(*addresses(settings.host, port)), network)


def prepare(settings: Settings) -> None:
    set_up_logs(settings.log_level)
    for name in unknown_environment_settings():
        log.warning("an unknown setting in the environment is ignored", extra={"setting": name})


def run_server(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    network: NetworkListener | None = None,
    *,
    is_worker: bool = False,
    passing: Passing | None = None,
) -> None:
    """Serve who comes in there, until told to stop."""
    app = App(settings, ready, network, is_worker=is_worker, passing=passing)
    logging.getLogger("uvicorn.error").addFilter(lambda _record: app.failure is None)  # it is told below
    _collect_garbage_rarely()
    raise_file_limit(settings.connections)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=http_protocol(settings),
        ws=websocket_protocol(settings),
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    signal.signal(signal.SIGTERM, _end)
    server = uvicorn.Server(config)
    if network is not None:
        network.attach(server)
    if passing is not None:
        passing.attach(server)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # by then all is finished
    except SystemExit:
        if app.failure is None:
            raise
    if app.failure is not None:
        raise app.failure


def _end(_signal: int, _frame: object) -> None:
    """uvicorn gives a signal back once it has finished, and to be told to stop is no failure."""
    sys.exit()


def listen(settings: Settings, *, shared_port: bool = False) -> socket.socket:
    """``shared_port``: others may listen there too, and the system deals out who comes in."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    where = settings.host, settings.port
    try:
        return socket.create_server(where, family=family, backlog=LISTEN_BACKLOG, reuse_port=shared_port)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = " (choose another one with --port)" if getattr(error, "errno", None) in PORT_ERRORS else ""
        message = f"cannot listen on {settings.host}, port {settings.port}: {reason}{hint}"
        raise CannotServe(message) from error


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """Where the page is, and where it is for others, if that is another address."""
    return _address(host, port), _for_others(host, port)


def _address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    if host in ANY_ADDRESS:
        host = "localhost"
    return f"{page_address(host, port)}/"


def _for_others(host: str, port: int) -> str | None:
    return address_for_others(host, port) if host in ANY_ADDRESS else None


def _collect_garbage_rarely() -> None:
    """Tables hold many small values without cycles: by default a tenth of the time would go into looking for some."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
