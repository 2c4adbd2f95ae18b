"""Runs the server."""

import gc

import uvicorn

from purrlab.server.app import App
from purrlab.server.express import ExpressProtocol
from purrlab.server.logs import set_up_logs
from purrlab.server.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until told to stop; then finish what was begun."""
    set_up_logs(settings.log_level)
    _collect_garbage_seldom()
    uvicorn.run(
        App(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=ExpressProtocol,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )


def _collect_garbage_seldom() -> None:
    """Tables hold many small values without cycles: by default a tenth of the time would go into looking for some."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
