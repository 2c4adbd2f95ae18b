"""What happens when storing fails: nobody is told what could be lost, and the table goes on from what is stored."""

import asyncio
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.clients import Person, Server, open_socket, wait_until
from server.in_process import InProcessServer, RecordingWatcher, act, run_with_game
from websockets.exceptions import ConnectionClosed

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import table_message
from purrlab.server.live.recovery import FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS
from purrlab.server.storage import store
from purrlab.server.storage.event_rows import row_of
from purrlab.server.storage.schema import events
from purrlab.server.storage.writer import Write
from purrlab.server.tables import commands


def test_what_could_not_be_stored_was_never_told_and_did_not_happen(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        before, errors = watcher.seqs(), list[BaseException | None]()
        server.commit.interrupt = _disk_full
        act(server, live, 0, errors)
        act(server, live, 1, errors)
        await server.settle()
        server.commit.interrupt = None
        await server.advance(FIRST_RETRY_SECONDS + 1)
        assert [type(error).__name__ for error in errors] == ["OSError", "OSError"]
        assert watcher.seqs() == before
        again = server.tables.registry.tables[live.id]
        assert again is not live
        assert watcher.live is again
        assert again.table.state is not None
        assert again.table.state.to_act == {0, 1}
        act(server, again, 1, errors)
        await server.settle()
        assert errors[-1] is None
        assert watcher.seqs() == [*before, before[-1] + 1]

    def _disk_full(_writes: list[Write]) -> None:
        raise OSError("no space left on device")

    run_with_game(tmp_path, scenario)


def test_what_stands_on_something_lost_is_lost_too_even_when_the_disk_is_well_again(tmp_path: Path) -> None:
    """Else the table would have a gap in its numbers for ever."""

    async def scenario(server: InProcessServer, live: LiveTable, _watcher: RecordingWatcher) -> None:
        first, second = threading.Event(), threading.Event()

        def once(_writes: list[Write]) -> None:
            if not first.is_set():
                first.set()
                second.wait(30)
                raise OSError("a short hiccup")

        server.commit.interrupt = once
        errors: list[BaseException | None] = []
        act(server, live, 0, errors)
        await wait_until(first.is_set)
        act(server, live, 1, errors)  # waits for the next commit, which goes well
        second.set()
        await server.settle()
        with server.services.engine.connect() as connection:
            table = store.load_table(connection, live.id)
        assert table is not None
        assert [event.seq for event in table.events] == list(range(1, table.seq + 1))
        assert [type(error).__name__ for error in errors] == ["OSError", "BrokenChain"]

    run_with_game(tmp_path, scenario)


def test_one_bad_write_does_not_take_others_with_it(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, _watcher: RecordingWatcher) -> None:
        good: list[Any] = []
        bad: list[Any] = []
        duplicate = row_of(live.id, live.table.events[0])
        server.services.writer.submit(Write(None, lambda _connection: 1, lambda *answer: good.append(answer)))
        server.services.writer.submit(Write(duplicate, None, lambda *answer: bad.append(answer)))
        server.services.writer.submit(Write(None, lambda _connection: 2, lambda *answer: good.append(answer)))
        await server.settle()
        assert good == [(1, None), (2, None)]
        assert isinstance(bad[0][1], sa.exc.IntegrityError)

    run_with_game(tmp_path, scenario)


def test_while_the_database_is_locked_everybody_is_told_at_once(tmp_path: Path) -> None:
    """Trying each of many by itself would take the time of one many times."""

    async def scenario(server: InProcessServer, _live: LiveTable, _watcher: RecordingWatcher) -> None:
        tried: list[int] = []

        def locked(writes: list[Write]) -> None:
            tried.append(len(writes))
            raise sa.exc.OperationalError("insert", None, Exception("database is locked"))

        server.commit.interrupt = locked
        answers: list[Any] = []
        for _ in range(3):
            server.services.writer.submit(Write(None, lambda _connection: None, lambda *answer: answers.append(answer)))
        await server.settle()
        server.commit.interrupt = None
        assert tried == [3]
        assert [type(error).__name__ for _, error in answers] == ["OperationalError"] * 3

    run_with_game(tmp_path, scenario)


def test_nothing_said_is_shown_before_it_is_stored(tmp_path: Path) -> None:
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        committing, seen = threading.Event(), threading.Event()

        def wait(_writes: list[Write]) -> None:
            committing.set()
            seen.wait(30)

        server.commit.interrupt = wait
        person = watcher.person
        assert person is not None
        for text in ("one", "two"):
            server.tables.chat.say(live, person, text, lambda _error: None)
        await wait_until(committing.is_set)
        assert table_message(live, watcher, None).chat == []
        seen.set()
        await server.settle()
        assert [said.text for said in table_message(live, watcher, None).chat] == ["one", "two"]
        server.tables.people.rename(person, "Anna")
        assert {said.name for said in table_message(live, watcher, None).chat} == {"Anna"}
        numbers = [said.number for said in table_message(live, watcher, None).chat]
        assert numbers == sorted(set(numbers))

    run_with_game(tmp_path, scenario)


def test_when_another_server_was_faster_its_move_counts(tmp_path: Path) -> None:
    """Two servers on one database: the number of an event is unique, so only one of two moves is accepted."""

    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        assert live.table.state is not None
        theirs = commands.move(live.table, 1, str(live.table.state.legal(1)[0]), server.time.now_ms())
        row = row_of(live.id, theirs)
        await server.services.writer.run(lambda connection: connection.execute(sa.insert(events), row._asdict()))
        errors: list[BaseException | None] = []
        act(server, live, 0, errors)
        await server.advance(FIRST_RETRY_SECONDS)
        assert isinstance(errors[0], sa.exc.IntegrityError)
        told = [message for message in watcher.messages if message.get("kind") == "acted"]
        assert [(message["seq"], message["seat"]) for message in told] == [(theirs.seq, 1)]
        again = server.tables.registry.tables[live.id]
        act(server, again, 0, errors)
        await server.settle()
        assert watcher.seqs()[-1] == theirs.seq + 1

    run_with_game(tmp_path, scenario)


def test_nobody_waits_for_a_slow_disk_but_those_whose_move_is_stored(tmp_path: Path) -> None:
    """The event loop goes on while a commit takes its time."""

    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        committing, stored = threading.Event(), threading.Event()

        def wait(_writes: list[Write]) -> None:
            committing.set()
            stored.wait(30)

        server.commit.interrupt = wait
        errors: list[BaseException | None] = []
        act(server, live, 0, errors)
        await wait_until(committing.is_set)  # the loop turns while the disk is busy
        assert (await server.tables.registry.find(live.id)) is live
        assert (errors, watcher.seqs()[-1]) == ([], 3)
        stored.set()
        await server.settle()
        assert (errors, watcher.seqs()[-1]) == ([None], 4)

    run_with_game(tmp_path, scenario)


def test_a_table_goes_on_when_the_database_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even what is stored can be read for a while."""

    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        def gone(_asked: object) -> Any:
            raise OSError("no database")

        errors: list[BaseException | None] = []
        server.commit.interrupt = gone
        monkeypatch.setattr(server.tables.registry, "_read", gone)
        act(server, live, 0, errors)
        await server.settle()
        assert not server.tables.registry.tables
        assert server.services.writer.failing_seconds() > 0
        await server.advance(100)  # for as long as it is tried again and again
        assert not server.tables.registry.tables
        server.commit.interrupt = None
        monkeypatch.undo()
        await server.advance(MAX_RETRY_SECONDS)
        again = server.tables.registry.tables[live.id]
        assert watcher.live is again
        act(server, again, 0, errors)
        await server.settle()
        assert [type(error).__name__ for error in errors] == ["OSError", "NoneType"]
        assert server.services.writer.failing_seconds() == 0

    run_with_game(tmp_path, scenario)


def test_without_a_database_people_are_told_to_come_later_and_the_log_says_why(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        with sqlite3.connect(server.data / "purrlab.sqlite") as database:
            database.execute("alter table people rename to gone")

        async def come() -> int | None:
            async with open_socket(server, ann) as opened:
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
    async def scenario(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        ann = store.Person(id=watcher.person or "", name="Ann", login=None, created=0)

        async def fail(_person: store.Person) -> list[str]:
            assert server.services.connections._being_deleted == {ann.id}
            server.tables.registry.tables.clear()
            await server.tables.registry.find(live.id)  # it may be loaded just then
            raise OSError("no space left on device")

        monkeypatch.setattr(server.services.accounts, "delete", fail)
        with pytest.raises(OSError, match="no space"):
            await server.services.delete(ann)
        assert not server.services.connections._being_deleted
        assert not server.tables.people.deleted
        await server.settle()
        assert server.tables.registry.tables[live.id].table.seat_of(ann.id) == 0

    run_with_game(tmp_path, scenario)
