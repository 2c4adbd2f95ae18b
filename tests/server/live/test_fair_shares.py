"""One address does not slow the others: whole games are played again once, and turns are shared by address."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from server.in_process import InProcessServer, RecordingWatcher, act, in_process_server, run_with_game
from server.manual_time import SECOND_MS, ManualTime

from purrlab.games.game import View
from purrlab.games.registry import find_game
from purrlab.server.live import bot_pool, catch_up
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.live.fair_semaphore import FairSemaphore
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import PastMessages
from purrlab.server.tables import commands


def _played(since: int, person: str | None, live: LiveTable) -> list[bytes]:
    past = PastMessages(live.table.terms, person, dict(live.names), since)
    past.advance(live.events())
    return past.after(since)[1]


async def _two_moves(server: InProcessServer, live: LiveTable) -> None:
    for seat in sorted(live.table.asked):
        act(server, live, seat, [])
    await server.settle()


def test_whoever_asks_for_what_somebody_was_told_lately_makes_nobody_play_it_again(tmp_path: Path) -> None:
    async def visit(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        await _two_moves(server, live)
        applied: list[int] = []
        true_advance = PastMessages.advance

        def counted(past: PastMessages, events: list[object]) -> None:
            applied.append(len(events) - past.seq)
            true_advance(past, events)  # type: ignore[arg-type]

        with patch.object(PastMessages, "advance", counted):
            missed = server.tables.catch_up.missed
            for visitor in (None, "one guest", "another"):
                told = (await missed(live.id, visitor, 0, "192.0.2.2"))[1]
                assert told == _played(0, None, live)[: len(told)]
                assert len(told) == live.seq
            assert (await missed(live.id, None, 2, "192.0.2.2"))[1] == told[2:]
            assert len(applied) - 3 == 1, applied  # three by this test itself
        own = (await server.tables.catch_up.missed(live.id, watcher.person, 0, ""))[1]
        assert own == _played(0, watcher.person, live)

    run_with_game(tmp_path, visit)


def test_what_was_told_lately_goes_on_with_the_game_and_with_the_names(tmp_path: Path) -> None:
    async def visit(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        missed = server.tables.catch_up.missed
        first = (await missed(live.id, None, 0, ""))[1]
        await _two_moves(server, live)
        assert (await missed(live.id, None, 0, ""))[1] == _played(0, None, live) != first
        assert watcher.person is not None
        server.tables.people.rename(watcher.person, "Anna")
        told = (await missed(live.id, None, 0, ""))[1]
        assert told == _played(0, None, live)
        assert b"Anna" in told[0]

    run_with_game(tmp_path, visit)


def test_what_is_kept_of_the_past_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        monkeypatch.setattr(catch_up, "MAX_CACHE_BYTES", 2 * catch_up.REPLAY_OVERHEAD_BYTES)
        for person in (None, watcher.person, next(iter(live.names.keys() - {watcher.person}))):
            await server.tables.catch_up.missed(live.id, person, 0, "")
        assert len(server.tables.catch_up._cache) == 1

    run_with_game(tmp_path, visit)


class Reader(RecordingWatcher):
    """Counts what it is sent."""

    sent = 0

    async def send_all(self, messages: Iterable[bytes]) -> None:
        self.sent += len(list(messages))


def test_an_address_that_asks_for_more_than_people_could_read_waits_for_it(tmp_path: Path) -> None:
    async def visit() -> None:
        async with in_process_server(tmp_path) as server:
            send = server.tables.catch_up.send
            reader, other = Reader("reader"), Reader("other")
            reader.address, other.address = "192.0.2.2", "192.0.2.3"
            many = [b""] * (catch_up.MISSED_MESSAGES_BURST + 2 * catch_up.MESSAGES_PER_TURN)
            sending = asyncio.create_task(send(reader, many))
            await send(other, many[: catch_up.MISSED_MESSAGES_BURST])
            while reader.sent < catch_up.MISSED_MESSAGES_BURST:  # noqa: ASYNC110  # it tells nobody
                await asyncio.sleep(0)
            await server.settle()
            assert other.sent == reader.sent == catch_up.MISSED_MESSAGES_BURST
            await server.time.advance(1)
            await sending
            assert reader.sent == len(many)

    asyncio.run(visit())


def test_a_past_that_failed_is_played_anew(tmp_path: Path) -> None:
    async def visit(server: InProcessServer, live: LiveTable, _watcher: RecordingWatcher) -> None:
        true_apply = type(live.table).apply
        calls: list[int] = []

        def third_fails(table: object, event: object) -> None:
            calls.append(1)
            true_apply(table, event)  # type: ignore[arg-type]
            if len(calls) == 2:
                raise MemoryError

        with patch.object(type(live.table), "apply", third_fails):
            with pytest.raises(MemoryError):
                await server.tables.catch_up.missed(live.id, None, 0, "")
            told = (await server.tables.catch_up.missed(live.id, None, 0, ""))[1]
        assert told == _played(0, None, live)

    run_with_game(tmp_path, visit)


async def _take(semaphore: FairSemaphore, person: str, address: str, order: list[str]) -> None:
    async with semaphore.slot(person, address):
        order.append(f"{person} {address}")
        await asyncio.sleep(0)


def test_many_people_of_one_address_wait_for_each_other_and_not_the_others_for_them() -> None:
    async def run() -> list[str]:
        semaphore, order = FairSemaphore(1), list[str]()
        crowd = [_take(semaphore, f"guest{number}", "a", order) for number in range(5)]
        await asyncio.gather(*crowd, _take(semaphore, "ann", "b", order), _take(semaphore, "guest0", "a", order))
        return order

    order = asyncio.run(run())
    assert order.index("ann b") == 2  # one thinks already, and one more of the address has its turn
    assert order[-1] == "guest0 a"  # who asks twice waits for the others of the address


def test_a_table_is_of_the_address_of_its_host(tmp_path: Path) -> None:
    async def visit(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        assert live.address == watcher.address
        stranger = RecordingWatcher("stranger")
        stranger.address = "192.0.2.9"
        server.tables.presence.attach(live, stranger)
        assert live.address == watcher.address
        asked: list[tuple[str, str]] = []

        async def choose(_bot: str, view: View, host: str, address: str) -> str:
            asked.append((host, address))
            return str(view.legal[0])

        assert watcher.person is not None
        with patch.object(server.services.bots, "choose", choose):
            server.tables.publisher.accept(live, commands.leave(live.table, watcher.person, live.table.terms.created))
            await server.settle()
        assert asked[0] == (watcher.person, watcher.address)

    run_with_game(tmp_path, visit)


def test_the_time_of_a_searching_bot_does_not_tell_how_much_it_had_to_choose_from() -> None:
    """Nor does a clock that is set back while it thinks keep the table waiting."""
    state = find_game("cat-in-the-box").new(2, "any")
    view: Any = state.view(0)
    only = view._replace(legal=view.legal[:1])

    async def run(bot: str, think_seconds: float) -> float:
        """How long the bot waits before it answers, after it has thought for so long."""
        manual_time = ManualTime()
        pool = BotPool(1, 10, manual_time)

        async def think(_bot: str, asked: View) -> str:
            manual_time._now_ms += think_seconds * SECOND_MS
            return str(asked.legal[0])

        with patch.object(pool, "_ask", think), patch.object(manual_time, "sleep") as sleep:
            assert await pool.choose(bot, only) == str(view.legal[0])
        await pool.stop()
        return float(sum(call.args[0] for call in sleep.await_args_list))

    minimum = bot_pool.MIN_SEARCH_SECONDS
    waits = [asyncio.run(run("search", seconds)) for seconds in (0, minimum / 2, minimum * 2, -3600)]
    assert waits == pytest.approx([minimum, minimum / 2, 0, minimum])
    assert asyncio.run(run("random", 0)) == 0
