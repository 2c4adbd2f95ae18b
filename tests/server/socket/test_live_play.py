"""Live play: watching, acting, coming back, and one table for all."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from server.clients import RandomPlayer, Server, SocketClient, new_people, open_socket, start_two

from purrlab.server.patch import patched


class TestActing:
    def test_a_repeated_action_is_answered_and_not_applied_again(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def act() -> list[dict[str, Any]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                first, _ = await start_two(host, guest, table)
                action = {"id": "once", "seq": first["seq"], "action": first["view"]["legal"][0]}
                await host.send("act", **action)
                event = await host.until("event")
                await host.send("act", **action)
                again = await host.until("done")
                await host.send("act", **(action | {"seq": event["seq"]}))
                return [event, again, await host.until("done")]

        event, again, newer = asyncio.run(act())
        assert event["id"] == "once"
        assert again["seq"] == newer["seq"] == event["seq"]

    def test_an_action_for_a_table_that_has_gone_on_is_stale(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def act() -> dict[str, Any]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                first, second = await start_two(host, guest, table)
                view = first["view"]
                for player, told in ((host, first), (guest, second)):
                    await player.ask("act", seq=told["seq"], action=told["view"]["legal"][0])
                last = await host.until("event", where=lambda event: event["seat"] == 1)
                for told in _events(host):
                    if told["kind"] == "acted":
                        patched(view, told["changes"])
                leader, seen = (
                    (host, view) if view["legal"] else (guest, (await guest.ask("watch", table=table))["view"])
                )
                assert last["seq"] > first["seq"]
                return await leader.ask("act", seq=first["seq"], action=seen["legal"][0])

        assert asyncio.run(act())["code"] == "stale"

    def test_the_rules_refuse_by_name_and_nothing_changes(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def act() -> list[dict[str, Any]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                first, _ = await start_two(host, guest, table)
                answers = [
                    await host.ask("act", seq=first["seq"], action=text) for text in ("discard 9", "play 1 red", "?")
                ]
                again = await host.ask("watch", table=table)
                return [*answers, first["view"], again["view"]]

        illegal, wrong_kind, nonsense, before, after = asyncio.run(act())
        assert (illegal["code"], illegal["rule"]) == ("illegal", "CB7")
        assert illegal["cause"] == {"code": "card-not-held", "value": 9}
        assert (wrong_kind["code"], wrong_kind["rule"]) == ("illegal", "CB7")
        assert wrong_kind["cause"] == {"code": "other-action-expected", "verb": "discard"}
        assert nonsense["code"] == "no-action"
        assert before == after


class TestComingBack:
    def test_the_last_seq_brings_exactly_what_was_missed(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def play() -> tuple[list[bytes], list[list[bytes]]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await start_two(host, guest, table)
            players = [RandomPlayer(person, table, random.Random(1)) for person in (ann, bo)]
            async with open_socket(server, ann) as watcher:
                await watcher.ask("watch", table=table)
                await asyncio.gather(*(player.play() for player in players))
                await watcher.until("event", where=lambda event: "table" in event)
                events = [message for message in watcher.received if b'"type":"event"' in message]
            return events, [await _missed(since) for since in (5, 12, 20)]

        async def _missed(since: int) -> list[bytes]:
            async with open_socket(server, ann) as back:
                await back.ask("watch", table=table, seq=since)
                return [message for message in back.received if b'"type":"event"' in message]

        events, missed = asyncio.run(play())
        first = _decoded(events[0])["seq"]
        for since, told in zip((5, 12, 20), missed, strict=True):
            assert told == events[since - first + 1 :]

    def test_events_before_the_start_are_brought_too(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def come_back() -> list[dict[str, Any]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await start_two(host, guest, table)
            async with open_socket(server, bo) as back:
                await back.ask("watch", table=table, seq=0)
                return _events(back)

        told = asyncio.run(come_back())
        assert [event["kind"] for event in told] == ["sat", "sat", "started"]
        assert told[1]["you"] == 1
        assert told[2]["view"]["hand"]


class TestLookingOn:
    def test_spectators_see_the_table_and_no_hand(self, server: Server) -> None:
        (ann,) = new_people(server, "Ann")
        table = ann.new_table(players=3, bots=["random", "random"], start=True)["id"]

        async def look() -> dict[str, Any]:
            async with open_socket(server) as spectator:
                return await spectator.ask("watch", table=table)

        told = asyncio.run(look())
        assert told["seat"] is None
        assert told["view"]["hand"] is None
        assert told["view"]["legal"] == []

    def test_presence_is_shown(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def look() -> list[dict[str, Any]]:
            async with open_socket(server, ann) as host:
                first = (await host.ask("watch", table=table))["presence"]
                async with open_socket(server, bo) as guest:
                    await guest.ask("watch", table=table)
                    await host.until("presence", where=lambda told: told["spectators"] == 1)
                    await guest.ask("sit")
                    both = await host.until("presence", where=lambda told: told["seats"] == [True, True])
                alone = await host.until("presence", where=lambda told: told["seats"] == [True, False])
                return [first, both, alone]

        told = [(each["seats"], each["spectators"]) for each in asyncio.run(look())]
        assert told == [([True, False], 0), ([True, True], 0), ([True, False], 0)]

    def test_nobody_is_told_of_a_seat_that_is_not_theirs(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def sit() -> list[dict[str, Any]]:
            async with (
                open_socket(server) as nameless,
                open_socket(server, ann) as host,
                open_socket(server, bo) as guest,
            ):
                for each in (nameless, host, guest):
                    await each.ask("watch", table=table)
                await guest.ask("sit")
                return [await each.until("event") for each in (nameless, host)]

        assert all("you" not in event for event in asyncio.run(sit()))

    def test_an_unknown_table_is_refused(self, server: Server) -> None:
        async def look() -> dict[str, Any]:
            async with open_socket(server) as spectator:
                return await spectator.ask("watch", table="nowhere")

        assert asyncio.run(look())["code"] == "unknown-table"


class TestComingAndGoing:
    """A waiting table leaves the memory when nobody looks, and comes back when somebody does."""

    def test_whoever_comes_while_others_go_looks_at_the_same_table(self, server: Server) -> None:
        self.come_and_go(server, 0)

    @pytest.mark.soak
    def test_so_does_whoever_comes_at_another_moment(self, server: Server, soak_seeds: Iterator[int]) -> None:
        for seed in soak_seeds:
            self.come_and_go(server, seed)

    def come_and_go(self, server: Server, seed: int) -> None:
        (ann,) = new_people(server, "Ann")
        table = ann.new_table(players=3)["id"]

        async def come_and_go(opened: SocketClient, chance: random.Random) -> None:
            for _ in range(10):
                await opened.send("watch", table=table, seq=0)
                await asyncio.sleep(chance.choice((0, 0.003, 0.006)))
                await opened.send("bot", seat=1, bot=chance.choice(("random", None)))
                await asyncio.sleep(chance.choice((0, 0.003, 0.006)))

        async def meet() -> set[int]:
            async with AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(open_socket(server, ann)) for _ in range(8)]
                await asyncio.gather(*(come_and_go(opened, random.Random(seed + k)) for k, opened in enumerate(lines)))
                for opened in lines:
                    await opened.ask("ping")
                await lines[0].send("say", text="all here?")
                return {(await opened.until("chat"))["number"] for opened in lines}

        assert len(asyncio.run(meet())) == 1
        assert "an event could not be stored" not in server.log.read_text()


def _events(opened: SocketClient) -> list[dict[str, Any]]:
    """Those told so far. Who comes and goes is told in between, whenever the server gets round to it."""
    return [told for told in map(_decoded, opened.received) if told["type"] == "event"]


def _decoded(message: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(message)
    return told


class TestOneTable:
    def test_who_asks_twice_still_looks_at_the_same_table_as_everybody(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def meet() -> list[dict[str, Any]]:
            async with open_socket(server, ann) as host:
                await host.ask("watch", table=table)
                await host.ask("watch", table=table)
                async with open_socket(server, bo) as guest:
                    seen = await guest.ask("watch", table=table)
                    await guest.ask("sit")
                    sat = await host.until("event")
                    return [seen, sat, await host.ask("start")]

        seen, sat, started = asyncio.run(meet())
        assert seen["presence"]["seats"] == [True, False]
        assert (sat["kind"], started["type"]) == ("sat", "done")

    def test_a_rematch_before_the_end_makes_no_table(self, server: Server) -> None:
        ann = new_people(server, "Ann")[0]
        table = ann.new_table(players=2)["id"]

        async def ask() -> str:
            async with open_socket(server, ann) as host:
                await host.ask("watch", table=table)
                code: str = (await host.ask("rematch"))["code"]
                return code

        assert asyncio.run(ask()) == "not-over"
        assert [each["id"] for each in ann.get("/api/me/tables")] == [table]

    def test_all_who_ask_for_a_rematch_at_once_get_the_same_table(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def play() -> list[str]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await start_two(host, guest, table)
            await asyncio.gather(*(RandomPlayer(person, table, random.Random(1)).play() for person in (ann, bo)))
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await host.ask("watch", table=table)
                await guest.ask("watch", table=table)
                await asyncio.gather(host.ask("rematch"), guest.ask("rematch"))
                return [each["id"] for each in ann.get("/api/me/tables")]

        assert len(asyncio.run(play())) == 2

    def test_the_host_closes_a_table_that_is_not_wanted(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def close() -> list[str]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await guest.ask("watch", table=table)
                await host.ask("watch", table=table)
                refused = await guest.ask("close")
                await host.ask("close")
                closed = await guest.until("event")
                return [refused["code"], closed["kind"], closed["table"]["status"]]

        assert asyncio.run(close()) == ["not-host", "closed", "closed"]
        assert table not in [each["id"] for each in ann.get("/api/tables")]
