"""Clocks, leaving, and bots that take over: a table never hangs, also across a restart."""

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

from clients import Line, Person, Seated, Server, against_a_bot, line, start_two

LIVE = {"kind": "live", "bank": 1, "increment": 0}


async def _started(opened: Line, table: str) -> dict[str, Any]:
    """Its start, seen by somebody who looks on before: however slow all is, nothing that follows is missed."""
    await opened.ask("watch", table=table)
    await opened.send("start")
    return await opened.until("event", where=lambda event: event["kind"] == "started")


async def _until_over(opened: Line) -> dict[str, Any]:
    over = await opened.until("event", where=lambda event: event.get("table", {}).get("status") == "over")
    table: dict[str, Any] = over["table"]
    return table


def test_a_bot_takes_over_when_the_clock_runs_out_and_the_game_ends(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2, bots=["random"], speed=LIVE)["id"]

    async def wait() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        async with line(server, ann) as opened:
            first = await _started(opened, table)
            taken = await opened.until("event", where=lambda event: event["kind"] == "taken")
            return first, taken, await _until_over(opened)

    first, taken, over = asyncio.run(wait())
    assert (first["clock"]["running"], first["clock"]["left"][0]) == ([0], 1000)
    assert taken["reason"] == "clock"
    assert taken["table"]["seats"][0] == {"name": "Ann", "bot": "heuristic", "person": True, "entropy": None}
    assert over["seats"][0]["person"]


def test_who_left_can_have_the_seat_back(server: Server) -> None:
    ann = Person(server, "Ann")
    table = against_a_bot(ann, pace=0.3)

    async def leave_and_return() -> list[Any]:
        async with line(server, ann) as opened:
            told = await opened.ask("watch", table=table)
            await opened.ask("leave")
            move = await opened.ask("act", seq=told["seq"], action=told["view"]["legal"][0])
            back = await opened.ask("back")
            now = await opened.ask("watch", table=table)
            return [move["code"], back["type"], now["table"]["seats"][0]["bot"], (await opened.ask("back"))["code"]]

    assert asyncio.run(leave_and_return()) == ["bot-plays", "done", None, "not-away"]


def test_a_move_adds_the_increment_and_the_clock_stops(server: Server) -> None:
    ann = Person(server, "Ann")
    speed = {"kind": "live", "bank": 100, "increment": 60}
    table = against_a_bot(ann, speed=speed, pace=5)

    async def move() -> dict[str, Any]:
        async with line(server, ann) as opened:
            told = await opened.ask("watch", table=table)
            return await opened.ask("act", seq=told["seq"], action=told["view"]["legal"][0])

    clock = asyncio.run(move())["clock"]
    assert 100_000 < clock["left"][0] <= 160_000
    assert clock["running"] == []  # a bot has all the time it wants


def test_by_correspondence_every_move_has_its_days(server: Server) -> None:
    ann = Person(server, "Ann")
    speed = {"kind": "correspondence", "days": 2}
    table = against_a_bot(ann, speed=speed, pace=5)

    async def move() -> dict[str, Any]:
        async with line(server, ann) as opened:
            told = await opened.ask("watch", table=table)
            return await opened.ask("act", seq=told["seq"], action=told["view"]["legal"][0])

    assert asyncio.run(move())["clock"]["left"][0] == 2 * 24 * 60 * 60 * 1000


def test_bots_take_the_time_that_the_table_sets(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2, bots=["random"], pace=1.5, start=True)

    async def wait() -> dict[str, Any]:
        async with line(server, ann) as opened:
            await opened.ask("watch", table=table["id"])
            return await opened.until("event", where=lambda event: event["kind"] == "acted")

    assert asyncio.run(wait())["at"] - table["created"] >= 1_500


def test_no_table_hangs_when_everybody_is_gone_not_even_after_a_restart(tmp_path: Path) -> None:
    """The person never comes back: after the restart, without any visitor, a bot takes the seat and the game ends."""
    with Server(tmp_path, absence="0.5") as server:
        ann = Person(server, "Ann")
        table = ann.new_table(players=3, bots=["random", "random"], pace=0.05, start=True)["id"]
        server.kill()
        server.start()
        deadline = asyncio.run(_wait_for_end(ann, table))
        assert deadline["winners"] is not None


async def _wait_for_end(person: Person, table: str) -> dict[str, Any]:
    for _ in range(1200):
        scores: dict[str, Any] = await asyncio.to_thread(person.get, f"/api/tables/{table}/scores")
        if scores["winners"] is not None:
            return scores
        await asyncio.sleep(0.1)
    raise AssertionError("the game did not end")


def test_after_a_restart_the_person_plays_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        speed = {"kind": "live", "bank": 60, "increment": 0}
        table = against_a_bot(ann, speed=speed, pace=0.05)
        player = Seated(ann, table, random.Random(3))

        async def play() -> None:
            game = asyncio.create_task(player.play())
            await asyncio.sleep(0.2)
            await asyncio.to_thread(server.stop)
            assert "the server has stopped" in server.log.read_text()
            await asyncio.to_thread(server.start)
            await asyncio.wait_for(game, 120)

        asyncio.run(play())
        assert player.over
        assert player.came_back
        assert ann.get(f"/api/tables/{table}")["seats"][0]["bot"] is None


def test_who_leaves_and_comes_back_wins_no_time(server: Server) -> None:
    ann = Person(server, "Ann")
    speed = {"kind": "live", "bank": 9, "increment": 0}
    table = against_a_bot(ann, speed=speed, pace=5)

    async def leave_and_return() -> list[int]:
        async with line(server, ann) as opened:
            await opened.ask("watch", table=table)
            left = []
            for _ in range(3):
                await opened.ask("leave")
                await opened.ask("back")
                left.append((await opened.ask("watch", table=table))["clock"]["left"][0])
            return left

    left = asyncio.run(leave_and_return())
    assert 9000 >= left[0] >= left[1] >= left[2]


