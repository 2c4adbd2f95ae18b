"""Imported by the process that servers are forks of: does once what every start does for the first time."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg  # noqa: F401

from purrlab.server.accounts.lookalikes import looks_like_bot
from purrlab.server.app import App
from purrlab.server.settings import Settings
from purrlab.server.storage.database import open_database
from purrlab.server.uvicorn_support import http_protocol, websocket_protocol

looks_like_bot("")
with TemporaryDirectory() as folder, open_database(f"sqlite:///{folder}/any.sqlite"):
    settings = Settings(data=Path(folder))
    App(settings)
    http_protocol(settings)
    websocket_protocol(settings)
