"""Bots at the table: whatever happens to them, a legal action comes back."""

import asyncio
import pickle

import pytest

from purrlab import GAMES
from purrlab.games.game import View
from purrlab.server.bots import BotFailed, BotPool


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


def test_for_a_bot_that_fails_another_plays(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")
    assert _choose("nobody", view) in map(str, view.legal)
    assert [(record.message, record.bot) for record in caplog.records] == [("bot gives no move", "nobody")]  # type: ignore[attr-defined]


def test_when_no_bot_answers_in_time_any_action_is_taken(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")
    assert _choose("random", view, patience=0) in map(str, view.legal)
    assert [record.error for record in caplog.records] == ["it thinks for too long"] * 2  # type: ignore[attr-defined]


def test_a_bot_that_thinks_for_too_long_makes_room_for_the_others() -> None:
    view = _view("cat-in-the-box")

    async def choose() -> list[str]:
        pool = BotPool(1, 30)
        try:
            await pool.choose("random", view)  # so that the process is there
            pool._patience = 0.5
            thinker = asyncio.create_task(pool._ask("search@600000ms", view))
            await asyncio.sleep(0)
            pool._patience = 30
            answer = await asyncio.wait_for(pool.choose("random", view), 20)
            with pytest.raises(BotFailed, match="too long"):
                await thinker
            return [answer]
        finally:
            await pool.stop()

    assert asyncio.run(choose())[0] in map(str, view.legal)


def test_when_the_bots_process_dies_another_is_started(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")

    async def choose_twice() -> list[str]:
        pool = BotPool(1, 30)
        try:
            first = await pool.choose("random", view)
            for worker in pool._workers:
                worker.process.kill()
            return [first, await pool.choose("random", view), await pool.choose("random", view)]
        finally:
            await pool.stop()

    assert all(action in map(str, view.legal) for action in asyncio.run(choose_twice()))
    assert [record.error for record in caplog.records] == ["its process has died"]  # type: ignore[attr-defined]
