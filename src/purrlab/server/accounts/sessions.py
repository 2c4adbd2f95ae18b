"""Sessions: the browsers that are known as somebody, each of which can be ended."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from purrlab.server.accounts.cookie_header import cookie_name, is_signed, shown_cookie
from purrlab.server.accounts.devices import Device
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.ids import is_id, new_id
from purrlab.server.settings import Settings
from purrlab.server.storage import session_store, store
from purrlab.server.storage.session_store import Session
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Write, Writer
from purrlab.server.tables.clock import SECOND_MS
from purrlab.server.time_source import TimeSource

TOKEN_BYTES = 32
DAY_SECONDS = 24 * 60 * 60
LAST_SEEN_PRECISION_MS = (
    60 * 60 * SECOND_MS
)  # how exactly it is kept when a session was last seen: a write an hour, not a request
MAX_PRUNED_GUESTS = 500  # in one transaction


class Visit(NamedTuple):
    """Somebody who was recognised, and by what."""

    person: Person
    session: str
    token: str | None = None  # None: by a cookie that an earlier version signed


class NewSession(NamedTuple):
    row: Session
    token: str


class Sessions:
    """``ended`` is told the id of each session that is over."""

    def __init__(
        self,
        settings: Settings,
        engine: sa.Engine,
        writer: Writer,
        secret: bytes,
        time: TimeSource,
        *,
        ended: Callable[[str], None],
    ) -> None:
        self.lifetime_seconds = settings.session_days * DAY_SECONDS
        self.cookie_name = cookie_name(secure=settings.secure)
        self.secure = settings.secure
        self._guest_seconds = settings.guest_days * DAY_SECONDS
        self._engine = engine
        self._writer = writer
        self._secret = secret
        self._time = time
        self._ended = ended

    async def recognise(self, cookie_header: str) -> Visit | None:
        """Who comes with this header; None: nobody who is known, or it cannot be told who."""
        shown = shown_cookie(cookie_header, secure=self.secure)
        if shown.token is not None:
            return await self._by_token(shown.token)
        if shown.claim is not None:
            person = await asyncio.to_thread(store.read, self._engine, store.find_person, shown.claim.person)
            if person is not None and (person.signed_cookie_until or 0) > self._time.now_ms():
                known = is_signed(shown.claim, self._secret, person.password)
                return Visit(person, signed_session(person.id)) if known else None
        return None

    def check_unambiguous(self, cookie_header: str) -> None:
        """Before somebody new gets a cookie: it would replace that of somebody who could not be told."""
        if shown_cookie(cookie_header, secure=self.secure).ambiguous:
            message = (
                "your browser sends several different cookies of ours; delete the cookies of this site and try again"
            )
            raise Refused(ErrorCode.BAD_REQUEST, message)

    async def _by_token(self, token: str) -> Visit | None:
        now = self._time.now_ms()
        query = partial(session_store.find_session, token_hash=_hash(token), seen_since=self._seen_since(now))
        found = await asyncio.to_thread(store.read, self._engine, query)
        if found is None:
            return None
        session, person = found
        if now - session.seen >= LAST_SEEN_PRECISION_MS:  # nobody waits for this
            see = partial(session_store.update_last_seen, session=session.id, now=now)
            self._writer.submit(Write(None, see, lambda _result, _error: None))
        return Visit(person, session.id, token)

    def new(self, person: str, device: Device) -> NewSession:
        """A session that is not stored yet."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._time.now_ms()
        row = Session(id=new_id(), person=person, token_hash=_hash(token), issued=now, seen=now, **device._asdict())
        return NewSession(row, token)

    async def exchange(self, visit: Visit, device: Device) -> str:
        """The token of a visit. Who came by a signed cookie gets a session in its place."""
        if visit.token is not None:
            return visit.token
        new = self.new(visit.person.id, device)
        self._tell(await self._writer.run(session_store.insert_session, new.row))
        return new.token

    async def log_in(self, person: Person, device: Device, replaced: str | None, rehashed: str | None) -> str:
        """The token of a new session, in place of the one that this browser had."""
        new = self.new(person.id, device)
        self._tell(await self._writer.run(session_store.log_in, person, new.row, replaced, rehashed))
        return new.token

    async def end(self, person: Person, session: str) -> None:
        """With it the signed cookies of this person are worthless. Raises Refused where they have no such session."""
        signed = signed_session(person.id)
        stored = None if session == signed else session
        possible = stored is None or is_id(stored)
        if not possible or not await self._writer.run(session_store.end_session, person.id, stored):
            raise Refused(ErrorCode.NOT_FOUND, "you have no such session")
        self._tell([session, signed])

    def _tell(self, ended: list[str]) -> None:
        for session in ended:
            self._ended(session)

    async def of(self, person: Person) -> list[Session]:
        since = self._seen_since(self._time.now_ms())
        return await asyncio.to_thread(store.read, self._engine, session_store.sessions_of, person.id, since)

    async def delete_expired(self, open_sessions: set[str]) -> None:
        """Forget sessions that are over, and guests who never sat down and never came back.

        Those that are open have been seen just now, which other servers on the same database read.
        """
        now = self._time.now_ms()
        await self._writer.run(session_store.see, open_sessions, now, now - LAST_SEEN_PRECISION_MS)
        await self._writer.run(session_store.delete_expired_sessions, self._seen_since(now))
        before = now - self._guest_seconds * SECOND_MS
        query = partial(session_store.idle_guests, before=before, now=now, most=MAX_PRUNED_GUESTS)
        while idle := await asyncio.to_thread(store.read, self._engine, query):
            if not await self._writer.run(session_store.delete_idle_guests, idle, before, now):
                return

    def _seen_since(self, now: int) -> int:
        return now - self.lifetime_seconds * SECOND_MS


def signed_session(person: str) -> str:
    """What stands for the session of whoever comes with a signed cookie; no id has a dot."""
    return f"signed.{person}"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
