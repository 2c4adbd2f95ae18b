"""Bots at the table: whatever happens to them, a legal action comes back."""

import asyncio
import pickle
from multiprocessing.connection import Connection
from typing import Any

import pytest

from purrlab import GAMES
from purrlab.bots.registry import is_search
from purrlab.games.game import View
from purrlab.server.live.bot_pool import QUICK_BOT_WORKERS, BotFailed, BotPool
from purrlab.server.time_source import SystemTime


def _view(game: str) -> View:
    state = GAMES[game].new(2, "bots")
    return state.view(min(state.to_act))


def _choose(bot: str, view: View, patience: float = 30) -> str:
    async def choose() -> str:
        pool = BotPool(1, patience, SystemTime())
        try:
            return await pool.choose(bot, view)
        finally:
            await pool.stop()

    return asyncio.run(choose())


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_chooses_in_another_process_to_which_nothing_goes_but_its_view(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    send = Connection.send

    def overhear(pipe: "Connection[Any, Any]", message: object) -> None:
        sent.append(pickle.loads(pickle.dumps(message)))  # noqa: S301  # as it arrives
        send(pipe, message)

    monkeypatch.setattr(Connection, "send", overhear)
    view = _view(game)
    assert _choose("random", view) in map(str, view.legal)
    assert sent == [("random", view)]


def test_bots_of_many_hosts_from_one_address_do_not_keep_those_of_another_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, answered = _view("cat-in-the-box"), list[str]()

    async def ask(_pool: BotPool, _bot: str, view: View) -> str:
        await asyncio.sleep(0)
        return str(view.legal[0])

    async def choose(pool: BotPool, host: str, address: str) -> None:
        await pool.choose("random", view, host, address)
        answered.append(host)

    async def crowd() -> None:
        pool = BotPool(1, 30, SystemTime())
        await asyncio.gather(*(choose(pool, f"guest {number}", "a") for number in range(8)), choose(pool, "ann", "b"))
        await pool.stop()

    monkeypatch.setattr(BotPool, "_ask", ask)
    asyncio.run(crowd())
    assert answered.index("ann") <= QUICK_BOT_WORKERS + 1  # those that choose already, and one more, come first


def test_for_a_bot_that_fails_another_plays(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")
    assert _choose("nobody", view) in map(str, view.legal)
    assert [(record.message, record.bot) for record in caplog.records] == [("a bot gave no action", "nobody")]  # type: ignore[attr-defined]


def test_when_no_bot_answers_in_time_any_action_is_taken(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")
    assert _choose("random", view, patience=0) in map(str, view.legal)
    assert [record.error for record in caplog.records] == ["it took too long"] * 2  # type: ignore[attr-defined]


def test_a_bot_that_thinks_for_too_long_makes_room_for_the_others() -> None:
    view = _view("cat-in-the-box")

    async def choose() -> list[str]:
        pool = BotPool(1, 30, SystemTime())
        try:
            await pool.choose("random", view)  # so that the process is there
            pool._timeout_seconds = 0.5
            with pytest.raises(BotFailed, match="too long"):
                await pool._ask("search@600000ms", view)
            assert pool._workers == set()
            pool._timeout_seconds = 30
            return [await pool.choose("random", view)]
        finally:
            await pool.stop()

    assert asyncio.run(choose())[0] in map(str, view.legal)


def test_when_the_bots_process_dies_another_is_started(caplog: pytest.LogCaptureFixture) -> None:
    view = _view("cat-in-the-box")

    async def choose_twice() -> list[str]:
        pool = BotPool(1, 30, SystemTime())
        try:
            first = await pool.choose("random", view)
            for worker in pool._workers:
                worker.process.kill()
                worker.process.join()
            return [first, await pool.choose("random", view), await pool.choose("random", view)]
        finally:
            await pool.stop()

    assert all(action in map(str, view.legal) for action in asyncio.run(choose_twice()))
    assert caplog.records == []


def test_bots_that_answer_at_once_do_not_wait_for_those_that_think() -> None:
    names = ("kitten", "cat", "tiger", "lion", "net@t=7", "search", "search@100ms")
    assert [name for name in names if is_search("cat-in-the-box", name)] == ["search", "search@100ms"]
    assert [name for name in names if is_search("rascal-kittens", name)] == ["lion", "search", "search@100ms"]
    view = _view("cat-in-the-box")

    async def choose() -> str:
        pool = BotPool(1, 30, SystemTime())
        thinker = asyncio.create_task(pool._ask("search@600000ms", view))
        try:
            async with pool._thinkers.slot("somebody"):
                return await asyncio.wait_for(pool.choose("heuristic", view), 20)
        finally:
            thinker.cancel()
            await pool.stop()

    assert asyncio.run(choose()) in map(str, view.legal)
