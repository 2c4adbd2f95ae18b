"""Which tables are in memory, and that they are there as they are stored."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from server.in_process import InProcessServer, RecordingWatcher, act, run_with_game

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import names_message
from purrlab.server.live.recovery import FIRST_RETRY_SECONDS
from purrlab.server.live.registry import IDLE_TABLE_SECONDS
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.storage import store
from purrlab.server.tables.clock import DAY_MS, SECOND_MS
from purrlab.server.tables.events import Acted, TakenOver
from purrlab.server.tables.terms import Correspondence

DAY_SECONDS = DAY_MS / SECOND_MS


def test_a_game_that_is_over_leaves_no_timer_and_no_table_in_memory(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        assert live.timer is not None
        while live.table.state is not None and live.table.state.to_act:
            act(server, live, min(live.table.state.to_act), [])
        await server.settle()
        assert live.published.info.status == "over"
        assert live.timer is None
        server.tables.presence.detach(watcher)
        await server.advance(IDLE_TABLE_SECONDS - 0.1)
        assert server.tables.registry.tables
        await server.advance(0.1)
        assert not server.tables.registry.tables

    run_with_game(tmp_path, scenario)


def test_a_correspondence_table_is_in_memory_again_when_the_time_is_up(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        server.tables.presence.detach(watcher)
        await server.advance(DAY_SECONDS - 1)
        assert not server.tables.registry.tables
        assert live.timer is None
        assert live.table.seq == 3
        await server.advance(1 + FIRST_RETRY_SECONDS)
        again = server.tables.registry.tables[live.id]
        assert again is not live
        await server.advance(live.table.terms.pace)
        assert isinstance(again.published.event, Acted)
        assert [type(event) for event in again.table.events[3:5]] == [TakenOver, TakenOver]

    run_with_game(tmp_path, scenario, speed=Correspondence(days=1))


def test_a_table_that_is_only_looked_for_does_not_stay_in_memory(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, _live: LiveTable, watcher: RecordingWatcher) -> None:
        ann = store.Person(id=watcher.person or "", name="Ann", login=None, created=0)
        waiting = await make_table(server.tables, ann, NewTable(game="cat-in-the-box", players=2))
        await server.tables.registry.find(waiting.id)
        assert waiting.id in server.tables.registry.tables
        await server.advance(IDLE_TABLE_SECONDS)
        assert waiting.id not in server.tables.registry.tables

    run_with_game(tmp_path, scenario)


def test_after_a_restart_a_table_that_could_not_be_loaded_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, _watcher: RecordingWatcher) -> None:
        server.tables.registry.tables.clear()
        monkeypatch.setattr(store, "load_table", _broken)
        assert not await server.tables.resume_all()
        monkeypatch.undo()
        assert await server.tables.resume_all()
        assert live.id in server.tables.registry.tables

    def _broken(*_: object) -> Any:
        raise OSError("disk failure")

    run_with_game(tmp_path, scenario)


def test_a_table_that_is_just_being_loaded_gets_the_new_name(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        server.tables.registry.tables.clear()
        loading = asyncio.ensure_future(server.tables.registry.find(live.id))
        await asyncio.sleep(0)  # it is read, or about to be
        server.tables.people.rename(watcher.person or "", "Anna")
        again = await loading
        assert names_message(again).names == ["Anna", "Bo"]

    run_with_game(tmp_path, scenario)


def test_addresses_take_turns_when_tables_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for all the tables that another address asks for, and reads of other things do not wait at all."""
    read, may_read = list[str](), threading.Event()

    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        ann = store.Person(id=watcher.person or "", name="Ann", login=None, created=0)
        made = [await make_table(server.tables, ann, NewTable(game="cat-in-the-box", players=2)) for _ in range(12)]
        tables, registry = [each.id for each in made], server.tables.registry
        load = registry._read

        def load_slowly(table_id: str) -> LiveTable:
            assert may_read.wait(30)
            read.append(table_id)
            return load(table_id)

        monkeypatch.setattr(registry, "_read", load_slowly)
        flood = [asyncio.ensure_future(registry.find(table, "192.0.2.66")) for table in tables[:10]]
        await asyncio.sleep(0)  # they wait, the first of them for the database
        others = [
            asyncio.ensure_future(registry.find(tables[10], "192.0.2.1")),
            asyncio.ensure_future(registry.peek(tables[11], "192.0.2.2")),
        ]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(store.read, server.services.engine, store.names_of, {ann.id})
        may_read.set()
        await asyncio.gather(*flood, *others)
        assert set(read[:4]) >= {tables[10], tables[11]}
        assert sorted(read) == sorted(tables)
        assert set(registry.tables) == {live.id, *tables[:11]}

    run_with_game(tmp_path, scenario)


def test_who_goes_while_a_table_is_loaded_keeps_nobody_else_from_it(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, _watcher: RecordingWatcher) -> None:
        registry = server.tables.registry
        registry.tables.clear()
        gone, stays, comes = [asyncio.ensure_future(registry.find(live.id, f"192.0.2.{each}")) for each in range(3)]
        await asyncio.sleep(0)  # it is read, or about to be
        gone.cancel()
        assert (await stays) is (await comes) is registry.tables[live.id]
        assert gone.cancelled()

    run_with_game(tmp_path, scenario)


def test_a_new_name_is_not_undone_by_what_was_on_its_way(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        act(server, live, 0, [])
        server.tables.people.rename(watcher.person or "", "Anna")
        await server.settle()
        assert live.seq == 4
        assert names_message(live).names == ["Anna", "Bo"]

    run_with_game(tmp_path, scenario)
