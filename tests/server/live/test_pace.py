"""How much time bots take for a move: the host says so, before the game or in it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from server.clients import Person, Server, SocketClient, open_socket, seat_two
from server.in_process import InProcessServer, in_process_server

from purrlab.server.tables import commands

Play = Callable[[InProcessServer, SocketClient, str], Awaitable[None]]


def play_against_a_bot(data_dir: Path, play: Play) -> None:
    """Ann against a bot that takes five seconds for a move; Ann is to put a card away, and so is the bot."""

    async def run() -> None:
        async with in_process_server(data_dir) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann, bots=["random"], pace=5)
            async with server.open_socket(ann) as opened:
                await opened.ask("watch", table=table)
                await opened.ask("start")
                await play(server, opened, table)

    asyncio.run(run())


async def act(server: InProcessServer, opened: SocketClient, table: str) -> None:
    live = server.tables.registry.tables[table]
    assert live.table.state is not None
    await opened.ask("act", seq=live.seq, action=str(live.table.state.legal(0)[0]))


def test_the_next_move_of_a_bot_takes_as_long_as_the_host_says(tmp_path: Path) -> None:
    async def play(server: InProcessServer, opened: SocketClient, table: str) -> None:
        live = server.tables.registry.tables[table]
        await act(server, opened, table)
        await opened.ask("pace", pace=0.25)
        told = [message for message in map(json.loads, opened.received) if message.get("kind") == "pace"]
        assert [(event["table"]["pace"], event["seat"]) for event in told] == [(0.25, None)]
        await server.advance(5)  # the move that the bot had begun takes as long as it would have
        while live.table.asked.keys() != {1}:
            await act(server, opened, table)
        await server.settle()
        before = live.seq
        await server.advance(0.249)
        assert live.seq == before  # not before its time, however quickly it chose
        await server.advance(0.001)
        assert live.seq > before

    play_against_a_bot(tmp_path, play)


def test_it_is_stored_and_the_next_table_has_it_too(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2, bots=["random"], pace=0)["id"]

    async def play() -> str:
        async with open_socket(server, ann) as host:
            await host.ask("watch", table=table)
            assert (await host.ask("pace", pace=1.5))["type"] == "done"
            await host.ask("pace", pace=0)
            await host.ask("start")
            await host.send("leave")
            await host.until("event", where=lambda event: event.get("table", {}).get("status") == "over")
            await host.ask("rematch")
            successor: str = (await host.ask("watch", table=table))["table"]["next"]
            await host.ask("watch", table=successor)
            await host.ask("pace", pace=2.5)
            return successor

    successor = asyncio.run(play())
    assert ann.get(f"/api/tables/{table}")["pace"] == 0
    server.kill()
    server.start()
    assert ann.get(f"/api/tables/{successor}")["pace"] == 2.5


def test_only_the_host_says_so_and_not_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_PACE_CHANGES", 3)

    async def run() -> list[str]:
        async with in_process_server(tmp_path) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            table = await server.new_table(ann, players=3)
            async with server.open_socket(ann) as host, server.open_socket(bo) as guest:
                await seat_two(host, guest, table)
                refused = [(await guest.ask("pace", pace=0))["code"], (await host.ask("pace", pace=11))["code"]]
                for _ in range(3):
                    assert (await host.ask("pace", pace=1))["type"] == "done"
                refused.append((await host.ask("pace", pace=1))["code"])
                await host.ask("close")
                return [*refused, (await host.ask("pace", pace=1))["code"]]

    assert asyncio.run(run()) == ["not-host", "bad-message", "too-much", "not-playing"]
