"""Logins: nobody else waits for them, guessing is slow, and the time they take tells nothing."""

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import argon2
import httpx
import pytest
from server.clients import NO_CERTIFICATES, Person, Server

from purrlab.server.accounts import passwords
from purrlab.server.accounts.devices import Device
from purrlab.server.accounts.passwords import (
    HASHING_NICENESS,
    MAX_PENDING_HASHES,
    PasswordWorker,
    check_and_rehash,
    dummy_hash,
)
from purrlab.server.errors import Refused
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings

PASSWORD = "nine lives"  # noqa: S105  # of nobody
LOWEST_PRIORITY = 19
FEW_MAY_WAIT = """
from purrlab.cli import main
from purrlab.server.accounts import passwords
passwords.MAX_PENDING_HASHES = 4
main()
"""
WEAK_HASHER = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def in_process(folder: Path, visit: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_services(Settings(data=folder)) as services:
            await visit(services)

    asyncio.run(run())


def test_passwords_are_hashed_in_a_thread_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With all the threads that read for everybody taken, a login would wait; with all logins waiting, a read would."""
    release, threads = threading.Event(), set[str]()

    def check(_stored: str | None, _password: str) -> passwords.PasswordCheck:
        threads.add(threading.current_thread().name)
        release.wait(20)
        return passwords.PasswordCheck(matches=False)

    monkeypatch.setattr("purrlab.server.accounts.accounts.check_and_rehash", check)

    async def visit(services: Services) -> None:
        session = services.sessions.new("ann", Device())
        await services.accounts.create_guest("Ann", session.row)
        logins = [
            asyncio.create_task(services.accounts.log_in(f"cat{number}", PASSWORD, Device(), None))
            for number in range(MAX_PENDING_HASHES)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            assert await services.sessions.recognise(f"purrlab={session.token}") is not None
        release.set()
        refused = await asyncio.gather(*logins, return_exceptions=True)
        assert {each.code for each in refused if isinstance(each, Refused)} == {"wrong-password"}
        assert {name.rpartition("_")[0] for name in threads} == {"purrlab-passwords"}

    in_process(tmp_path, visit)


def test_when_too_many_wait_the_next_is_refused_and_later_ones_are_not() -> None:
    async def run() -> None:
        worker, release = PasswordWorker(), threading.Event()
        waiting = [asyncio.create_task(worker.run(release.wait, 20)) for _ in range(MAX_PENDING_HASHES)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await worker.run(str)
        assert refused.value.code == "busy"
        waiting.pop().cancel()  # who goes away makes room
        await asyncio.sleep(0)
        last = asyncio.create_task(worker.run(str))
        release.set()
        assert await last == ""
        assert all(await asyncio.gather(*waiting))
        worker.stop()

    asyncio.run(run())


def test_a_login_too_many_is_answered_503(tmp_path: Path) -> None:
    """More at once than may wait: some are refused, the rest are answered, and nothing breaks."""

    async def attempt_all(server: Server) -> Counter[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60, verify=NO_CERTIFICATES) as http:
            wanted = [{"login": f"nobody{number}", "password": PASSWORD} for number in range(12)]
            answers = await asyncio.gather(*(http.post("/api/login", json=each) for each in wanted))
            return Counter(answer.status_code for answer in answers)

    with Server(tmp_path, program=[sys.executable, "-c", FEW_MAY_WAIT]) as server:
        statuses = asyncio.run(attempt_all(server))
        assert set(statuses) == {401, 503}
        assert statuses[401] >= 4


def test_one_login_can_be_tried_so_often_from_wherever(tmp_path: Path) -> None:
    with Server(tmp_path, logins_per_minute_per_name="3") as server:
        for login in ("somebody", "nobody"):  # whether it exists or not
            if login == "somebody":
                wanted = {"login": login, "password": PASSWORD}
                Person(server, "Ann").http.put("/api/me/password", json=wanted).raise_for_status()
            tries = [server.visit().post("/api/login", json={"login": login, "password": "x"}) for _ in range(5)]
            assert [answer.status_code for answer in tries] == [401, 401, 401, 429, 429]
            assert tries[-1].headers["retry-after"] == "20"
        assert server.visit().post("/api/login", json={"login": "else", "password": "x"}).status_code == 401


def test_as_much_is_hashed_for_a_login_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher, hashed = passwords._hasher, list[str]()

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(hasher, name)

        def verify(self, stored: str, password: str) -> bool:
            hashed.append(stored)
            return hasher.verify(stored, password)

        def hash(self, password: str) -> str:
            hashed.append(password)
            return hasher.hash(password)

    stored = hasher.hash(PASSWORD)
    dummy_hash.cache_clear()  # another test may have had a quicker hasher
    dummy_hash()  # the worker makes it before anybody comes
    monkeypatch.setattr(passwords, "_hasher", Counting())
    for known in (stored, None):
        hashed.clear()
        assert not check_and_rehash(known, "ten lives!").matches
        [verified] = hashed
        assert not hasher.check_needs_rehash(verified)  # so it costs the same


def test_a_hash_of_other_parameters_is_replaced_when_its_password_is_given(tmp_path: Path) -> None:
    old = WEAK_HASHER.hash(PASSWORD)

    async def visit(services: Services) -> None:
        ann = await services.accounts.create_guest("Ann")
        sql = "UPDATE people SET login = 'ann', password = ? WHERE id = ?"
        await services.writer.run(lambda connection: connection.exec_driver_sql(sql, (old, ann.id)))
        with pytest.raises(Refused):
            await services.accounts.log_in("ann", "ten lives!", Device(), None)
        assert await stored(services, ann.id) == old
        await services.accounts.log_in("ann", PASSWORD, Device(), None)
        new = await stored(services, ann.id)
        assert not argon2.PasswordHasher().check_needs_rehash(new)
        await services.accounts.log_in("ann", PASSWORD, Device(), None)
        assert await stored(services, ann.id) == new

    in_process(tmp_path, visit)


async def stored(services: Services, person: str) -> str:
    def query(connection: Any) -> str:
        found: str = connection.exec_driver_sql("SELECT password FROM people WHERE id = ?", (person,)).scalar_one()
        return found

    return await services.accounts.read(query)


def test_a_password_that_was_changed_while_it_was_checked_lets_nobody_in(tmp_path: Path) -> None:
    async def visit(services: Services) -> None:
        ann = await services.accounts.create_guest("Ann")
        ann, _ = await services.accounts.set_password(ann, "ann", PASSWORD, None, Device())
        await services.accounts.set_password(ann, "ann", "ten lives!", PASSWORD, Device())
        with pytest.raises(Refused) as refused:  # what a login does that was checked before
            await services.sessions.log_in(ann, Device(), None, None)
        assert refused.value.code == "wrong-password"

    in_process(tmp_path, visit)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a thread have a priority of its own")
def test_moves_come_before_passwords() -> None:
    async def run() -> int:
        worker = PasswordWorker()
        try:
            return await worker.run(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        finally:
            worker.stop()

    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert asyncio.run(run()) == min(before + HASHING_NICENESS, LOWEST_PRIORITY)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
