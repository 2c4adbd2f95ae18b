"""Accounts: made, found again, renamed, given a password, exported and forgotten."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from purrlab.server.accounts.cookies import Cookies, claims
from purrlab.server.accounts.passwords import check_password, hash_password
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.ids import new_id
from purrlab.server.storage import store
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Writer
from purrlab.server.time_source import TimeSource

T = TypeVar("T")


class Accounts:
    def __init__(self, engine: sa.Engine, writer: Writer, cookies: Cookies, time: TimeSource) -> None:
        self._engine = engine
        self._writer = writer
        self._cookies = cookies
        self._time = time

    async def recognise(self, cookie: str) -> Person | None:
        """The person to whom a cookie was issued; None where there is none, or it was forged, or is too old."""
        for claim in claims(cookie):
            person = await self.read(store.find_person, claim.person)
            if person is not None and self._cookies.prove(claim, person.password):
                return person
        return None

    def cookie(self, person: Person) -> str:
        return self._cookies.issue(person.id, person.password)

    async def mutes(self, person: Person | None) -> set[str]:
        return set() if person is None else await self.read(store.mutes_of, person.id)

    async def create_guest(self, name: str) -> Person:
        """A new guest."""
        person = Person(id=new_id(), name=name, login=None, created=self._time.now_ms())
        await self._writer.run(store.insert_person, person)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        await self._writer.run(store.rename_person, person.id, name)
        return msgspec.structs.replace(person, name=name)

    async def set_password(self, person: Person, login: str, password: str, old: str | None) -> Person:
        """From now on this person can come back from elsewhere. Who had come with the old password is out."""
        if person.password is not None and not await asyncio.to_thread(check_password, person.password, old or ""):
            raise Refused(ErrorCode.WRONG_PASSWORD, "to change your password, say the old one too", field="old")
        hashed = await asyncio.to_thread(hash_password, password)
        try:
            await self._writer.run(store.set_password, person.id, login, hashed)
        except sa.exc.IntegrityError:
            raise Refused(ErrorCode.LOGIN_TAKEN, "somebody else already has this login", field="login") from None
        return msgspec.structs.replace(person, login=login, password=hashed)

    async def log_in(self, login: str, password: str) -> Person:
        person = await self.read(store.find_login, login)
        stored = person.password if person else None
        if not await asyncio.to_thread(check_password, stored, password) or person is None:
            raise Refused(ErrorCode.WRONG_PASSWORD, "there is no such login with this password")
        return person

    async def export(self, person: Person) -> dict[str, Any]:
        """All that is kept about a person."""
        tables = await self.tables(person, most=None)
        chat = await self.read(store.chat_of, person.id)
        muted = await self.read(store.names_of_muted, person.id)
        about = {"id": person.id, "name": person.name, "login": person.login, "created": person.created}
        entropy = await self.read(store.entropy_of, person.id)
        hosted = await self.read(store.hosted_by, person.id)
        kept = {"tables": tables, "hosted": hosted, "chat": chat, "entropy": entropy, "muted": muted}
        return {"person": about, **kept}

    async def tables(self, person: Person, most: int | None = store.MAX_PAST_TABLES) -> list[dict[str, Any]]:
        return await self.read(store.tables_of, person.id, most)

    async def delete(self, person: Person) -> list[str]:
        """Gives the open tables where they were."""
        return await self._writer.run(store.delete_person, person.id)

    async def read(self, query: Callable[..., T], *about: Any) -> T:
        return await asyncio.to_thread(store.read, self._engine, query, *about)
