"""A soak in small, so that it never rots: fixed seeds and fixed work. And its checks find what is wrong."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from server.clients import wait_until
from server.start_and_kill import Starter
from soak import __main__ as soak_program
from soak import checks, faults
from soak.rounds import play_round
from soak.server_process import Resources
from soak.starts import Databases, create_database, kill_starts
from soak.stored_table import StoredTable
from soak.streams import Message, Person, Stream
from soak.violation import Violation
from soak.world import open_world

from purrlab.server.storage import store
from purrlab.server.storage.database import open_database
from purrlab.server.tables import commands
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Terms, Timed

SEED, TABLES, FAULTS, TRIALS = 3, 2, 3, 2
NAMES = {"a": "Ann", "b": "Bo"}  # by id


@pytest.fixture(params=["sqlite", "postgresql"])
def postgres(request: pytest.FixtureRequest) -> str | None:
    """The URL of a PostgreSQL server, or None for SQLite."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres_server")


def test_nothing_is_lost_doubled_or_told_to_the_wrong_people(
    postgres: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "KILL_SHARE", 1.0)
    with (
        nullcontext() if postgres is None else create_database(postgres, "soak") as database,
        open_world(tmp_path, "small", database, is_killed=True) as world,
    ):
        asyncio.run(play_round(world, TABLES, FAULTS, Random(SEED)))
        assert world.server.kills >= 3
        assert world.counts["tables"] >= TABLES
        assert world.counts["moves"] > 10 * TABLES
        assert (world.server.data / "purrlab.sqlite").exists() == (postgres is None)


def test_what_a_server_keeps_of_nobody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is still in memory, a connection that is still open; and a server without them is fine."""
    with open_world(tmp_path, "small", None, is_killed=False) as world:
        asyncio.run(checks.check_quiet(world))
        monkeypatch.setattr(checks, "QUIET_TIMEOUT_SECONDS", 0)
        with socket.create_connection(("127.0.0.1", world.server.port)):
            asyncio.run(wait_until(lambda: world.server.connections() == 1))
            with pytest.raises(Violation, match=r"keeps 0 tables and [12] connections"):  # one of them asked for it
                asyncio.run(checks.check_quiet(world))
        asyncio.run(wait_until(lambda: world.server.connections() == 0))
        wanted = {"game": "cat-in-the-box", "players": 2, "bots": ["random"], "start": True}
        asyncio.run(world.new_table(world.people[0], wanted))
        with pytest.raises(Violation, match="keeps 1 tables"):
            asyncio.run(checks.check_quiet(world))


@pytest.mark.parametrize("grown", [{"memory_mb": 41.0}, {"descriptors": 17}, {"processes": 5}])
def test_a_server_that_grows_is_found(grown: dict[str, Any]) -> None:
    rounds = [Resources(50.0, 20, 2), Resources(100.0, 40, 4), Resources(140.0, 56, 8)]
    rounds.append(Resources(100.0, 40, 4)._replace(**{name: getattr(rounds[1], name) + grown[name] for name in grown}))
    server = SimpleNamespace(resources=lambda: rounds[len(world.resources)])
    world: Any = SimpleNamespace(name="small", server=server, resources=[])
    for _ in rounds[:-1]:
        checks.check_resources(world)
    with pytest.raises(Violation, match="after 4 rounds"):
        checks.check_resources(world)


def test_one_round_is_enough_to_see_a_server_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A soak of five minutes has hardly more of each kind."""
    server = SimpleNamespace(resources=lambda: Resources(50.0 + 50 * len(world.resources), 20, 2))
    world: Any = SimpleNamespace(name="SQLite", server=server, resources=[], is_killed=False)

    async def play_round(played: Any, *_: object) -> None:
        checks.check_resources(played)

    monkeypatch.setattr(soak_program, "play_round", play_round)
    soak = soak_program.Soak({"SQLite": world}, cast("Starter", None), {})
    with pytest.raises(Violation, match="after 3 rounds"):
        soak.play(soak.first_seed())


def test_starts_that_are_killed_leave_everything_as_it_was(
    starter: Starter, postgres: str | None, tmp_path: Path
) -> None:
    assert kill_starts(starter, Databases(tmp_path, postgres), TRIALS, Random(SEED)) >= TRIALS


# The checks themselves


@pytest.fixture
def stored(tmp_path: Path) -> StoredTable:
    """A game that is over."""
    table = _played()
    with open_database(f"sqlite:///{tmp_path / 'any.sqlite'}") as database, database.writes.begin() as connection:
        for person, name in NAMES.items():
            store.insert_person(connection, store.Person(id=person, name=name, login=None, created=1))
        store.insert_table(connection, table)
        return StoredTable(connection, table.terms.id, NAMES)


