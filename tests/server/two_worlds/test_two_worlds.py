"""Two worlds that differ only in what is hidden from somebody are the same to them, byte by byte."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from server.two_worlds.compare import compare_worlds
from server.two_worlds.pairs import SIZES, Look, Move, Probe, make_pairs

from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.view import view_of
from purrlab.records import record_of

PAIRS_OF_EACH_SIZE = 2


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0].name}-{size[1]}")
def test_nobody_can_tell_two_worlds_apart(tmp_path: Path, size: Any) -> None:
    report = asyncio.run(compare_worlds(make_pairs(13, PAIRS_OF_EACH_SIZE, [size]), tmp_path))
    assert report.differences == []
    assert report.streams == 4 * PAIRS_OF_EACH_SIZE
    assert report.messages > 100


def test_pairs_reach_every_phase_of_every_game() -> None:
    pairs = list(make_pairs(13, 5 * len(SIZES)))
    verbs = {(pair.game, phase) for pair in pairs for phase in pair.phases}
    assert verbs == {(game.name, action.verb) for game, _ in SIZES for action in game.actions}
    steps = [step for pair in pairs for step in pair.script]
    assert {type(step) for step in steps} == {Move, Probe, Look}
    assert any(isinstance(step, Move) and step.actions[0] != step.actions[1] for step in steps)


def _show_hands(state: Any, seat: int | None) -> Any:
    return view_of(state, seat)._replace(totals=state.hands)


LEAKS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], set[str]]] = {
    "a view shows hands": (
        lambda patch: patch.setattr(CatInTheBoxState, "view", _show_hands),
        {"observer's socket", "spectator's socket"},
    ),
    "a record shows hands": (
        lambda patch: patch.setattr("purrlab.server.tables.history.record_of", partial(record_of, secrets=True)),
        {"observer's requests", "spectator's requests"},
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    pairs = list(make_pairs(1, 1, SIZES[:1]))
    make_leak, streams = LEAKS[leak]
    make_leak(monkeypatch)
    report = asyncio.run(compare_worlds(pairs, tmp_path))
    assert streams <= {difference.split(": ")[1] for difference in report.differences}
