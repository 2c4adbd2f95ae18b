"""Bots at the table: whatever happens to them, a legal action comes back."""

import asyncio
import os
import pickle
import signal

import pytest

from purrlab import GAMES
from purrlab.games.game import View
from purrlab.server.bots import BotPool


def _view(game: str) -> View:
    state = GAMES[game].new(2, "bots")
    return state.view(min(state.to_act))


def _choose(bot: str, view: View, patience: float = 30) -> str:
    async def choose() -> str:
        pool = BotPool(1, patience)
        try:
            return await pool.choose(bot, view)
        finally:
            await pool.stop()

    return asyncio.run(choose())


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_from_its_view_in_another_process(game: str) -> None:
    view = _view(game)
    assert _choose("random", view) in map(str, view.legal)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_goes_to_that_process_is_the_view(game: str) -> None:
    assert pickle.loads(pickle.dumps(_view(game))) == _view(game)  # noqa: S301


def test_a_bot_that_fails_or_is_too_slow_still_plays(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")
    assert _choose("nobody", view) in map(str, view.legal)
    assert _choose("random", view, patience=0) in map(str, view.legal)
    assert [record.message for record in caplog.records] == ["bot has failed", "bot is too slow"]


def test_when_the_bots_process_dies_another_is_started() -> None:
    view = _view("cat-in-the-box")

    async def choose_twice() -> list[str]:
        pool = BotPool(1, 30)
        try:
            first = await pool.choose("random", view)
            assert pool._pool is not None
            for process in list(pool._pool._processes):
                os.kill(process, signal.SIGKILL)
            return [first, await pool.choose("random", view), await pool.choose("random", view)]
        finally:
            await pool.stop()

    assert all(action in map(str, view.legal) for action in asyncio.run(choose_twice()))
