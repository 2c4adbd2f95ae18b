"""Clocks, leaving, and bots that take over: a table never hangs, also across a restart."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from server.clients import (
    Person,
    RandomPlayer,
    Server,
    SocketClient,
    open_socket,
    start_bot_game,
    start_two,
    wait_until,
)
from server.in_process import InProcessServer, RecordingWatcher, in_process_server, run_with_game

from purrlab.games.game import View
from purrlab.server.live.live_table import LiveTable
from purrlab.server.tables import commands
from purrlab.server.tables.clock import DAY_MS, SECOND_MS

ONE_MINUTE_CLOCK = {"kind": "live", "bank": 60, "increment": 0}


class AgainstABot:
    """Ann, who watches her game against a bot, and the server."""

    def __init__(self, server: InProcessServer, opened: SocketClient, table: str) -> None:
        self.advance = server.advance
        self._now_ms = server.time.now_ms
        self.opened = opened
        self.ask = opened.ask
        self.table = table

    async def look(self) -> dict[str, Any]:
        return await self.opened.ask("watch", table=self.table)

    async def left(self) -> int:
        """Milliseconds on Ann's clock, as the page shows it."""
        clock = (await self.look())["clock"]
        milliseconds: int = clock["left"][0]
        return milliseconds - (self._now_ms() - clock["at"] if 0 in clock["running"] else 0)

    async def act(self) -> dict[str, Any]:
        seen = await self.look()
        return await self.ask("act", seq=seen["seq"], action=seen["view"]["legal"][0])

    async def events(self) -> list[tuple[str, int]]:
        """What has happened so far: kinds and seats."""
        await self.ask("ping")
        messages = map(json.loads, self.opened.received)
        return [(message["kind"], message.get("seat")) for message in messages if message["type"] == "event"]


def play_against_a_bot(data_dir: Path, play: Callable[[AgainstABot], Awaitable[None]], **wanted: Any) -> None:
    async def run() -> None:
        async with in_process_server(data_dir) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann, bots=["random"], **wanted)
            async with server.open_socket(ann) as opened:
                game = AgainstABot(server, opened, table)
                await game.look()
                await opened.ask("start")
                await play(game)

    asyncio.run(run())


@pytest.mark.parametrize("bank", [1, 100])
def test_a_bot_takes_over_when_the_clock_runs_out(tmp_path: Path, bank: int) -> None:
    async def play(game: AgainstABot) -> None:
        assert (await game.look())["clock"]["running"] == [0]
        await game.advance(bank - 0.001)
        assert await game.left() == 1
        assert ("taken", 0) not in await game.events()
        await game.advance(0.001)
        assert (await game.events())[-1] == ("taken", 0)
        seat = (await game.look())["table"]["seats"][0]
        assert seat == {"name": "Ann", "bot": "heuristic", "person": True, "bot_stays": False, "entropy": None}

    play_against_a_bot(tmp_path, play, speed={"kind": "live", "bank": bank, "increment": 0}, pace=5)


def test_on_a_real_server_a_clock_runs_out_and_the_game_ends(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2, bots=["random"], speed={"kind": "live", "bank": 1, "increment": 0})["id"]

    async def wait() -> tuple[dict[str, Any], dict[str, Any]]:
        async with open_socket(server, ann) as opened:
            await opened.ask("watch", table=table)
            await opened.send("start")
            taken = await opened.until("event", where=lambda event: event["kind"] == "taken")
            return taken, await opened.until("event", where=lambda event: "table" in event)

    taken, over = asyncio.run(wait())
    assert taken["reason"] == "clock"
    assert over["table"]["status"] == "over"
    assert over["table"]["seats"][0]["person"]


