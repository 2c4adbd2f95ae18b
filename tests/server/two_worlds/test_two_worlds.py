"""Two worlds that differ only in what is hidden from somebody are the same to them, byte by byte."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import pytest
from server.two_worlds.compare import compare_worlds
from server.two_worlds.leaks import LEAKS, trace
from server.two_worlds.observed_world import OWN_PATHS, PATHS, PICTURE_PATH, TABLE_PATHS, TUTORIAL_PATH, open_world
from server.two_worlds.pairs import SIZES, Pair, make_pairs
from server.two_worlds.steps import KINDS, SPECTATOR, Ask, Move, Step

from purrlab.server.http.routes import ROUTES
from purrlab.server.tables.terms import Timed

LAST_MOVES = 50  # of a game in which the worlds differ: a round or more
LEAK_MOVES = 6  # of the game with leaks: everything is asked for after the first, then bots and the observer move


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0].name}-{size[1]}")
def test_nobody_can_tell_two_worlds_apart(tmp_path: Path, size: Any) -> None:
    report = asyncio.run(compare_worlds(make_pairs(13, 1, [size], LAST_MOVES), tmp_path))
    assert report.differences == []
    assert report.streams == 4
    assert report.messages > 100


def test_nobody_can_tell_them_apart_by_what_passes_over_the_bus(tmp_path: Path) -> None:
    """All who play and look on came in at another server: what is forwarded for one of them is for them alone."""
    (pair,) = make_pairs(13, 1, SIZES[:1], LAST_MOVES)
    names = f"Player {'ABCDE'[pair.observer]}", "Looker"

    async def play(number: int) -> dict[str, list[bytes]]:
        async with open_world(tmp_path / str(number), number, over_bus=True) as world:
            heard = await world.play(pair)
            assert world.wire is not None
            return {**world.wire.told, "observer": heard.observer, "spectator": heard.spectator}

    one, other = asyncio.run(play(0)), asyncio.run(play(1))
    for who in (*names, "observer", "spectator"):
        assert one[who] == other[who]
        assert len(one[who]) > 50
    others = one.keys() - {*names, "observer", "spectator"}
    assert any(one[who] != other[who] for who in others)  # whose hands differ


@pytest.mark.soak
def test_nobody_can_tell_ever_new_worlds_apart(tmp_path: Path, soak_seeds: Iterator[int]) -> None:
    for seed in soak_seeds:
        report = asyncio.run(compare_worlds(make_pairs(seed, 1, [SIZES[seed % len(SIZES)]]), tmp_path / str(seed)))
        assert report.differences == []


def test_pairs_reach_every_phase_of_every_game() -> None:
    pairs = list(make_pairs(13, 5 * len(SIZES)))
    verbs = {(pair.game, phase) for pair in pairs for phase in pair.phases}
    assert verbs == {(game.name, action.verb) for game, _ in SIZES for action in game.actions}
    steps = [step for pair in pairs for step in pair.script]
    assert {type(step) for step in steps} == set(get_args(Step))
    assert any(isinstance(step, Move) and step.actions[0] != step.actions[1] for step in steps)


def test_everybody_asks_for_everything_in_every_state() -> None:
    """Before the start, at a closed table, and in every game once the worlds differ."""
    pairs = list(make_pairs(13, 8 * len(SIZES)))
    for who in ("observer", "spectator"):
        for pair in pairs:
            assert set(_kinds(pair, pair.script, who)) == set(KINDS)
        closed = [pair.lobby[[ask.kind for ask in pair.lobby].index("close") :] for pair in pairs]
        waiting = [pair.lobby[: -len(after)] for pair, after in zip(pairs, closed, strict=True)]
        for part in (closed, waiting):
            asked = {kind for pair, asks in zip(pairs, part, strict=True) for kind in _kinds(pair, asks, who, host=0)}
            assert asked >= set(KINDS) - {"close"}


def _kinds(pair: Pair, steps: Sequence[Step], who: str, host: int | None = None) -> Iterator[str]:
    """What the observer or the spectator asks for."""
    observer = pair.observer if host is None else host
    asks = (step for step in steps if isinstance(step, Ask))
    return (ask.kind for ask in asks if ask.who == (observer if who == "observer" else SPECTATOR))


def test_everything_that_can_be_read_by_rest_is_compared() -> None:
    """A new route has to be added to what the worlds ask for."""
    paths = {path for route in ROUTES if "GET" in route.http_methods for path in route.paths}
    asked = {*PATHS, *OWN_PATHS, *(f"/api/tables/{{table_id:str}}{path}" for path in (*TABLE_PATHS, PICTURE_PATH))}
    assert paths == {*asked, TUTORIAL_PATH + "{name:str}"}


def _leak_pair() -> Pair:
    """A short game of two with clocks, in which the worlds differ from the first move on, and in what leaks tell."""
    pairs = make_pairs(4, 99, SIZES[:1], LEAK_MOVES)
    timed = (pair for pair in pairs if isinstance(pair.speed, Timed))
    short = (pair for pair in timed if sum(isinstance(step, Move) for step in pair.script) == LEAK_MOVES)
    told_apart = next(pair for pair in short if trace(pair.when_differ[0]) != trace(pair.when_differ[1]))
    return told_apart._replace(lobby=[])  # who comes there is told enough


@pytest.mark.timeout(900)  # one pair for each leak, on a machine that has other things to do
def test_every_planted_leak_is_found(tmp_path: Path) -> None:
    """One after the other, in the same pair; and nothing is found where none is planted."""
    names = ["none", *LEAKS]
    pairs = [_leak_pair()] * len(names)
    found: dict[str, set[str]] = {name: set() for name in names}

    @contextmanager
    def plant(number: int) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            if number:
                LEAKS[names[number]].plant(patch)
            yield

    report = asyncio.run(compare_worlds(pairs, tmp_path, plant))
    for difference in report.differences:
        where, stream, *_ = difference.split(": ")
        found[names[int(where.split(",")[0].removeprefix("pair "))]].add(stream)
    assert found.pop("none") == set()
    assert {name: leak.found_in - found[name] for name, leak in LEAKS.items() if leak.found_in - found[name]} == {}