def test_the_clock_runs_on_until_the_bot_that_stands_in_has_moved(server: Server) -> None:
    """Else one could stop it by leaving and coming back, again and again."""
    ann = Person(server, "Ann")
    speed = {"kind": "live", "bank": 60, "increment": 0}
    begun = time.time()
    table = against_a_bot(ann, speed=speed, pace=10)

    async def leave_and_return() -> list[int]:
        async with line(server, ann) as opened:
            left = [(await opened.ask("watch", table=table))["clock"]["left"][0]]
            for _ in range(2):
                await opened.ask("leave")
                taken = await opened.ask("watch", table=table)
                await asyncio.sleep(0.6)
                await opened.ask("back")
                left += [taken["clock"]["left"][0], (await opened.ask("watch", table=table))["clock"]["left"][0]]
            return left

    first, taken, back, taken_again, back_again = asyncio.run(leave_and_return())
    passed = 1000 * (time.time() - begun)
    assert first >= taken
    assert back <= taken - 600
    assert back_again <= taken_again - 600
    assert back_again >= 60_000 - passed  # leaving costs nothing by itself


def test_who_lets_a_bot_play_on_finds_the_clock_as_they_left_it(server: Server) -> None:
    ann = Person(server, "Ann")
    speed = {"kind": "live", "bank": 60, "increment": 5}
    table = against_a_bot(ann, speed=speed, pace=0.4)

    async def leave_and_return() -> list[int]:
        async with line(server, ann) as opened:
            await opened.ask("watch", table=table)
            await opened.ask("leave")
            left = (await opened.ask("watch", table=table))["clock"]["left"][0]
            for _ in range(3):
                acted = await opened.until("event", where=lambda event: event["kind"] == "acted" and event["seat"] == 0)
            return [left, acted["clock"]["left"][0]]

    left, later = asyncio.run(leave_and_return())
    assert later == left


def test_whose_time_ran_out_comes_back_only_after_the_bot_has_moved(server: Server) -> None:
    """Else one could take one's time for ever, a little at a time."""
    ann = Person(server, "Ann")
    table = ann.new_table(players=2, bots=["random"], speed=LIVE, pace=2)["id"]

    async def come_back() -> list[str]:
        async with line(server, ann) as opened:
            await _started(opened, table)
            await opened.until("event", where=lambda event: event["kind"] == "taken")
            early = await opened.ask("back")
            await opened.until("event", where=lambda event: event["kind"] == "acted" and event["seat"] == 0)
            return [early["code"], (await opened.ask("back"))["type"]]

    assert asyncio.run(come_back()) == ["bot-moves", "done"]


def test_by_mail_too_who_leaves_and_comes_back_wins_no_time(server: Server) -> None:
    ann = Person(server, "Ann")
    speed = {"kind": "correspondence", "days": 1}
    table = against_a_bot(ann, speed=speed, pace=5)

    async def leave_and_return() -> tuple[int, int]:
        async with line(server, ann) as opened:
            before = (await opened.ask("watch", table=table))["clock"]["left"][0]
            await asyncio.sleep(0.3)
            await opened.ask("leave")
            await opened.ask("back")
            return before, (await opened.ask("watch", table=table))["clock"]["left"][0]

    before, after = asyncio.run(leave_and_return())
    assert after <= before - 300


def test_who_sat_down_after_looking_on_is_there(tmp_path: Path) -> None:
    """No bot plays for somebody who is connected, however they came to their seat."""
    with Server(tmp_path, absence="1", patience="600") as server:
        ann, bo = Person(server, "Ann"), Person(server, "Bo")
        table = ann.new_table(players=2)["id"]

        async def wait() -> list[str]:
            async with line(server, ann) as host, line(server, bo) as guest:
                await start_two(host, guest, table)
                await asyncio.sleep(2.5)
                await guest.ask("watch", table=table)
                return [kind for message in guest.received if (kind := json.loads(message).get("kind"))]

        assert asyncio.run(wait()) == ["sat", "started"]


def test_who_was_too_slow_has_all_the_time_again_when_back(tmp_path: Path) -> None:
    with Server(tmp_path, absence="600", patience="3") as server:
        ann, bo = Person(server, "Ann"), Person(server, "Bo")
        table = ann.new_table(players=2, pace=10)["id"]

        async def come_back() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
            async with line(server, ann) as host, line(server, bo) as guest:
                await start_two(host, guest, table)
                taken = await host.until("event", where=lambda event: event["kind"] == "taken" and event["seat"] == 0)
                await host.ask("back")
                told = await host.ask("watch", table=table)
                return taken, told, await host.ask("act", seq=told["seq"], action=told["view"]["legal"][0])

        taken, told, moved = asyncio.run(come_back())
        assert taken["reason"] == "away"
        assert told["table"]["seats"][0]["bot"] is None
        assert moved["type"] == "event"


def test_whoever_is_back_before_the_bot_begins_to_think_leaves_no_seat_without_anybody(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=2)["id"]

    async def leave_twice() -> dict[str, Any]:
        async with line(server, ann) as host, line(server, bo) as guest:
            seq = (await start_two(host, guest, table))[0]["seq"]
            await host.send("leave")
            await host.send("watch", table=table, seq=seq)
            await host.send("back")
            await host.ask("ping")
            assert (await host.ask("leave"))["type"] == "done"
            return await guest.until("event", where=lambda event: event["kind"] == "acted")

    assert asyncio.run(leave_twice())["seat"] == 0
