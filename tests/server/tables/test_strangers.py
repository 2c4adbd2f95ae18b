"""Strangers cannot spoil a table: the host removes them, who is absent loses the seat, and limits are their own."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.fault_injection import Tab, accelerated_services, cookie_of
from server.in_process import in_process_server

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.services import Services
from purrlab.server.socket import stranger_limits
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.tables import commands
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Correspondence, Relaxed, Terms

STRANGERS = 2_000  # who come to a table and go
Visit = Callable[[Services, str, Tab, Tab], Awaitable[None]]


def _at_a_waiting_table(folder: Path, visit: Visit, wanted: dict[str, Any], **settings: Any) -> None:
    """The host and a stranger who has sat down."""

    async def run() -> None:
        async with accelerated_services(folder, **settings) as (services, endpoint):
            people = [await services.accounts.create_guest(name) for name in ("Ann", "Bo")]
            table = (
                await make_table(services.tables, people[0], NewTable(game="cat-in-the-box", players=3, **wanted))
            ).id
            host, stranger = [Tab(endpoint, await cookie_of(services, person)) for person in people]
            for tab in (host, stranger):
                await tab.answer("watch", "w", table=table)
            assert (await stranger.answer("sit", "s"))["type"] == "done"
            await visit(services, table, host, stranger)
            await host.close()
            await stranger.close()

    asyncio.run(run())


def _left(tab: Tab) -> list[dict[str, Any]]:
    return [told for told in tab.told if told.get("kind") == "left"]


def test_the_host_removes_somebody_who_then_finds_no_seat(tmp_path: Path) -> None:
    async def visit(services: Services, table: str, host: Tab, stranger: Tab) -> None:
        assert (await stranger.answer("remove", "r0", seat=0))["code"] == "not-host"
        assert (await host.answer("remove", "r1", seat=0))["code"] == "nobody-there"
        assert (await host.answer("remove", "r2", seat=2))["code"] == "nobody-there"
        assert (await host.answer("remove", "r3", seat=9))["code"] == "no-such-seat"
        assert (await host.answer("remove", "r4", seat=1))["type"] == "done"
        told = _left(stranger)[0]
        assert (told["reason"], told["you"], told["seat"]) == ("removed", None, 1)
        assert (await stranger.answer("sit", "s2"))["code"] == "removed"
        with services.engine.connect() as connection:
            stored = store.load_table(connection, table)
        assert stored is not None
        assert len(stored.removed) == 1
        with pytest.raises(Refused) as refused:
            commands.sit(stored, next(iter(stored.removed)), None, 0)
        assert refused.value.code == ErrorCode.REMOVED

    _at_a_waiting_table(tmp_path, visit, {})


def _seats_of_absent(folder: Path, speed: Relaxed | Correspondence) -> tuple[list[bool], list[dict[str, Any]]]:
    """Host and stranger leave: who still has a seat after a while, and who was told to have left."""

    async def leave() -> tuple[list[bool], list[dict[str, Any]]]:
        async with in_process_server(folder, absent_seat_seconds=60) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            table = (await make_table(server.tables, ann, NewTable(game="cat-in-the-box", players=3, speed=speed))).id
            async with server.open_socket() as spectator:
                await spectator.ask("watch", table=table)
                async with server.open_socket(ann) as host, server.open_socket(bo) as stranger:
                    await host.ask("watch", table=table)
                    await stranger.ask("watch", table=table)
                    assert (await stranger.ask("sit"))["type"] == "done"
                await server.advance(61)
                shown = await spectator.ask("watch", table=table)
                told = [json.loads(message) for message in spectator.received]
        left = [each for each in told if each.get("kind") == "left"]
        return [seat["person"] for seat in shown["table"]["seats"]], left

    return asyncio.run(leave())


def test_a_seat_of_somebody_absent_becomes_free_before_the_start_and_the_hosts_does_not(tmp_path: Path) -> None:
    seated, [left] = _seats_of_absent(tmp_path, Relaxed())
    assert (left["reason"], left["seat"]) == ("away", 1)
    assert seated == [True, False, False]


def test_nobody_has_to_be_there_in_a_correspondence_game(tmp_path: Path) -> None:
    assert _seats_of_absent(tmp_path, Correspondence()) == ([True, True, False], [])


def test_comings_and_goings_cost_the_address_and_not_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranger_limits, "MAX_ARRIVALS_PER_ADDRESS", 5)

    async def visit(services: Services, table: str, host: Tab, stranger: Tab) -> None:
        answers = [await stranger.answer("entropy", f"e{number}", text="x") for number in range(8)]
        assert [answer.get("code", "done") for answer in answers] == 4 * ["done"] + 4 * ["too-much"]
        for number, bot in enumerate(["random", None, "random"]):
            assert (await host.answer("bot", f"b{number}", seat=2, bot=bot))["type"] == "done"
        assert (await host.answer("entropy", "e", text="x"))["type"] == "done"
        assert (await host.answer("start", "go"))["type"] == "done"
        assert services.tables.registry.tables[table].table.status == "playing"

    _at_a_waiting_table(tmp_path, visit, {})


def test_strangers_of_one_address_sit_down_so_often_in_a_minute(tmp_path: Path) -> None:
    async def visit(_services: Services, _table: str, _host: Tab, stranger: Tab) -> None:
        answers = []
        for number in range(3):
            assert (await stranger.answer("leave", f"l{number}"))["type"] in ("done", "error")
            answers.append((await stranger.answer("sit", f"s{number}")).get("code", "done"))
        assert answers == ["done", "slow-down", "slow-down"]

    _at_a_waiting_table(tmp_path, visit, {}, sittings_per_minute=2)


def _table_of_ann() -> Table:
    terms = Terms(
        id="t", game="cat-in-the-box", players=2, options={}, speed=Relaxed(), listed=True, pace=0, host="ann",
        server_seed="00", created=0,
    )  # fmt: skip
    return Table(terms)


async def _come_and_go(endpoint: SocketEndpoint, cookie: str, table: str, address: str) -> str:
    """What somebody is told who sits down; if they may, they leave again."""
    tab = Tab(endpoint, cookie, address)
    await tab.answer("watch", "w", table=table)
    told = (await tab.answer("sit", "s")).get("code", "done")
    if told == "done":
        await tab.answer("leave", "l")
    await tab.close()
    return str(told)


def test_many_addresses_do_not_fill_a_table_and_newcomers_find_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who come again are slowed down together; who comes for the first time is not."""
    monkeypatch.setattr(stranger_limits, "ARRIVALS_BURST_PER_TABLE", 6)
    monkeypatch.setattr(stranger_limits, "ARRIVALS_PER_MINUTE_PER_TABLE", 1e-6)
    addresses = [f"198.51.100.{number}" for number in range(5)]

    async def come_and_go() -> list[str]:
        async with accelerated_services(tmp_path) as (services, endpoint):
            host, *guests = [await services.accounts.create_guest(name) for name in ("Ann", "Bo", "Cy")]
            table = (await make_table(services.tables, host, NewTable(game="cat-in-the-box", players=2))).id
            crowd, newcomer = [await cookie_of(services, guest) for guest in guests]
            told = [await _come_and_go(endpoint, crowd, table, address) for _ in range(3) for address in addresses]
            return [*told, await _come_and_go(endpoint, newcomer, table, "203.0.113.9")]

    *crowd, newcomer = asyncio.run(come_and_go())
    assert crowd == 11 * ["done"] + 4 * ["slow-down"]
    assert newcomer == "done"


def test_what_strangers_did_keeps_nobody_from_sitting_down_or_starting() -> None:
    """However many they were."""
    table = _table_of_ann()
    table.apply(commands.sit(table, "ann", None, 0))
    for number in range(STRANGERS):
        table.apply(commands.sit(table, f"guest{number}", None, 0))
        table.apply(commands.leave(table, f"guest{number}", 0))
    table.apply(commands.seat_bot(table, "ann", 1, "random", 0))
    table.apply(commands.start(table, "ann", 0))
    assert table.status == "playing"


def test_the_host_does_not_fill_a_table_with_bots() -> None:
    table = _table_of_ann()
    for number in range(commands.MAX_BOT_CHANGES):
        table.apply(commands.seat_bot(table, "ann", 1, None if number % 2 else "random", 0))
    with pytest.raises(Refused) as refused:
        commands.seat_bot(table, "ann", 1, "random", 0)
    assert refused.value.code == ErrorCode.TOO_MUCH
