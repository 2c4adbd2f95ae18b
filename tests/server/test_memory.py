"""Which tables are in memory, and that they are there as they are stored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from clients import until
from in_process import Looker, act, settle, with_services

from purrlab.server.live import registry
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import names_message
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.services import Services
from purrlab.server.storage import store
from purrlab.server.tables import clock
from purrlab.server.tables.events import Acted, TakenOver
from purrlab.server.tables.terms import Correspondence


def test_a_game_that_is_over_leaves_no_timer_and_no_table_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        assert live.timer is not None
        while live.table.state is not None and live.table.state.to_act:
            act(services, live, min(live.table.state.to_act), [])
        await settle(services)
        assert live.published.info.status == "over"
        assert live.timer is None
        monkeypatch.setattr(registry, "IDLE_TABLE_SECONDS", 0.01)
        services.tables.presence.detach(looker)
        await until(lambda: not services.tables.registry.tables)

    with_services(tmp_path, visit)


def test_a_table_that_waits_for_mail_is_in_memory_again_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        services.tables.presence.detach(looker)
        await until(lambda: not services.tables.registry.tables)
        assert live.timer is None
        assert live.table.seq == 3
        await until(lambda: services.tables.registry.tables.get(live.id, live) is not live)
        again = services.tables.registry.tables[live.id]
        await until(lambda: isinstance(again.published.event, Acted))
        assert [type(event) for event in again.table.events[3:5]] == [TakenOver, TakenOver]

    monkeypatch.setattr(registry, "IDLE_TABLE_SECONDS", 0.01)
    monkeypatch.setattr(clock, "DAY_MS", 1_000)  # milliseconds
    with_services(tmp_path, visit, speed=Correspondence(days=1))


def test_a_table_that_is_only_looked_for_does_not_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(services: Services, _live: LiveTable, looker: Looker) -> None:
        ann = store.Person(id=looker.person or "", name="Ann", login=None, created=0)
        waiting = await make_table(services.tables, ann, NewTable(game="cat-in-the-box", players=2))
        await services.tables.registry.find(waiting.id)
        assert waiting.id in services.tables.registry.tables
        await until(lambda: waiting.id not in services.tables.registry.tables)

    monkeypatch.setattr(registry, "IDLE_TABLE_SECONDS", 0.01)
    with_services(tmp_path, visit)


def test_after_a_restart_a_table_that_could_not_be_loaded_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(services: Services, live: LiveTable, _looker: Looker) -> None:
        services.tables.registry.tables.clear()
        monkeypatch.setattr(store, "load_table", _broken)
        assert not await services.tables.resume_all()
        monkeypatch.undo()
        assert await services.tables.resume_all()
        assert live.id in services.tables.registry.tables

    def _broken(*_: object) -> Any:
        raise OSError("disk failure")

    with_services(tmp_path, visit)


def test_a_table_that_is_just_being_loaded_gets_the_new_name(tmp_path: Path) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        services.tables.registry.tables.clear()
        loading = asyncio.ensure_future(services.tables.registry.find(live.id))
        await asyncio.sleep(0)  # it is read, or about to be
        services.tables.people.rename(looker.person or "", "Anna")
        again = await loading
        assert names_message(again).names == ["Anna", "Bo"]

    with_services(tmp_path, visit)


def test_a_new_name_is_not_undone_by_what_was_on_its_way(tmp_path: Path) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        act(services, live, 0, [])
        services.tables.people.rename(looker.person or "", "Anna")
        await settle(services)
        assert live.seq == 4
        assert names_message(live).names == ["Anna", "Bo"]

    with_services(tmp_path, visit)
