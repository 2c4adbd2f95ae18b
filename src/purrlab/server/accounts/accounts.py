"""Accounts: made, found again, renamed, given a password, exported and forgotten."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from purrlab.server.accounts import seat_names
from purrlab.server.accounts.devices import Device
from purrlab.server.accounts.passwords import PasswordWorker, check_and_rehash, is_login, replace_password
from purrlab.server.accounts.sessions import Sessions
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.ids import new_id
from purrlab.server.storage import session_store, store
from purrlab.server.storage.session_store import Session
from purrlab.server.storage.store import OwnText, Person, SeatedTable
from purrlab.server.storage.writer import Writer
from purrlab.server.time_source import TimeSource

T = TypeVar("T")


class ExportedPerson(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    login: str | None
    created: int


class ExportedSession(msgspec.Struct, frozen=True, kw_only=True):
    """Without its person, which is said already, and the hash of its token, which says nothing."""

    id: str
    issued: int
    seen: int
    browser: str | None
    system: str | None


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept about a person."""

    person: ExportedPerson
    sessions: list[ExportedSession]
    tables: list[SeatedTable]
    hosted: list[str]
    chat: list[OwnText]
    entropy: list[OwnText]
    muted: list[str]


class Accounts:
    def __init__(self, engine: sa.Engine, writer: Writer, sessions: Sessions, time: TimeSource) -> None:
        self._engine = engine
        self._writer = writer
        self._sessions = sessions
        self._passwords = PasswordWorker()
        self._time = time

    def stop(self) -> None:
        self._passwords.stop()

    async def mutes(self, person: Person | None) -> set[str]:
        return set() if person is None else await self.read(store.mutes_of, person.id)

    async def create_guest(self, name: str, session: Session | None = None) -> Person:
        """A new guest, whose this session is; None: they have no browser in which to be known again."""
        person = Person(id=session.person if session else new_id(), name=name, login=None, created=self._time.now_ms())
        await self._writer.run(session_store.insert_guest, person, session)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        await self._writer.run(seat_names.rename, person.id, name, self._time.now_ms())
        return msgspec.structs.replace(person, name=name)

    async def set_password(
        self, person: Person, login: str, password: str, old: str | None, device: Device
    ) -> tuple[Person, str]:
        """From now on this person can come back from elsewhere. Every session ends; a token of a new one is given."""
        hashed = await self._passwords.run(replace_password, person.password, old, password)
        if hashed is None:
            raise Refused(ErrorCode.WRONG_PASSWORD, "to change your password, give the old one too", field="old")
        session = self._sessions.new(person.id, device)
        try:
            await self._writer.run(session_store.set_password, person, login, hashed, session.row)
        except sa.exc.IntegrityError:
            raise Refused(ErrorCode.LOGIN_TAKEN, "this login is taken", field="login") from None
        return msgspec.structs.replace(person, login=login, password=hashed), session.token

    async def log_in(self, login: str, password: str, device: Device, replaced: str | None) -> tuple[Person, str]:
        """Always a new session; the one that this browser had before, whose ever it was, is over."""
        person = await self.read(store.find_login, login) if is_login(login) else None
        checked = await self._passwords.run(check_and_rehash, person and person.password, password)
        if not checked.matches or person is None:
            raise Refused(ErrorCode.WRONG_PASSWORD, "wrong login or password")
        token = await self._sessions.log_in(person, device, replaced, checked.rehashed)
        return person, token

    async def export(self, person: Person) -> Export:
        return Export(
            person=ExportedPerson(id=person.id, name=person.name, login=person.login, created=person.created),
            sessions=list(map(_exported, await self._sessions.of(person))),
            tables=await self.tables(person, most=None),
            hosted=await self.read(store.hosted_by, person.id),
            chat=await self.read(store.chat_of, person.id),
            entropy=await self.read(store.entropy_of, person.id),
            muted=await self.read(store.names_of_muted, person.id),
        )

    async def tables(self, person: Person, most: int | None = store.MAX_PAST_TABLES) -> list[SeatedTable]:
        return await self.read(store.tables_of, person.id, most)

    async def delete(self, person: Person) -> list[str]:
        """Gives the open tables where they were."""
        return await self._writer.run(store.delete_person, person.id)

    async def read(self, query: Callable[..., T], *about: Any) -> T:
        return await asyncio.to_thread(store.read, self._engine, query, *about)


def _exported(session: Session) -> ExportedSession:
    kept = {name: getattr(session, name) for name in ExportedSession.__struct_fields__}
    return ExportedSession(**kept)
