"""The whole server as one ASGI app."""

import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar

from purrlab import __version__
from purrlab.server.asgi import ASGIApp, Receive, Scope, Send
from purrlab.server.cluster.cluster import run_cluster
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.passing import Passing
from purrlab.server.errors import CannotServe
from purrlab.server.http.api import make_api
from purrlab.server.http.security import HeaderGuard
from purrlab.server.metrics.listener import serve_metrics
from purrlab.server.network_listener import NetworkListener
from purrlab.server.origins import Origins
from purrlab.server.services import open_services
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage.database import make_writing_engine
from purrlab.server.time_source import SystemTime

log = logging.getLogger(__name__)


def _membership(settings: Settings) -> Membership | None:
    """Among the others on the same database; None: this server is alone."""
    if not settings.bus:
        return None
    engine = make_writing_engine(settings.database_url)
    return Membership(engine, SystemTime(), settings.lease_seconds)


class App:
    """Sockets go past all that HTTP needs; the rest goes to the API."""

    def __init__(
        self,
        settings: Settings,
        ready: Callable[[], None] = lambda: None,
        network: NetworkListener | None = None,
        *,
        is_worker: bool = False,
        passing: Passing | None = None,
    ) -> None:
        """``is_worker``: one of the processes that one machine has for one server, and what passes on
        connections between them.
        """
        self._sockets: ASGIApp | None = None
        self.failure: CannotServe | None = None
        origins = Origins(settings.origins, secure=settings.secure)

        @asynccontextmanager
        async def lifespan(api: Litestar) -> AsyncIterator[None]:
            try:
                membership = _membership(settings)
                async with AsyncExitStack() as stack:
                    services = await stack.enter_async_context(
                        open_services(settings, ownership=membership, is_locked=is_worker, lost=self._stop)
                    )
                    api.state.services = services
                    api.state.limits.share(services)
                    endpoint = SocketEndpoint(services, origins)
                    cluster = None
                    if membership is not None:
                        running = run_cluster(services, endpoint, origins, membership, passing)
                        cluster = await stack.enter_async_context(running)
                        services.is_ready = membership.should_have_shards
                    await stack.enter_async_context(serve_metrics(services, endpoint, cluster, shared_port=is_worker))
                    self._sockets = HeaderGuard(endpoint, settings.allowed_hosts, network)
                    log.info("the server has started", extra={"version": __version__})
                    ready()
                    yield
            except CannotServe as failure:
                self.failure = failure
                raise
            log.info("the server has stopped")

        self._http: ASGIApp = make_api(settings, origins, lifespan, network)

    def _stop(self, reason: CannotServe) -> None:
        """As if somebody had asked for it, but with a reason."""
        self.failure = reason
        log.error("the server is stopping: %s", reason)
        signal.raise_signal(signal.SIGTERM)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._sockets is not None:
            await self._sockets(scope, receive, send)
        else:
            await self._http(scope, receive, send)
