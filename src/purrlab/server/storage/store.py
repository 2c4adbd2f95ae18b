"""What is asked of the database: small functions on an open connection. Reads go anywhere, writes to the writer."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.storage.event_rows import event_of, row_of
from purrlab.server.storage.leases import Lease, shard_of
from purrlab.server.storage.schema import chat, events, mutes, people, seats, sessions, tables
from purrlab.server.tables.clock import DAY_MS
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Speed, Status, Terms

T = TypeVar("T")

NAME_OF_DELETED_PERSON = ""
OPEN_STATUSES = ("waiting", "playing")
RECENT_GAME_MS = DAY_MS  # since such a game was made: those who were there may still talk, or play again
MAX_RECENT_CHAT = 50  # messages that a table keeps in memory
MAX_LISTED_TABLES = 50  # in the lobby
MAX_PAST_TABLES = 200  # of a person
MAX_MUTED_PEOPLE = 1_000  # by one person

_speed_decoder = msgspec.json.Decoder(Speed)

# What every game asks: written once, since to write such a statement takes longer than to run it.
_INSERT_TABLE, _INSERT_EVENTS, _INSERT_SEATS = sa.insert(tables), sa.insert(events), sa.insert(seats)
_TABLE = sa.select(tables).where(tables.c.id == sa.bindparam("table"))
_EVENTS = sa.select(events).where(events.c.table_id == sa.bindparam("table")).order_by(events.c.seq)
_SET_STATUS = sa.update(tables).where(tables.c.id == sa.bindparam("table")).values(status=sa.bindparam("now"))
_FREE_SEAT = sa.delete(seats).where(seats.c.table_id == sa.bindparam("table"), seats.c.seat == sa.bindparam("number"))
_OPEN_TABLES = sa.select(sa.func.count()).where(
    tables.c.host == sa.bindparam("person"), tables.c.status.in_(OPEN_STATUSES)
)
_NAMES = sa.select(people.c.id, people.c.name).where(~people.c.deleted)
_NAMES_OF = _NAMES.where(people.c.id.in_(sa.bindparam("people", expanding=True)))
_NAMES_OF_SEATED = _NAMES.join(seats, seats.c.person == people.c.id).where(seats.c.table_id == sa.bindparam("table"))


class Person(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    login: str | None
    password: str | None = None
    created: int
    signed_cookie_until: int | None = None


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody said at a table."""

    person: str
    number: int
    seat: int
    name: str  # as they are called now
    text: str
    at: int


class SeatedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which somebody has a seat."""

    id: str
    game: str
    created: int
    status: Status
    seat: int


class OwnText(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wrote at a table."""

    table_id: str
    at: int
    text: str


def read(engine: sa.Engine, query: Callable[..., T], *about: Any) -> T:
    """Read something, in a thread that may wait for it."""
    with engine.connect() as connection:
        return query(connection, *about)


