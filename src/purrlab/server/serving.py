"""Runs the server."""

import uvicorn

from purrlab.server.app import App
from purrlab.server.logs import set_up_logs
from purrlab.server.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until told to stop; then finish what was begun."""
    set_up_logs(settings.log_level)
    uvicorn.run(
        App(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
