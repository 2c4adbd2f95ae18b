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
from soak import checks
from soak.rounds import play_round
from soak.starts import Databases, kill_starts
from soak.streams import Message, Person, Stream
from soak.truth import Truth
from soak.violation import Violation
from soak.world import World, open_world

SEED, TABLES, FAULTS, TRIALS = 3, 4, 5, 3


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def postgres(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The URL of a PostgreSQL server, or None for SQLite."""
    if request.param == "sqlite":
        yield None
    else:
        with run_postgres() as url:
            yield url


@pytest.fixture(scope="module")
def world(postgres: str | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """After a round."""
    folder = tmp_path_factory.mktemp("soak")
    with open_world(folder, "small", postgres, is_killed=True) as opened:
        asyncio.run(play_round(opened, TABLES, FAULTS, Random(SEED)))
        yield opened


def test_nothing_is_lost_doubled_or_told_to_the_wrong_people(world: World, postgres: str | None) -> None:
    """What a round checks, it has checked by now."""
    assert world.server.kills >= 3
    assert world.counts["tables"] >= TABLES
    assert world.counts["moves"] > 10 * TABLES
    assert (world.server.data / "purrlab.sqlite").exists() == (postgres is None)


def test_starts_that_are_killed_leave_everything_as_it_was(postgres: str | None, tmp_path: Path) -> None:
    with Starter.running() as starter:
        assert kill_starts(starter, Databases(tmp_path, postgres), TRIALS, Random(SEED)) >= TRIALS


# The checks themselves


@pytest.fixture
def truth(world: World) -> Truth:
    """A game that is over."""
    world.known_tables.clear()
    truths = checks.load_truths(world).values()
    return max(truths, key=lambda truth: (truth.table.status == "over", truth.seq))


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


def test_a_complaint_of_the_server_is_found(world: World) -> None:
    world.server.lines.append('{"level":"error","message":"a message could not be handled","error":"KeyError"}')
    with pytest.raises(Violation, match="could not be handled"):
        checks.check_log(world, {})