def _played() -> Table:
    terms = Terms(
        id="t",
        game="cat-in-the-box",
        players=2,
        options={},
        speed=Timed(bank=60, increment=0),
        listed=True,
        pace=0,
        host="a",
        server_seed="5eed" * 16,
        created=1,
    )
    table = Table(terms)
    for person in NAMES:
        table.apply(commands.sit(table, person, None, 1))
    table.apply(commands.start(table, "a", 1))
    while table.status == "playing":
        assert table.state is not None
        seat = min(table.asked)
        action = str(table.state.legal(seat)[0])
        table.apply(commands.move(table, seat, action, 1, f"k{table.seq}"))
    return table


def told(stored: StoredTable, person: Person | None, *messages: Message) -> None:
    stream = Stream(cast("Any", None), stored.id, person, Random(1))
    stream.asked.append({"type": "act", "id": "x", "seq": 1, "action": "pass"})
    stream.received += [json.dumps(message, separators=(",", ":")).encode() for message in messages]
    checks.check_streams({stored.id: stored}, [stream])


def message(stored: StoredTable, seq: int, person: str | None = None) -> Message:
    """What somebody is told of an event, with the clock as nobody's time has passed."""
    clock = stored.clocks[seq]
    assert clock is not None
    shown = {"left": clock.left, "running": sorted(clock.running), "at": 1}
    return stored.message(seq, person) | {"clock": shown}


def started(stored: StoredTable) -> int:
    return next(seq for seq, state in enumerate(stored.states) if state is not None)


def lose(stored: StoredTable) -> list[Message]:
    return [message(stored, stored.seq) | {"seq": stored.seq + 1}]


def tell_another_hand(stored: StoredTable) -> list[Message]:
    return [message(stored, started(stored), next(iter(stored.table.seat_by_person)))]


def tell_the_seed(stored: StoredTable) -> list[Message]:
    return [message(stored, 1) | {"note": stored.table.terms.server_seed}]


def say_done(stored: StoredTable) -> list[Message]:
    return [{"type": "done", "id": "x", "seq": stored.seq}]


def answer_twice(_stored: StoredTable) -> list[Message]:
    return [{"type": "error", "id": "x", "code": "not-away", "message": "no bot is playing for you"}] * 2


def refuse_with_a_card(_stored: StoredTable) -> list[Message]:
    return [{"type": "error", "id": "x", "code": "not-away", "message": "no bot is playing for you (7)"}]


def refuse_with_words_of_no_rule(_stored: StoredTable) -> list[Message]:
    return [{"type": "error", "id": "x", "code": "illegal", "message": "Bo holds a 7"}]


def tell_another_clock(stored: StoredTable) -> list[Message]:
    told = message(stored, started(stored))
    return [told | {"clock": told["clock"] | {"left": [59_999, 60_001]}}]


def tell_no_clock(stored: StoredTable) -> list[Message]:
    told = message(stored, started(stored))
    del told["clock"]
    return [told]


def tell_a_card_in_presence(_stored: StoredTable) -> list[Message]:
    return [{"type": "presence", "seats": [True, 7], "spectators": 0}]


def tell_a_name_when_caught_up(stored: StoredTable) -> list[Message]:
    presence = {"type": "presence", "seats": [True, True], "spectators": 0}
    return [{"type": "caught-up", "id": "x", "seq": stored.seq, "names": ["Ann", "Bo 7"], "presence": presence}]


def fail(_stored: StoredTable) -> list[Message]:
    return [{"type": "error", "id": "x", "code": "server-error", "message": "no"}]


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (lose, "it is not stored"),
        (tell_another_hand, "expected"),
        (tell_the_seed, "it holds a seed before the end"),
        (say_done, "was answered, and stored is"),
        (answer_twice, "answered more often than it was asked"),
        (fail, "server-error"),
        (refuse_with_a_card, "the answer to"),
        (refuse_with_words_of_no_rule, "the answer to"),
        (tell_another_clock, "expected the clock"),
        (tell_no_clock, "expected the clock"),
        (tell_a_card_in_presence, "who is there"),
        (tell_a_name_when_caught_up, "not the names"),
    ],
)
def test_what_nobody_may_be_told_is_found(
    stored: StoredTable, wrong: Callable[[StoredTable], list[Message]], found: str
) -> None:
    told(stored, None, *(message(stored, seq) for seq in range(1, stored.seq + 1)))
    with pytest.raises(Violation, match=f"table {stored.id}.*{found}"):
        told(stored, None, *wrong(stored))


def test_an_action_that_nobody_sent_is_found(stored: StoredTable) -> None:
    with pytest.raises(Violation, match="nobody sent it"):
        checks.check_actions({stored.id: stored}, [])


def test_an_action_that_is_stored_twice_is_found(stored: StoredTable) -> None:
    (_, actions), *_ = stored.actions.items()
    actions.append(actions[0])
    with pytest.raises(Violation, match="stored 2 times"):
        checks.check_actions({stored.id: stored}, [])


def test_a_complaint_of_the_server_is_found() -> None:
    line = '{"level":"error","message":"a request failed","error":"KeyError"}'
    with pytest.raises(Violation, match="a request failed"):
        checks.check_log([line], {})
