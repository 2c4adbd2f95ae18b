"""Where Prometheus asks: a port of its own, which strangers need not reach."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from purrlab.server.errors import CannotServe
from purrlab.server.services import Services

if TYPE_CHECKING:
    from purrlab.server.cluster.cluster import Cluster
    from purrlab.server.socket.endpoint import SocketEndpoint


@asynccontextmanager
async def serve_metrics(
    services: Services, endpoint: "SocketEndpoint", cluster: "Cluster | None", *, shared_port: bool = False
) -> AsyncIterator[None]:
    """Where no port is set, nobody can ask. ``shared_port``: the process before this one may listen there still."""
    host, port = services.settings.metrics_host, services.settings.metrics_port
    if not port:
        yield
        return
    try:
        from prometheus_client import start_http_server  # noqa: PLC0415  # it comes with an extra
        from prometheus_client.exposition import ThreadingWSGIServer  # noqa: PLC0415

        from purrlab.server.metrics.collector import registry_of  # noqa: PLC0415
    except ModuleNotFoundError:
        hint = "pip install 'purrlab[metrics]'"
        raise CannotServe(f"metrics_port: the package prometheus-client is not installed ({hint})") from None
    ThreadingWSGIServer.allow_reuse_port = shared_port
    try:
        server, thread = start_http_server(port, host, registry_of(services, endpoint, cluster))
    except OSError as error:
        raise CannotServe(f"metrics_port: cannot listen on {host}, port {port}: {error.strerror}") from None
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        await asyncio.to_thread(thread.join)