def check_writable(connection: sa.Connection) -> None:
    """Write something that changes nothing."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


# Tables


def insert_table(connection: sa.Connection, table: Table, most: int | None = None, lease: Lease | None = None) -> None:
    """A new table, with what has already happened at it. Its host may have so many open ones."""
    terms = table.terms
    wanted = {terms.host, *table.seat_by_person}
    if len(names_of(connection, wanted)) < len(wanted):
        raise Refused(ErrorCode.NO_NAME, "somebody at this table has deleted their account")
    if most is not None:
        check_open_tables(connection, terms.host, most)
    row = msgspec.structs.asdict(terms) | {
        "options": msgspec.json.encode(terms.options).decode(),
        "speed": msgspec.json.encode(terms.speed).decode(),
        "status": table.status,
        "shard": shard_of(terms.id),
    }
    connection.execute(_INSERT_TABLE, row)
    if table.events:
        epoch = lease and lease.epoch
        rows = [row_of(terms.id, event)._asdict() | {"epoch": epoch} for event in table.events]
        connection.execute(_INSERT_EVENTS, rows)
    taken = [
        {"table_id": terms.id, "seat": number, "person": seat.person}
        for number, seat in enumerate(table.seats)
        if seat.person is not None
    ]
    if taken:
        connection.execute(_INSERT_SEATS, taken)


def set_status(connection: sa.Connection, table_id: str, status: str) -> None:
    connection.execute(_SET_STATUS, {"table": table_id, "now": status})


def set_seat(connection: sa.Connection, table_id: str, seat: int | None, person: str | None) -> None:
    if person is not None:
        check_not_deleted(connection, person)
    connection.execute(_FREE_SEAT, {"table": table_id, "number": seat})
    if person is not None:
        connection.execute(_INSERT_SEATS, {"table_id": table_id, "seat": seat, "person": person})


def check_not_deleted(connection: sa.Connection, person: str) -> None:
    """Whoever was deleted a moment ago does nothing more."""
    if not names_of(connection, {person}):
        raise Refused(ErrorCode.NO_NAME, "your account has been deleted")


def load_table(connection: sa.Connection, table_id: str) -> Table | None:
    """A table by adding up its events."""
    agreed = connection.execute(_TABLE, {"table": table_id}).mappings().first()
    if agreed is None:
        return None
    table = Table(_terms(agreed))
    for row in connection.execute(_EVENTS, {"table": table_id}):
        table.apply(event_of(row))
    return table


def _terms(row: Any) -> Terms:
    values = {name: row[name] for name in Terms.__struct_fields__}
    values["options"] = msgspec.json.decode(values["options"])
    values["speed"] = _speed_decoder.decode(values["speed"])
    return Terms(**values)


def table_exists(connection: sa.Connection, table_id: str) -> bool:
    return connection.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first() is not None


def running_tables(connection: sa.Connection, shards: Collection[int] | None = None) -> list[str]:
    """All, or those of these shards, and others of which nobody noted the shard."""
    query = sa.select(tables.c.id).where(tables.c.status == "playing").order_by(tables.c.created)
    if shards is not None:
        query = query.where(sa.or_(tables.c.shard.in_(shards), tables.c.shard.is_(None)))
    return list(connection.execute(query).scalars())


def waiting_tables(connection: sa.Connection, before: int) -> list[str]:
    query = sa.select(tables.c.id).where(tables.c.status == "waiting", tables.c.created < before)
    return list(connection.execute(query.order_by(tables.c.created)).scalars())


def listed_tables(connection: sa.Connection) -> list[str]:
    """The newest tables that everybody may see and that are not over."""
    query = sa.select(tables.c.id).where(tables.c.listed, tables.c.status.in_(OPEN_STATUSES))
    return list(
        connection.execute(
            query.order_by(tables.c.status.desc(), tables.c.created.desc()).limit(MAX_LISTED_TABLES)
        ).scalars()
    )


def tables_of(connection: sa.Connection, person: str, most: int | None) -> list[SeatedTable]:
    query = (
        sa.select(tables.c.id, tables.c.game, tables.c.created, tables.c.status, seats.c.seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.person == person)
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    return [SeatedTable(**row) for row in connection.execute(query).mappings()]


def hosted_by(connection: sa.Connection, person: str) -> list[str]:
    query = sa.select(tables.c.id).where(tables.c.host == person).order_by(tables.c.created.desc())
    return list(connection.execute(query).scalars())


def check_open_tables(connection: sa.Connection, host: str, most: int) -> None:
    """Refuse one open table too many."""
    if connection.execute(_OPEN_TABLES, {"person": host}).scalar_one() >= most:
        raise Refused(ErrorCode.TOO_MANY_TABLES, "you have too many open tables; finish or close some first")


# Accounts


def insert_person(connection: sa.Connection, person: Person) -> None:
    connection.execute(sa.insert(people), msgspec.structs.asdict(person) | {"deleted": False})


def find_person(connection: sa.Connection, person: str) -> Person | None:
    return _person(connection, people.c.id == person)


def find_login(connection: sa.Connection, login: str) -> Person | None:
    return _person(connection, people.c.login == login)


def _person(connection: sa.Connection, which: sa.ColumnElement[bool]) -> Person | None:
    row = connection.execute(sa.select(people).where(which, ~people.c.deleted)).mappings().first()
    return None if row is None else Person(**{name: row[name] for name in Person.__struct_fields__})


def names_of(connection: sa.Connection, ids: set[str]) -> dict[str, str]:
    """Of those who are still here."""
    return {row.id: row.name for row in connection.execute(_NAMES_OF, {"people": list(ids)})}


def names_of_seated(connection: sa.Connection, table_id: str) -> dict[str, str]:
    """By person."""
    return {row.id: row.name for row in connection.execute(_NAMES_OF_SEATED, {"table": table_id})}


def names_of_tablemates(connection: sa.Connection, person: str, now: int) -> list[str]:
    """Of the others who have seats at the open tables of this person, or had them at a game of the last day."""
    mine = sa.select(seats.c.table_id).join(tables, tables.c.id == seats.c.table_id)
    recent = tables.c.created >= now - RECENT_GAME_MS
    mine = mine.where(seats.c.person == person, sa.or_(tables.c.status.in_(OPEN_STATUSES), recent))
    query = sa.select(people.c.name).join(seats, seats.c.person == people.c.id)
    query = query.where(seats.c.table_id.in_(mine), people.c.id != person, ~people.c.deleted)
    return list(connection.execute(query).scalars())


def rename_person(connection: sa.Connection, person: str, name: str) -> None:
    check_not_deleted(connection, person)
    connection.execute(sa.update(people).where(people.c.id == person).values(name=name))


def delete_person(connection: sa.Connection, person: str) -> list[str]:
    """Nothing of a person stays but that somebody played those moves. Gives the open tables where they were."""
    sits = tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.person == person))
    where = sa.select(tables.c.id).where(tables.c.status.in_(OPEN_STATUSES), sa.or_(tables.c.host == person, sits))
    open_tables = list(connection.execute(where).scalars())
    connection.execute(sa.update(events).where(_added_by(person)).values(key=None))
    connection.execute(sa.delete(chat).where(chat.c.person == person))
    connection.execute(sa.delete(mutes).where(sa.or_(mutes.c.person == person, mutes.c.muted == person)))
    connection.execute(sa.delete(seats).where(seats.c.person == person))
    connection.execute(sa.delete(sessions).where(sessions.c.person == person))
    gone = {"name": NAME_OF_DELETED_PERSON, "login": None, "password": None, "signed_cookie_until": None}
    connection.execute(sa.update(people).where(people.c.id == person).values(**gone, deleted=True))
    return open_tables


def _added_by(person: str) -> sa.ColumnElement[bool]:
    return sa.and_(events.c.kind == "entropy", events.c.key == person)


# Chat


def insert_chat(connection: sa.Connection, table_id: str, message: ChatMessage) -> None:
    check_not_deleted(connection, message.person)
    row = msgspec.structs.asdict(message) | {"table_id": table_id}
    del row["name"]  # it is read with the person
    connection.execute(sa.insert(chat), row)


def load_chat(connection: sa.Connection, table_id: str) -> list[ChatMessage]:
    """The latest messages of a table, oldest first."""
    query = (
        sa.select(chat, people.c.name)
        .join(people, people.c.id == chat.c.person)
        .where(chat.c.table_id == table_id)
        .order_by(chat.c.number.desc())
        .limit(MAX_RECENT_CHAT)
    )
    rows = list(connection.execute(query).mappings())[::-1]
    return [ChatMessage(**{name: row[name] for name in ChatMessage.__struct_fields__}) for row in rows]


def chat_of(connection: sa.Connection, person: str) -> list[OwnText]:
    query = sa.select(chat.c.table_id, chat.c.at, chat.c.text).where(chat.c.person == person).order_by(chat.c.at)
    return [OwnText(**row) for row in connection.execute(query).mappings()]


def entropy_of(connection: sa.Connection, person: str) -> list[OwnText]:
    """What a person added to the chance of games."""
    query = sa.select(events.c.table_id, events.c.at, events.c.text).where(_added_by(person)).order_by(events.c.at)
    return [OwnText(**row) for row in connection.execute(query).mappings()]


def set_mute(connection: sa.Connection, person: str, muted: str, wanted: bool) -> None:  # noqa: FBT001
    connection.execute(sa.delete(mutes).where(mutes.c.person == person, mutes.c.muted == muted))
    if wanted and len(mutes_of(connection, person)) >= MAX_MUTED_PEOPLE:
        message = f"you have muted {MAX_MUTED_PEOPLE} people, and nobody can mute more; hear somebody again first"
        raise Refused(ErrorCode.TOO_MUCH, message)
    if wanted and len(names_of(connection, {person, muted})) == len({person, muted}):
        connection.execute(sa.insert(mutes), {"person": person, "muted": muted})


def names_of_muted(connection: sa.Connection, person: str) -> list[str]:
    query = sa.select(people.c.name).join(mutes, mutes.c.muted == people.c.id).where(mutes.c.person == person)
    return list(connection.execute(query.order_by(people.c.name)).scalars())


def mutes_of(connection: sa.Connection, person: str) -> set[str]:
    return set(connection.execute(sa.select(mutes.c.muted).where(mutes.c.person == person)).scalars())
