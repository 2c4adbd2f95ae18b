"""We build on names inside of uvicorn: they exist, and without them games are played in the ordinary way."""

import asyncio
import random
import re
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path

import pytest
from server.clients import Person, RandomPlayer, Server, start_bot_game

from purrlab.server import uvicorn_support
from purrlab.server.settings import Settings

UNTESTED_UVICORN = "import uvicorn; uvicorn.__version__ = '99.0'; from purrlab.cli import main; main()"


def test_the_names_that_we_use_exist() -> None:
    assert uvicorn_support.missing_names() == []
    assert uvicorn_support.is_supported()


@pytest.mark.parametrize("package", list(uvicorn_support.TESTED_VERSIONS))
def test_the_package_asks_for_a_version_that_was_tried(package: str) -> None:
    (asked,) = (each for each in metadata.requires("purrlab") or [] if re.match(rf"{package}\W", each))
    assert asked == f"{package}>=" + ".".join(map(str, uvicorn_support.TESTED_VERSIONS[package][0]))


@pytest.mark.parametrize(
    ("package", "version"),
    [
        ("uvicorn", "0.53.9"),
        ("uvicorn", "0.55.0"),
        ("uvicorn", "unknown"),
        ("h11", "0.17.0"),
        ("websockets", "16.1"),
        ("websockets", "18.0"),
    ],
)
def test_a_version_that_was_not_tried_gets_uvicorns_own_protocols(
    package: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(package), "__version__", version)
    assert uvicorn_support.http_protocol(Settings()) == uvicorn_support.DEFAULT_HTTP_PROTOCOL
    assert uvicorn_support.websocket_protocol(Settings()) == uvicorn_support.DEFAULT_WEBSOCKET_PROTOCOL


@pytest.mark.parametrize("where", list(uvicorn_support.INTERNALS))
def test_a_name_that_is_gone_is_named(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = (*uvicorn_support.INTERNALS[where], "a_name_of_the_future")
    monkeypatch.setitem(uvicorn_support.INTERNALS, where, names)
    assert uvicorn_support.missing_names() == [f"{where}.a_name_of_the_future"]
    assert not uvicorn_support.is_supported()


@pytest.mark.parametrize(
    ("module", "name", "protocol"),
    [
        ("uvicorn.protocols.http.h11_impl", "H11Protocol", "http_protocol"),
        ("uvicorn.protocols.websockets.websockets_sansio_impl", "WebSocketsSansIOProtocol", "websocket_protocol"),
        ("websockets.frames", "apply_mask", "websocket_protocol"),
        ("h11._receivebuffer", "ReceiveBuffer", "http_protocol"),
    ],
)
def test_without_a_name_that_we_use_the_server_can_be_loaded(module: str, name: str, protocol: str) -> None:
    program = f"""
import {module} as internals
del internals.{name}
import purrlab.server.main
from purrlab.server import settings, uvicorn_support
print(uvicorn_support.{protocol}(settings.Settings()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stdout.strip() in (
        uvicorn_support.DEFAULT_HTTP_PROTOCOL,
        uvicorn_support.DEFAULT_WEBSOCKET_PROTOCOL,
    ), done.stderr


def test_on_uvicorns_own_protocols_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    with Server(tmp_path, program=[sys.executable, "-c", UNTESTED_UVICORN]) as server:
        ann = Person(server, "Ann")
        player = RandomPlayer(ann, start_bot_game(ann), random.Random(5))
        asyncio.run(player.play())
        assert player.over
        assert not player.errors
        assert "uvicorn's own protocols are used: these versions are not supported" in server.log.read_text()
