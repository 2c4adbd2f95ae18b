"""What happens when storing fails: nobody is told what could be lost, and the table goes on from what is stored."""

import asyncio
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from clients import Person, Server, line, until
from in_process import Looker, act, settle, with_services
from websockets.exceptions import ConnectionClosed

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import table_message
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.storage import store
from purrlab.server.storage.event_rows import row_of
from purrlab.server.storage.schema import events
from purrlab.server.storage.writer import Write, Writer
from purrlab.server.tables import commands
from purrlab.server.time_source import SystemTime


def test_what_could_not_be_stored_was_never_told_and_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        before, errors = looker.seqs(), list[BaseException | None]()
        monkeypatch.setattr(Writer, "_commit", _disk_full)
        act(services, live, 0, errors)
        act(services, live, 1, errors)
        await until(lambda: len(errors) == 2 and looker.live not in (None, live))
        monkeypatch.undo()
        assert [type(error).__name__ for error in errors] == ["OSError", "OSError"]
        assert looker.seqs() == before
        again = services.tables.registry.tables[live.id]
        assert again is not live
        assert looker.live is again
        assert again.table.state is not None
        assert again.table.state.to_act == {0, 1}
        act(services, again, 1, errors)
        await settle(services)
        assert errors[-1] is None
        assert looker.seqs() == [*before, before[-1] + 1]

    def _disk_full(_self: Writer, _writes: list[Write]) -> Any:
        raise OSError("no space left on device")

    with_services(tmp_path, visit)


def test_what_stands_on_something_lost_is_lost_too_even_when_the_disk_is_well_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the table would have a gap in its numbers for ever."""

    async def visit(services: Services, live: LiveTable, _looker: Looker) -> None:
        true_commit, first, second = Writer._commit, threading.Event(), threading.Event()

        def once(self: Writer, writes: list[Write]) -> Any:
            if not first.is_set():
                first.set()
                second.wait(30)
                raise OSError("a short hiccup")
            return true_commit(self, writes)

        monkeypatch.setattr(Writer, "_commit", once)
        errors: list[BaseException | None] = []
        act(services, live, 0, errors)
        await until(first.is_set)
        act(services, live, 1, errors)  # waits for the next commit, which goes well
        second.set()
        await settle(services)
        with services.engine.connect() as connection:
            table = store.load_table(connection, live.id)
        assert table is not None
        assert [event.seq for event in table.events] == list(range(1, table.seq + 1))
        assert [type(error).__name__ for error in errors] == ["OSError", "BrokenChain"]

    with_services(tmp_path, visit)


def test_one_bad_write_does_not_take_others_with_it(tmp_path: Path) -> None:
    async def visit(services: Services, live: LiveTable, _looker: Looker) -> None:
        good: list[Any] = []
        bad: list[Any] = []
        duplicate = row_of(live.id, live.table.events[0])
        services.writer.submit(Write(None, lambda _connection: 1, lambda *answer: good.append(answer)))
        services.writer.submit(Write(duplicate, None, lambda *answer: bad.append(answer)))
        services.writer.submit(Write(None, lambda _connection: 2, lambda *answer: good.append(answer)))
        await settle(services)
        assert good == [(1, None), (2, None)]
        assert isinstance(bad[0][1], sa.exc.IntegrityError)

    with_services(tmp_path, visit)


def test_while_the_database_is_locked_everybody_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trying each of many by itself would take the time of one many times."""

    async def visit(services: Services, _live: LiveTable, _looker: Looker) -> None:
        tried: list[int] = []

        def locked(_self: Writer, writes: list[Write]) -> Any:
            tried.append(len(writes))
            raise sa.exc.OperationalError("insert", None, Exception("database is locked"))

        monkeypatch.setattr(Writer, "_commit", locked)
        answers: list[Any] = []
        for _ in range(3):
            services.writer.submit(Write(None, lambda _connection: None, lambda *answer: answers.append(answer)))
        await until(lambda: len(answers) == 3)
        monkeypatch.undo()
        assert tried == [3]
        assert [type(error).__name__ for _, error in answers] == ["OperationalError"] * 3

    with_services(tmp_path, visit)


def test_nothing_said_is_shown_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        true_commit, seen = Writer._commit, threading.Event()

        def slowly(self: Writer, writes: list[Write]) -> Any:
            seen.wait(30)
            return true_commit(self, writes)

        monkeypatch.setattr(Writer, "_commit", slowly)
        person = looker.person
        assert person is not None
        for text in ("one", "two"):
            services.tables.chat.say(live, person, text, lambda _error: None)
        await asyncio.sleep(0.05)
        assert table_message(live, looker, None).chat == []
        seen.set()
        await settle(services)
        assert [said.text for said in table_message(live, looker, None).chat] == ["one", "two"]
        services.tables.people.rename(person, "Anna")
        assert {said.name for said in table_message(live, looker, None).chat} == {"Anna"}
        numbers = [said.number for said in table_message(live, looker, None).chat]
        assert numbers == sorted(set(numbers))

    with_services(tmp_path, visit)


