"""Somebody at the machine of the server lets the local network in, and out again."""

import asyncio
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from server.clients import Person, Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from purrlab.server.asgi import is_from_this_machine
from purrlab.server.settings import load_settings
from purrlab.server.uvicorn_support import network_listener

SECOND_ADDRESS = "127.0.0.2"  # which Linux has without being told


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if sys.platform != "linux":
        pytest.skip("only Linux has a second loopback address without being told")
    folder = tmp_path_factory.mktemp("local")
    with Server(folder, network_address=SECOND_ADDRESS, allowed_hosts="127.0.0.1") as server:
        yield server


def switch(server: Server, *, on: bool, **headers: str) -> httpx.Response:
    sent = {"origin": server.url} | {name.replace("_", "-"): value for name, value in headers.items()}
    return server.visit().put("/api/network-address", json={"open": on}, headers=sent)


def reaches(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health").status_code == 200
    except httpx.TransportError:
        return False


def test_the_network_is_let_in_and_out(local: Server) -> None:
    address = f"http://{SECOND_ADDRESS}:{local.port}"
    told = local.visit().get("/api/network-address").json()
    assert (told, reaches(address)) == ({"address": None, "switch": True}, False)
    for _ in range(2):  # to ask twice changes nothing
        assert switch(local, on=True).json() == {"address": address, "switch": True}
        assert reaches(address)
        assert local.visit().get("/api/network-address").json()["address"] == address

    async def play_until_it_is_closed() -> int:
        table = Person(local, "Ann").new_table(players=2)["id"]
        async with connect(f"ws://{SECOND_ADDRESS}:{local.port}/live", origin=address) as opened:  # type: ignore[arg-type]
            await opened.send('{"type": "ping"}')
            assert "pong" in str(await opened.recv())
            await asyncio.to_thread(switch, local, on=False)
            with pytest.raises(ConnectionClosed) as closed:
                await opened.recv()
            assert Person(local, "Bo").get(f"/api/tables/{table}")["status"] == "waiting"  # at this machine all goes on
            return closed.value.rcvd.code if closed.value.rcvd else 0

    assert asyncio.run(play_until_it_is_closed()) == 1012
    assert not reaches(address)
    assert switch(local, on=False).json() == {"address": None, "switch": True}
    assert switch(local, on=True).status_code == 200
    local.kill()
    local.start()
    assert not reaches(address)  # whoever starts the server anew is alone at first


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"x_forwarded_for": "10.0.0.9"}, 403),
        ({"forwarded": "for=10.0.0.9"}, 403),
        ({"via": "1.1 proxy"}, 403),
        ({"host": "evil.example", "origin": "http://evil.example"}, 400),  # not one of the allowed hosts
    ],
)
def test_nobody_else_can_do_it(local: Server, headers: dict[str, str], status: int) -> None:
    assert switch(local, on=True, **headers).status_code == status
    without_origin = local.visit().put("/api/network-address", json={"open": True})
    assert (without_origin.status_code, without_origin.json()["code"]) == (403, "not-this-machine")
    assert local.visit().get("/api/network-address").json()["address"] is None


def scope(client: str = "127.0.0.1", server: str = "127.0.0.1", host: str = "localhost:8400", **headers: str) -> Any:
    sent = [
        (b"host", host.encode()),
        *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
    ]
    return {"client": (client, 5), "server": (server, 8400), "headers": sent}


def test_who_sits_at_this_machine() -> None:
    assert is_from_this_machine(scope())
    assert is_from_this_machine(scope("::1", "::1", "[::1]:8400"))
    assert not is_from_this_machine(scope(client="192.168.1.9"))
    assert not is_from_this_machine(scope(server="192.168.1.7"))
    assert not is_from_this_machine(scope(host="192.168.1.7:8400"))
    assert not is_from_this_machine(scope(host="rebound.example"))
    assert not is_from_this_machine(scope(x_real_ip="192.168.1.9"))
    assert not is_from_this_machine({**scope(), "client": None})


@pytest.mark.parametrize(
    "hosted",
    [{"host": "0.0.0.0"}, {"secure": True}, {"trusted_proxies": "10.0.0.1"}, {"origins": ["https://play.example"]}],  # noqa: S104
)
def test_a_server_that_is_hosted_has_no_switch(hosted: dict[str, Any]) -> None:
    assert network_listener(load_settings(None, {}), 8400, 5) is not None
    assert network_listener(load_settings(None, {}, **hosted), 8400, 5) is None


def test_without_such_an_address_it_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("no network"), network_address="192.0.2.77") as server:
        answer = switch(server, on=True)
        assert (answer.status_code, answer.json()["code"]) == (409, "no-network")
        assert server.visit().get("/api/network-address").json() == {"address": None, "switch": True}