def test_who_left_can_have_the_seat_back(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.ask("leave")
        assert (await game.act())["code"] == "bot-plays"
        assert (await game.ask("back"))["type"] == "done"
        assert (await game.look())["table"]["seats"][0]["bot"] is None
        assert (await game.ask("back"))["code"] == "not-away"

    play_against_a_bot(tmp_path, play, pace=0.3)


def test_a_move_adds_the_increment_and_the_clock_stops(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.advance(30)
        clock = (await game.act())["clock"]
        assert clock["left"][0] == 100_000 - 30_000 + 60_000
        assert clock["running"] == []  # a bot, which leads here, has all the time it wants

    speed = {"kind": "live", "bank": 100, "increment": 60}
    play_against_a_bot(tmp_path, play, speed=speed, pace=10, options={"start": 1})


def test_by_correspondence_every_move_has_its_days(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.advance(30)
        assert await game.left() == 2 * DAY_MS - 30_000
        assert (await game.act())["clock"]["left"][0] == 2 * DAY_MS

    play_against_a_bot(tmp_path, play, speed={"kind": "correspondence", "days": 2}, pace=10)


def test_bots_take_the_time_that_the_table_sets(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.advance(1.499)
        assert ("acted", 1) not in await game.events()
        await game.advance(0.001)
        assert ("acted", 1) in await game.events()

    play_against_a_bot(tmp_path, play, pace=1.5)


def test_no_table_hangs_when_everybody_is_gone_not_even_after_a_restart(tmp_path: Path) -> None:
    """The person never comes back: after the restart, without any visitor, a bot takes the seat and the game ends."""
    with Server(tmp_path, solo_player_seconds="0.5") as server:
        ann = Person(server, "Ann")
        table = ann.new_table(players=3, bots=["random", "random"], pace=0.01, start=True)["id"]
        server.kill()
        server.start()
        asyncio.run(wait_until(lambda: ann.get(f"/api/tables/{table}/scores")["winners"] is not None))


def test_after_a_restart_the_person_plays_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        table = start_bot_game(ann, speed=ONE_MINUTE_CLOCK, pace=0.05)
        player = RandomPlayer(ann, table, random.Random(3))

        async def play() -> None:
            game = asyncio.create_task(player.play())
            await wait_until(lambda: bool(player.acknowledged))
            await asyncio.to_thread(server.stop)
            assert "the server has stopped" in server.log.read_text()
            await asyncio.to_thread(server.start)
            await asyncio.wait_for(game, 120)

        asyncio.run(play())
        assert player.over
        assert player.reconnects
        assert ann.get(f"/api/tables/{table}")["seats"][0]["bot"] is None


@pytest.mark.parametrize("speed", [ONE_MINUTE_CLOCK, {"kind": "correspondence", "days": 1}])
def test_who_leaves_and_comes_back_wins_no_time(tmp_path: Path, speed: dict[str, Any]) -> None:
    async def play(game: AgainstABot) -> None:
        before = await game.left()
        for number in range(1, 4):
            await game.advance(1)
            await game.ask("leave")
            await game.ask("back")
            assert await game.left() == before - 1_000 * number

    play_against_a_bot(tmp_path, play, speed=speed, pace=5)


def test_the_clock_runs_on_until_the_bot_that_stands_in_has_moved(tmp_path: Path) -> None:
    """Else one could stop it by leaving and coming back, again and again."""

    async def play(game: AgainstABot) -> None:
        for number in range(1, 3):
            await game.ask("leave")
            await game.advance(0.6)
            await game.ask("back")
            assert await game.left() == 60_000 - 600 * number  # leaving costs nothing by itself

    play_against_a_bot(tmp_path, play, speed=ONE_MINUTE_CLOCK, pace=10)


def test_who_lets_a_bot_play_on_finds_the_clock_as_they_left_it(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.advance(7)
        await game.ask("leave")
        await game.advance(10)
        assert (await game.events()).count(("acted", 0)) > 3
        assert await game.left() == 53_000

    play_against_a_bot(tmp_path, play, speed=ONE_MINUTE_CLOCK | {"increment": 5}, pace=0.4)


def test_whose_time_ran_out_comes_back_only_after_the_bot_has_moved(tmp_path: Path) -> None:
    """Else one could take one's time for ever, a little at a time."""

    async def play(game: AgainstABot) -> None:
        await game.advance(60)
        assert (await game.ask("back"))["code"] == "bot-moves"
        await game.advance(2)
        assert ("acted", 0) in await game.events()
        assert (await game.ask("back"))["type"] == "done"

    play_against_a_bot(tmp_path, play, speed=ONE_MINUTE_CLOCK, pace=2)


@pytest.mark.parametrize("speed", [ONE_MINUTE_CLOCK, {"kind": "correspondence", "days": 1}])
def test_whose_time_runs_out_twice_has_lost_the_seat_to_the_bot(tmp_path: Path, speed: dict[str, Any]) -> None:
    """Else one finds a minute again and again, which rewards stalling."""

    async def play(game: AgainstABot) -> None:
        seconds = DAY_MS / SECOND_MS if speed["kind"] == "correspondence" else 60
        await game.advance(seconds)
        await game.advance(2)
        assert (await game.ask("back"))["type"] == "done"
        assert not (await game.look())["table"]["seats"][0]["bot_stays"]
        await game.advance(seconds + 10)  # the other one may have to move first
        assert (await game.look())["table"]["seats"][0]["bot_stays"]
        assert (await game.ask("back"))["code"] == "bot-stays"
        assert (await game.events()).count(("taken", 0)) == 2

    play_against_a_bot(tmp_path, play, speed=speed, pace=2)


def test_who_leaves_may_return_more_often_than_who_lets_the_clock_run_out(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        for _ in range(4):
            await game.ask("leave")
            assert (await game.ask("back"))["type"] == "done"

    play_against_a_bot(tmp_path, play, speed=ONE_MINUTE_CLOCK, pace=2)


Friends = Callable[[InProcessServer, SocketClient, SocketClient, str], Awaitable[None]]


def play_with_a_friend(data_dir: Path, play: Friends, pace: float = 0, **settings: Any) -> None:
    async def run() -> None:
        async with in_process_server(data_dir, **settings) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            table = await server.new_table(ann, pace=pace)
            async with server.open_socket(ann) as host, server.open_socket(bo) as guest:
                await start_two(host, guest, table)
                await play(server, host, guest, table)

    asyncio.run(run())


def test_for_somebody_absent_a_bot_plays_and_not_for_who_sat_down_after_looking_on(tmp_path: Path) -> None:
    """No bot plays for somebody who is connected, however they came to their seat."""

    async def play(server: InProcessServer, host: SocketClient, guest: SocketClient, table: str) -> None:
        await server.advance(100)
        await guest.ask("watch", table=table)
        assert [kind for message in guest.received if (kind := json.loads(message).get("kind"))] == ["sat", "started"]
        await host.ask("watch", table=await server.new_table(await server.new_person("Cy")))  # she is elsewhere
        await server.advance(1.999)
        assert (await guest.ask("watch", table=table))["table"]["seats"][0]["bot"] is None
        await server.advance(0.001)
        taken = await guest.until("event", where=lambda event: event["kind"] == "taken")
        assert (taken["seat"], taken["reason"]) == (0, "away")

    play_with_a_friend(tmp_path, play, absent_player_seconds=2, idle_player_seconds=600)


def test_a_game_against_bots_alone_waits_for_a_day(tmp_path: Path) -> None:
    async def play(game: AgainstABot) -> None:
        await game.advance(86_399)
        assert ("taken", 0) not in await game.events()
        await game.advance(1)
        assert (await game.events())[-1] == ("taken", 0)

    play_against_a_bot(tmp_path, play, pace=10)


def test_who_was_too_slow_has_all_the_time_again_when_back(tmp_path: Path) -> None:
    async def play(server: InProcessServer, host: SocketClient, _guest: SocketClient, table: str) -> None:
        await server.advance(3)
        taken = await host.until("event", where=lambda event: event["kind"] == "taken" and event["seat"] == 0)
        assert taken["reason"] == "away"
        await host.ask("back")
        await server.advance(2.999)
        told = await host.ask("watch", table=table)
        assert told["table"]["seats"][0]["bot"] is None
        moved = await host.ask("act", seq=told["seq"], action=told["view"]["legal"][0])
        assert moved["type"] == "event"

    play_with_a_friend(tmp_path, play, pace=10, absent_player_seconds=600, idle_player_seconds=3)


def test_whoever_is_back_before_the_bot_begins_to_think_leaves_no_seat_without_anybody(tmp_path: Path) -> None:
    async def play(server: InProcessServer, host: SocketClient, guest: SocketClient, table: str) -> None:
        seq = (await host.ask("watch", table=table))["seq"]
        await host.send("leave")
        await host.send("watch", table=table, seq=seq)
        await host.send("back")
        await host.ask("ping")
        assert (await host.ask("leave"))["type"] == "done"
        await server.advance(0)
        assert (await guest.until("event", where=lambda event: event["kind"] == "acted"))["seat"] == 0

    play_with_a_friend(tmp_path, play)


def test_a_clock_that_is_set_back_while_a_bot_thinks_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def visit(server: InProcessServer, live: LiveTable, watcher: RecordingWatcher) -> None:
        async def choose(_bot: str, view: View, *_owner: str) -> str:
            server.time._now_ms -= 3600 * SECOND_MS
            return str(view.legal[0])

        assert watcher.person is not None
        with patch.object(server.services.bots, "choose", choose):
            server.tables.publisher.accept(live, commands.leave(live.table, watcher.person, server.time.now_ms()))
            await server.settle()
            before = live.seq
            await server.advance(live.table.terms.pace)
        assert live.seq > before

    run_with_game(tmp_path, visit)
