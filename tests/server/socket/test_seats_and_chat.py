"""Around a game: seats before it, talk during it, and another one after it."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from server.clients import Person, RandomPlayer, Server, SocketClient, new_people, open_socket, seat_two, start_two
from server.in_process import in_process_server

from purrlab.server.storage import store


class TestSeats:
    def test_a_seat_is_given_once_when_many_want_it(self, server: Server) -> None:
        people = new_people(server, "Ann", "Bo", "Cy", "Dee", "Eve")
        table = people[0].new_table(players=3)["id"]

        async def sit(person: Person) -> str:
            async with open_socket(server, person) as opened:
                await opened.ask("watch", table=table)
                answer = await opened.ask("sit", seat=2)
                return str(answer.get("code", "done"))

        async def rush() -> list[str]:
            return await asyncio.gather(*(sit(person) for person in people[1:]))

        assert sorted(asyncio.run(rush())) == ["done", "seat-taken", "seat-taken", "seat-taken"]

    def test_only_the_host_seats_bots_and_starts(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=3)["id"]

        async def arrange() -> list[Any]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await seat_two(host, guest, table)
                answers = [
                    await guest.ask("bot", seat=2, bot="random"),
                    await guest.ask("start"),
                    await host.ask("start"),
                    await host.ask("bot", seat=1, bot="random"),
                    await host.ask("bot", seat=2, bot="nobody"),
                    await host.ask("bot", seat=2, bot="random"),
                    await guest.ask("leave"),
                    await host.ask("bot", seat=1, bot="random"),
                    await host.ask("start"),
                    await host.ask("start"),
                ]
                return [answer.get("code", "done") for answer in answers]

        refused = ["not-host", "not-host", "seats-free", "seat-taken", "unknown-bot"]
        assert asyncio.run(arrange()) == [*refused, "done", "done", "done", "done", "not-waiting"]

    def test_a_host_who_leaves_hands_the_table_on(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def hand_on() -> tuple[dict[str, Any], list[Any]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await seat_two(host, guest, table)
                await host.ask("leave")
                told = await guest.ask("watch", table=table)
                answers = [await host.ask("bot", seat=0, bot="random"), await guest.ask("bot", seat=0, bot="random")]
                return told, [answer.get("code", "done") for answer in answers]

        told, answers = asyncio.run(hand_on())
        assert told["table"]["host"] == 1
        assert answers == ["not-host", "done"]

    def test_entropy_of_the_seats_is_public_and_part_of_the_seed(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def add() -> dict[str, Any]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await seat_two(host, guest, table)
                for hidden in ("a\u200bb", "a\u034fb", "Z\u0300\u0301\u0302\u0303", "\u2800"):
                    assert (await guest.ask("entropy", text=hidden))["code"] == "bad-message"
                await guest.ask("entropy", text="luck of mine")
                return await host.until("event", where=lambda event: event["kind"] == "entropy")

        info = asyncio.run(add())["table"]
        assert [seat["entropy"] for seat in info["seats"]] == [None, "luck of mine"]
        assert info["fair"]["server_seed"] is None


class TestRematch:
    def test_the_same_people_sit_at_the_next_table(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=3, bots=["random"])["id"]

        async def play_twice() -> tuple[dict[str, Any], dict[str, Any]]:
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                early = await _rematch_too_early(host, guest)
            players = [RandomPlayer(person, table, random.Random(2)) for person in (ann, bo)]
            await asyncio.gather(*(player.play() for player in players))
            async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
                await host.ask("watch", table=table)
                await guest.ask("watch", table=table)
                await asyncio.gather(host.ask("rematch"), guest.ask("rematch"))
                successor = (await guest.ask("watch", table=table))["table"]["next"]
                return early, await guest.ask("watch", table=successor)

        async def _rematch_too_early(host: SocketClient, guest: SocketClient) -> dict[str, Any]:
            await start_two(host, guest, table)
            return await host.ask("rematch")

        early, told = asyncio.run(play_twice())
        assert early["code"] == "not-over"
        assert [seat["name"] for seat in told["table"]["seats"]] == ["Ann", "Bo", "random bot"]
        assert told["seat"] == 1
        assert told["table"]["status"] == "waiting"


class TestChat:
    def test_the_table_hears_what_is_said_but_who_mutes_does_not(self, server: Server) -> None:
        ann, bo = new_people(server, "Ann", "Bo")
        table = ann.new_table(players=2)["id"]

        async def talk() -> tuple[dict[str, Any], list[Any], list[Any]]:
            async with (
                open_socket(server, ann) as host,
                open_socket(server, bo) as guest,
                open_socket(server) as looker,
            ):
                await start_two(host, guest, table)
                await guest.ask("say", text="hello")
                heard = await host.until("chat")
                await host.ask("mute", seat=1)
                await guest.ask("say", text="can you hear me?")
                await looker.ask("watch", table=table)
                await host.ask("ping")
                muted = [message for message in host.received if b"hear me" in message]
                return heard, muted, (await looker.ask("watch", table=table))["chat"]

        heard, muted, kept = asyncio.run(talk())
        assert (heard["name"], heard["seat"], heard["text"]) == ("Bo", 1, "hello")
        assert muted == []
        assert [each["text"] for each in kept] == ["hello", "can you hear me?"]

    @pytest.mark.parametrize("text", ["", "x" * 301, "a\nb", "\u0000"])
    def test_chat_is_one_short_line(self, server: Server, text: str) -> None:
        (ann,) = new_people(server, "Ann")
        table = ann.new_table(players=2)["id"]

        async def talk() -> dict[str, Any]:
            async with open_socket(server, ann) as host:
                await host.ask("watch", table=table)
                await host.send("say", text=text)
                return await host.until("error")

        assert asyncio.run(talk())["code"] == "bad-message"


def test_nobody_mutes_people_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For whom one mutes is asked with every connection, and told to every server of many."""
    monkeypatch.setattr(store, "MAX_MUTED_PEOPLE", 1)

    async def mute() -> None:
        async with in_process_server(tmp_path) as server:
            ann, *others = [await server.new_person(name) for name in ("Ann", "Bo", "Cy")]
            table = await server.new_table(ann, players=3)
            async with server.open_socket(ann) as host:
                await host.ask("watch", table=table)
                for other in others:
                    async with server.open_socket(other) as guest:
                        await guest.ask("watch", table=table)
                        await guest.ask("sit")
                assert (await host.ask("mute", seat=1))["type"] == "done"
                assert (await host.ask("mute", seat=1))["type"] == "done"  # the same again
                assert (await host.ask("mute", seat=2))["code"] == "too-much"
                assert (await host.ask("mute", seat=1, muted=False))["type"] == "done"
                assert (await host.ask("mute", seat=2))["type"] == "done"
                assert (await host.ask("watch", table=table))["muted"] == [2]

    asyncio.run(mute())
