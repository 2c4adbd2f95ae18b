"""Which tables are in memory, and that they are there as they are stored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from indoors import Looker, act, in_the_house, settle
from tableside import until

from purrlab.server import clock, hall, store
from purrlab.server.house import House
from purrlab.server.live_table import LiveTable
from purrlab.server.making import NewTable, make_table
from purrlab.server.protocol import Correspondence


def test_a_game_that_is_over_leaves_no_timer_and_no_table_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House, live: LiveTable, looker: Looker) -> None:
        assert live.timer is not None
        while live.table.state is not None and live.table.state.to_act:
            act(house, live, min(live.table.state.to_act), [])
        await settle(house.hall)
        assert live.shown.info.status == "over"
        assert live.timer is None
        monkeypatch.setattr(hall, "A_WHILE", 0.01)
        house.hall.detach(looker)
        await until(lambda: not house.hall.tables)

    in_the_house(tmp_path, visit)


def test_a_table_that_waits_for_mail_is_in_memory_again_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House, live: LiveTable, looker: Looker) -> None:
        house.hall.detach(looker)
        await until(lambda: not house.hall.tables)
        assert live.timer is None
        assert live.table.seq == 3
        await until(lambda: house.hall.tables.get(live.id, live) is not live)
        again = house.hall.tables[live.id]
        await until(lambda: again.shown.event.kind == "acted")
        assert [event.kind for event in again.table.events[3:5]] == ["taken", "taken"]

    monkeypatch.setattr(hall, "A_WHILE", 0.01)
    monkeypatch.setattr(clock, "DAY", 1_000)  # milliseconds
    in_the_house(tmp_path, visit, speed=Correspondence(days=1))


def test_a_table_that_is_only_looked_for_does_not_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House, _live: LiveTable, looker: Looker) -> None:
        ann = store.Person(id=looker.person or "", name="Ann", login=None, created=0)
        waiting = await make_table(house.hall, ann, NewTable(game="cat-in-the-box", players=2))
        await house.hall.find(waiting.id)
        assert waiting.id in house.hall.tables
        await until(lambda: waiting.id not in house.hall.tables)

    monkeypatch.setattr(hall, "A_WHILE", 0.01)
    in_the_house(tmp_path, visit)


def test_after_a_restart_a_table_that_could_not_be_loaded_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(house: House, live: LiveTable, _looker: Looker) -> None:
        house.hall.tables.clear()
        monkeypatch.setattr(store, "load_table", _broken)
        assert not await house.hall.resume_all()
        monkeypatch.undo()
        assert await house.hall.resume_all()
        assert live.id in house.hall.tables

    def _broken(*_: object) -> Any:
        raise OSError("disk failure")

    in_the_house(tmp_path, visit)


def test_a_table_that_is_just_being_loaded_gets_the_new_name(tmp_path: Path) -> None:
    async def visit(house: House, live: LiveTable, looker: Looker) -> None:
        house.hall.tables.clear()
        loading = asyncio.ensure_future(house.hall.find(live.id))
        await asyncio.sleep(0)  # it is read, or about to be
        house.hall.rename(looker.person or "", "Anna")
        again = await loading
        assert again.seat_names() == ["Anna", "Bo"]

    in_the_house(tmp_path, visit)


def test_a_new_name_is_not_undone_by_what_was_on_its_way(tmp_path: Path) -> None:
    async def visit(house: House, live: LiveTable, looker: Looker) -> None:
        act(house, live, 0, [])
        house.hall.rename(looker.person or "", "Anna")
        await settle(house.hall)
        assert live.seq == 4
        assert live.seat_names() == ["Anna", "Bo"]

    in_the_house(tmp_path, visit)
