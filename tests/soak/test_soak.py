"""A soak in small, so that it never rots: fixed seeds and fixed work. And its checks find what is wrong."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from server.postgres_server import run_postgres
from server.start_and_kill import Starter
from soak import checks, faults
from soak.rounds import play_round
from soak.starts import Databases, kill_starts
from soak.streams import Message, Person, Stream
from soak.truth import Truth
from soak.violation import Violation
from soak.world import open_world

from purrlab.server.storage import store
from purrlab.server.storage.database import open_database
from purrlab.server.tables import commands
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Relaxed, Terms

SEED, TABLES, FAULTS, TRIALS = 3, 3, 4, 2
NAMES = {"a": "Ann", "b": "Bo"}  # by id


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def postgres(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The URL of a PostgreSQL server, or None for SQLite."""
    if request.param == "sqlite":
        yield None
    else:
        with run_postgres() as url:
            yield url


def test_nothing_is_lost_doubled_or_told_to_the_wrong_people(
    postgres: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "KILL_SHARE", 1.0)
    with open_world(tmp_path, "small", postgres, is_killed=True) as world:
        asyncio.run(play_round(world, TABLES, FAULTS, Random(SEED)))
        assert world.server.kills >= 3
        assert world.counts["tables"] >= TABLES
        assert world.counts["moves"] > 10 * TABLES
        assert (world.server.data / "purrlab.sqlite").exists() == (postgres is None)


def test_starts_that_are_killed_leave_everything_as_it_was(postgres: str | None, tmp_path: Path) -> None:
    with Starter.running() as starter:
        assert kill_starts(starter, Databases(tmp_path, postgres), TRIALS, Random(SEED)) >= TRIALS


# The checks themselves


@pytest.fixture
def truth(tmp_path: Path) -> Truth:
    """A game that is over."""
    table = _played()
    with open_database(f"sqlite:///{tmp_path / 'any.sqlite'}") as database, database.writes.begin() as connection:
        for person, name in NAMES.items():
            store.insert_person(connection, store.Person(id=person, name=name, login=None, created=1))
        store.insert_table(connection, table)
        return Truth(connection, table.terms.id, NAMES)


def _played() -> Table:
    terms = Terms(
        id="t",
        game="cat-in-the-box",
        players=2,
        options={},
        speed=Relaxed(),
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


def told(truth: Truth, person: Person | None, *messages: Message) -> None:
    stream = Stream(cast("Any", None), truth.id, person, Random(1))
    stream.asked.append({"type": "act", "id": "x", "seq": 1, "action": "pass"})
    stream.received += [json.dumps(message, separators=(",", ":")).encode() for message in messages]
    checks.check_streams({truth.id: truth}, [stream])


def started(truth: Truth) -> int:
    return next(seq for seq, state in enumerate(truth.states) if state is not None)


def lose(truth: Truth) -> list[Message]:
    return [truth.message(truth.seq, None) | {"seq": truth.seq + 1}]


def tell_another_hand(truth: Truth) -> list[Message]:
    return [truth.message(started(truth), next(iter(truth.table.seat_by_person)))]


def tell_the_seed(truth: Truth) -> list[Message]:
    return [truth.message(1, None) | {"note": truth.table.terms.server_seed}]


def say_done(truth: Truth) -> list[Message]:
    return [{"type": "done", "id": "x", "seq": truth.seq}]


def answer_twice(_truth: Truth) -> list[Message]:
    return [{"type": "error", "id": "x", "code": "illegal", "message": "no"}] * 2


def fail(_truth: Truth) -> list[Message]:
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
    ],
)
def test_what_nobody_may_be_told_is_found(truth: Truth, wrong: Callable[[Truth], list[Message]], found: str) -> None:
    told(truth, None, *(truth.message(seq, None) for seq in range(1, truth.seq + 1)))
    with pytest.raises(Violation, match=f"table {truth.id}.*{found}"):
        told(truth, None, *wrong(truth))


def test_an_action_that_nobody_sent_is_found(truth: Truth) -> None:
    with pytest.raises(Violation, match="nobody sent it"):
        checks.check_actions({truth.id: truth}, [])


def test_an_action_that_is_stored_twice_is_found(truth: Truth) -> None:
    (_, actions), *_ = truth.actions.items()
    actions.append(actions[0])
    with pytest.raises(Violation, match="stored 2 times"):
        checks.check_actions({truth.id: truth}, [])


def test_a_complaint_of_the_server_is_found() -> None:
    line = '{"level":"error","message":"a request failed","error":"KeyError"}'
    with pytest.raises(Violation, match="a request failed"):
        checks.check_log([line], {})