def test_when_another_server_was_faster_its_move_counts(tmp_path: Path) -> None:
    """Two servers on one database: the number of an event is unique, so only one of two moves is accepted."""

    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        assert live.table.state is not None
        theirs = commands.move(live.table, 1, str(live.table.state.legal(1)[0]), SystemTime().now_ms())
        row = row_of(live.id, theirs)
        await services.writer.run(lambda connection: connection.execute(sa.insert(events), row._asdict()))
        errors: list[BaseException | None] = []
        act(services, live, 0, errors)
        await settle(services)
        assert isinstance(errors[0], sa.exc.IntegrityError)
        told = [message for message in looker.told if message.get("kind") == "acted"]
        assert [(message["seq"], message["seat"]) for message in told] == [(theirs.seq, 1)]
        again = services.tables.registry.tables[live.id]
        act(services, again, 0, errors)
        await settle(services)
        assert looker.seqs()[-1] == theirs.seq + 1

    with_services(tmp_path, visit)


def test_nobody_waits_for_a_slow_disk_but_those_whose_move_is_stored(tmp_path: Path) -> None:
    """The event loop goes on while a commit takes its time."""

    async def run() -> int:
        async with open_services(Settings(data=tmp_path)) as services:
            sa.event.listen(services.writer._engine, "commit", lambda _connection: time.sleep(0.3))
            storing = asyncio.create_task(services.accounts.create_guest("Ann"))
            started = asyncio.get_running_loop().time()
            turns = 0
            while not storing.done():
                await asyncio.sleep(0)
                turns += 1
            assert asyncio.get_running_loop().time() - started >= 0.3
            return turns

    assert asyncio.run(run()) > 100  # a loop that waits makes a few


def test_a_table_goes_on_when_the_database_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even what is stored can be read for a while."""

    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        def gone(*_: object) -> Any:
            raise OSError("no database")

        errors: list[BaseException | None] = []
        monkeypatch.setattr(Writer, "_commit", gone)
        monkeypatch.setattr(services.tables.registry, "_read", gone)
        act(services, live, 0, errors)
        await until(lambda: bool(errors) and not services.tables.registry.tables)
        assert services.writer.failing_seconds() > 0
        monkeypatch.undo()
        again = await services.tables.registry.find(live.id)
        await until(lambda: looker.live is again)
        act(services, again, 0, errors)
        await settle(services)
        assert [type(error).__name__ for error in errors] == ["OSError", "NoneType"]
        assert services.writer.failing_seconds() == 0

    with_services(tmp_path, visit)


def test_without_a_database_people_are_told_to_come_later_and_the_log_says_why(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        with sqlite3.connect(server.data / "purrlab.sqlite") as database:
            database.execute("alter table people rename to gone")

        async def come() -> int | None:
            async with line(server, ann) as opened:
                with suppress(ConnectionClosed):
                    await opened.next()
                return opened.socket.close_code

        assert asyncio.run(come()) == 1013
        assert ann.http.get("/api/me").json()["code"] == "not-stored"
        assert '"error":"OperationalError: no such table: people"' in server.log.read_text()


def test_a_table_that_cannot_be_read_stands_in_nobodys_way(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        good, bad = ann.new_table(players=2)["id"], ann.new_table(players=2)["id"]
        database = sa.create_engine(f"sqlite:///{server.data / 'purrlab.sqlite'}")
        server.stop()
        with database.begin() as connection:
            connection.execute(sa.update(events).where(events.c.table_id == bad).values(kind="nonsense"))
        server.start()
        assert [each["id"] for each in ann.get("/api/tables")] == [good]
        assert ann.http.get(f"/api/tables/{bad}").status_code == 500
        assert ann.http.delete("/api/me").status_code == 200


def test_a_deletion_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(services: Services, live: LiveTable, looker: Looker) -> None:
        ann = store.Person(id=looker.person or "", name="Ann", login=None, created=0)

        async def fail(_person: store.Person) -> list[str]:
            assert services.connections._being_deleted == {ann.id}
            services.tables.registry.tables.clear()
            await services.tables.registry.find(live.id)  # it may be loaded just then
            raise OSError("no space left on device")

        monkeypatch.setattr(services.accounts, "delete", fail)
        with pytest.raises(OSError, match="no space"):
            await services.delete(ann)
        assert not services.connections._being_deleted
        assert not services.tables.people.deleted
        await settle(services)
        assert services.tables.registry.tables[live.id].table.seat_of(ann.id) == 0

    with_services(tmp_path, visit)
