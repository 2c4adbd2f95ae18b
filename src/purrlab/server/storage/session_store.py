"""What is asked of the database about sessions. Reads go anywhere, writes to the writer."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.ids import is_id
from purrlab.server.storage.schema import chat, mutes, people, seats, sessions, tables
from purrlab.server.storage.store import Person, check_not_deleted, insert_person

MAX_IDS_PER_STATEMENT = 500
MAX_SESSIONS_PER_PERSON = 30  # one more ends the one that was not seen for longest


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is known as a person. The token itself is known to that browser alone."""

    id: str
    person: str
    token_hash: str
    issued: int
    seen: int
    browser: str | None
    system: str | None


_COLUMNS = [*(sessions.c[name] for name in Session.__struct_fields__)]
_PEOPLE = [people.c[name].label(f"person_{name}") for name in Person.__struct_fields__]


def find_session(connection: sa.Connection, token_hash: str, seen_since: int) -> tuple[Session, Person] | None:
    """The session of a token, unless it was not seen for too long, and whose it is."""
    query = (
        sa.select(*_COLUMNS, *_PEOPLE)
        .join(people, people.c.id == sessions.c.person)
        .where(sessions.c.token_hash == token_hash, sessions.c.seen >= seen_since, ~people.c.deleted)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    split = len(_COLUMNS)
    return (
        Session(**dict(zip(Session.__struct_fields__, row[:split], strict=True))),
        Person(**dict(zip(Person.__struct_fields__, row[split:], strict=True))),
    )


def sessions_of(connection: sa.Connection, person: str, seen_since: int) -> list[Session]:
    """Those of a person, the one seen last first."""
    query = sa.select(*_COLUMNS).where(sessions.c.person == person, sessions.c.seen >= seen_since)
    rows = connection.execute(query.order_by(sessions.c.seen.desc(), sessions.c.issued.desc())).mappings()
    return [Session(**row) for row in rows]


def known_sessions(connection: sa.Connection, ids: Collection[str]) -> set[str]:
    """Those of these that have not ended. Signed cookies of earlier versions have none, and count as known."""
    found = connection.execute(sa.select(sessions.c.id).where(sessions.c.id.in_(ids))).scalars()
    return {*found, *(session for session in ids if not is_id(session))}


def insert_session(connection: sa.Connection, session: Session, replaced: str | None = None) -> list[str]:
    """A new session, in place of another that the same browser had. Gives those that it ends."""
    check_not_deleted(connection, session.person)
    newest = sa.select(sessions.c.id).where(sessions.c.person == session.person).order_by(sessions.c.seen.desc())
    ended = list(connection.execute(newest.offset(MAX_SESSIONS_PER_PERSON - 1)).scalars())
    if replaced is not None:
        ended.append(replaced)
    if ended:
        connection.execute(sa.delete(sessions).where(sessions.c.id.in_(ended)))
    connection.execute(sa.insert(sessions), msgspec.structs.asdict(session))
    return ended


def insert_guest(connection: sa.Connection, person: Person, session: Session | None) -> None:
    insert_person(connection, person)
    if session is not None:
        connection.execute(sa.insert(sessions), msgspec.structs.asdict(session))


def log_in(
    connection: sa.Connection, person: Person, session: Session, replaced: str | None, rehashed: str | None
) -> list[str]:
    """A session for who knew the password, unless it was changed meanwhile; and the password hashed as it is now."""
    same = sa.and_(people.c.id == person.id, people.c.password == person.password)
    if connection.execute(sa.select(people.c.id).where(same)).first() is None:
        raise Refused(ErrorCode.WRONG_PASSWORD, "wrong login or password")
    if rehashed is not None:
        connection.execute(sa.update(people).where(same).values(password=rehashed))
    return insert_session(connection, session, replaced)


def set_password(connection: sa.Connection, person: Person, login: str, password: str, session: Session) -> None:
    """Ends every session but the one that is new. Refused if the password is no longer the one that was checked."""
    check_not_deleted(connection, person.id)
    same = sa.and_(people.c.id == person.id, people.c.password == person.password)
    if not connection.execute(sa.update(people).where(same).values(login=login, password=password)).rowcount:
        raise Refused(ErrorCode.WRONG_PASSWORD, "your password has just been changed", field="old")
    connection.execute(sa.delete(sessions).where(sessions.c.person == person.id))
    _retire_signed_cookies(connection, person.id)
    insert_session(connection, session)


def update_last_seen(connection: sa.Connection, session: str, now: int) -> None:
    connection.execute(sa.update(sessions).where(sessions.c.id == session).values(seen=now))


def see(connection: sa.Connection, ids: Collection[str], now: int, before: int) -> None:
    """These are here now. Those that were here a moment ago are left as they are."""
    listed = sorted(ids)
    for start in range(0, len(listed), MAX_IDS_PER_STATEMENT):
        some = sessions.c.id.in_(listed[start : start + MAX_IDS_PER_STATEMENT])
        connection.execute(sa.update(sessions).where(some, sessions.c.seen <= before).values(seen=now))


def end_session(connection: sa.Connection, person: str, session: str | None) -> bool:
    """End a session of this person; False: they have no such session.

    Who ends one wants to be sure, so the signed cookies of earlier versions, which nobody can tell apart, go too.
    """
    found = sa.delete(sessions).where(sessions.c.id == session, sessions.c.person == person).returning(sessions.c.id)
    ended = session is None or connection.execute(found).first() is not None
    if ended:
        _retire_signed_cookies(connection, person)
    return ended


def _retire_signed_cookies(connection: sa.Connection, person: str) -> None:
    connection.execute(sa.update(people).where(people.c.id == person).values(signed_cookie_until=None))


# Housekeeping


def delete_expired_sessions(connection: sa.Connection, seen_before: int) -> None:
    connection.execute(sa.delete(sessions).where(sessions.c.seen < seen_before))


def idle_guests(connection: sa.Connection, before: int, now: int, most: int) -> list[str]:
    """Guests who never sat down, made no table, said nothing, and were not here since then."""
    query = sa.select(people.c.id).where(_is_idle_guest(before, now)).order_by(people.c.created).limit(most)
    return list(connection.execute(query).scalars())


def delete_idle_guests(connection: sa.Connection, ids: Collection[str], before: int, now: int) -> int:
    """Those of these who still are."""
    query = sa.select(people.c.id).where(people.c.id.in_(ids), _is_idle_guest(before, now))
    idle = list(connection.execute(query).scalars())
    connection.execute(sa.delete(sessions).where(sessions.c.person.in_(idle)))
    connection.execute(sa.delete(people).where(people.c.id.in_(idle)))
    return len(idle)


def _is_idle_guest(before: int, now: int) -> sa.ColumnElement[bool]:
    used = [seats.c.person, tables.c.host, chat.c.person, mutes.c.person, mutes.c.muted]
    return sa.and_(
        people.c.login.is_(None),
        ~people.c.deleted,
        people.c.created < before,
        sa.or_(people.c.signed_cookie_until.is_(None), people.c.signed_cookie_until < now),
        people.c.id.not_in(sa.select(sessions.c.person).where(sessions.c.seen >= before)),
        *(people.c.id.not_in(sa.select(column)) for column in used),
    )
