"""No two people at a table have names that look the same, however much happens at once."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server.clients import SocketClient, wait_until
from server.in_process import InProcessServer, in_process_server

from purrlab.server.errors import Refused
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Write


class HeldCommit:
    """The next commit waits until it is released."""

    def __init__(self, server: InProcessServer) -> None:
        self._server = server
        self._began, self._released = threading.Event(), threading.Event()
        server.commit.interrupt = self._wait

    def _wait(self, _writes: list[Write]) -> None:
        self._server.commit.interrupt = None
        self._began.set()
        assert self._released.wait(30)

    async def began(self) -> None:
        await wait_until(self._began.is_set)

    def release(self) -> None:
        self._released.set()


class Party:
    """Ann, Bo and Foo; Ann has made a table and sits there."""

    def __init__(self, server: InProcessServer, people: list[Person], table: str) -> None:
        self.server = server
        self.ann, self.bo, self.foo = people
        self.table = table

    @asynccontextmanager
    async def visit(self, person: Person) -> AsyncIterator[SocketClient]:
        async with self.server.open_socket(person) as opened:
            await opened.ask("watch", table=self.table)
            yield opened

    async def sit(self, person: Person) -> dict[str, Any]:
        async with self.visit(person) as opened:
            return await opened.ask("sit")

    async def rename(self, *renames: tuple[Person, str]) -> list[str]:
        """All at once: what came of each."""
        renamed = await asyncio.gather(
            *(self.server.services.rename(*each) for each in renames), return_exceptions=True
        )
        return [each.code if isinstance(each, Refused) else each.name for each in renamed]  # type: ignore[union-attr]

    async def names(self) -> list[str | None]:
        """As they are told, which are those that are stored."""
        await self.server.settle()
        live = await self.server.tables.registry.find(self.table)
        told = [seat.name for seat in live.published.info.seats]
        self.server.tables.registry.remove(live)
        stored = await self.server.tables.registry.peek(self.table)
        assert [seat.name for seat in stored.published.info.seats] == told
        return told


def party(folder: Path, scenario: Callable[[Party], Awaitable[None]], **wanted: Any) -> None:
    async def play() -> None:
        async with in_process_server(folder) as server:
            people = [await server.new_person(name) for name in ("Ann", "Bo", "Foo")]
            table = await server.new_table(people[0], players=3, **wanted)
            await scenario(Party(server, people, table))

    asyncio.run(play())


def test_nobody_sits_down_while_their_new_name_is_being_stored(tmp_path: Path) -> None:
    async def scenario(at: Party) -> None:
        async with at.visit(at.foo) as foo:
            held = HeldCommit(at.server)
            renaming = asyncio.create_task(at.rename((at.foo, "Ann")))
            await held.began()
            assert (await foo.ask("sit"))["code"] == "name-taken"
            held.release()
            assert await renaming == ["Ann"]
        assert await at.names() == ["Ann", None, None]

    party(tmp_path, scenario)


def test_nobody_is_renamed_to_somebody_who_is_about_to_sit_there(tmp_path: Path) -> None:
    async def scenario(at: Party) -> None:
        await at.sit(at.bo)
        held = HeldCommit(at.server)
        sitting = asyncio.create_task(at.sit(at.foo))
        await held.began()
        renaming = asyncio.create_task(at.rename((at.bo, "Foo")))
        await asyncio.sleep(0.05)  # enough to read who sits there, if anybody did
        held.release()
        assert (await sitting)["type"] == "done"
        assert await renaming == ["name-taken"]
        assert await at.names() == ["Ann", "Bo", "Foo"]

    party(tmp_path, scenario)


def test_nobody_sits_down_under_a_name_that_somebody_there_is_about_to_have(tmp_path: Path) -> None:
    async def scenario(at: Party) -> None:
        await at.sit(at.bo)
        async with at.visit(at.foo) as foo:
            held = HeldCommit(at.server)
            renaming = asyncio.create_task(at.rename((at.bo, "Foo")))
            await held.began()
            assert (await foo.ask("sit"))["code"] == "name-taken"
            held.release()
            assert await renaming == ["Foo"]
        assert await at.names() == ["Ann", "Foo", None]

    party(tmp_path, scenario)


def test_one_of_two_is_renamed_who_want_the_same_name_at_once(tmp_path: Path) -> None:
    async def scenario(at: Party) -> None:
        await at.sit(at.bo)
        assert sorted(await at.rename((at.ann, "Twin"), (at.bo, "Tw1n"))) == ["Twin", "name-taken"]
        assert await at.names() == ["Twin", "Bo", None]

    party(tmp_path, scenario)


def test_who_was_renamed_by_another_server_sits_down_by_that_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is stored before the word of it comes here."""

    async def scenario(at: Party) -> None:
        def rename_elsewhere(_writes: list[Write]) -> None:
            at.server.commit.interrupt = None
            with sqlite3.connect(tmp_path / "purrlab.sqlite") as database:
                database.execute("UPDATE people SET name = 'Ann' WHERE name = 'Foo'")

        at.server.commit.interrupt = rename_elsewhere
        assert (await at.sit(at.foo))["code"] == "name-taken"
        assert await at.names() == ["Ann", None, None]
        assert (await at.sit(at.bo))["type"] == "done"  # the table goes on
        assert not caplog.records  # it is no fault of the server

    party(tmp_path, scenario)


def test_nobody_takes_the_name_of_somebody_with_whom_they_have_just_played(tmp_path: Path) -> None:
    """They may still talk there, or play again."""

    async def scenario(at: Party) -> None:
        await at.sit(at.bo)
        await at.sit(at.foo)
        with sqlite3.connect(tmp_path / "purrlab.sqlite") as database:
            database.execute("UPDATE tables SET status = 'over'")
        assert await at.rename((at.bo, "Ann")) == ["name-taken"]
        await at.server.advance(24 * 60 * 60 + 1)
        assert await at.rename((at.bo, "Ann")) == ["Ann"]

    party(tmp_path, scenario)


@pytest.mark.parametrize("late", [False, True], ids=["before", "while it is made"])
def test_a_rematch_is_without_who_has_the_name_of_somebody_there(tmp_path: Path, *, late: bool) -> None:
    """A day after a game has begun, everybody may take any name."""

    async def scenario(at: Party) -> None:
        await at.sit(at.bo)
        await at.sit(at.foo)
        live = await at.server.tables.registry.find(at.table)
        async with at.visit(at.ann) as ann:
            live.table.status = "over"
            at.server.services.apply_rename(at.bo.id, "Bo" if late else "Ann")
            with sqlite3.connect(tmp_path / "purrlab.sqlite") as database:
                database.execute("UPDATE people SET name = 'Ann' WHERE name = 'Bo'")
            answer = await ann.ask("rematch")
        assert answer.get("code") == ("name-taken" if late else None)
        if live.table.next is not None:
            successor = await at.server.tables.registry.find(live.table.next)
            assert [seat.name for seat in successor.published.info.seats] == ["Ann", None, "Foo"]

    party(tmp_path, scenario)


def test_what_somebody_says_while_they_are_renamed_is_told_by_their_new_name(tmp_path: Path) -> None:
    async def scenario(at: Party) -> None:
        async with at.visit(at.ann) as ann:
            held = HeldCommit(at.server)
            saying = asyncio.create_task(ann.ask("say", text="it is me"))
            await held.began()
            at.server.services.apply_rename(at.ann.id, "Anna")
            held.release()
            await saying
            live = await at.server.tables.registry.find(at.table)
            assert [said.name for said in live.chat] == ["Anna"]

    party(tmp_path, scenario)
