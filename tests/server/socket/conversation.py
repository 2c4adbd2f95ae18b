"""Two people at a table, one of them with two tabs, who ask for everything; and what they must have been told."""

import asyncio
from typing import Any

import sqlalchemy as sa
from server.fault_injection import ANSWER_TYPES, DirectTab, Tab, wait_for_answers

from purrlab.server.services import Services
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.storage.schema import events

LATER_SEQ = 16  # the seq of a game that has been going on for a while


class Conversation:
    """Two tabs of Ann's, one of Bo's and a bot, at a table of their own."""

    def __init__(self, services: Services, endpoint: SocketEndpoint, cookies: list[str], table: str) -> None:
        ann, bo = cookies
        self.services = services
        self.table = table
        self.ann, self.other, self.bo = DirectTab(endpoint, ann), Tab(endpoint, ann), DirectTab(endpoint, bo)
        self.tabs = [self.ann, self.other, self.bo]

    async def talk(self) -> None:
        for tab in self.tabs:
            tab.ask("watch", "w1", table=self.table)
        await wait_for_answers(*self.tabs)
        self.bo.ask("sit", "s1", seat=1)
        self.ann.ask("entropy", "e1", text="luck")
        self.ann.ask("bot", "b1", seat=2, bot="random")
        await wait_for_answers(*self.tabs)
        self.ann.ask("start", "s2")
        await wait_for_answers(*self.tabs)
        self.act(self.ann, "k1")
        self.act(self.other, "k1")  # the same action, by another tab, while it is being stored
        self.act(self.bo, "k2")
        self.bo.ask("say", "c1", text="hello")
        self.bo.ask("ping", "p1")
        await wait_for_answers(*self.tabs)
        self.other.ask("watch", "w2", table=self.table, seq=0)
        self.bo.ask("mute", "m1", seat=0)
        self.ann.ask("leave", "l1")
        self.ann.ask("back", "l2")
        self.bo.ask("rematch", "r1")
        await wait_for_answers(*self.tabs)
        self.act(self.ann, "k3")
        self.act(self.bo, "k4")
        self.ann.ask("watch", "w3", table=self.table, seq=1)
        self.bo.ask("watch", "w4", table="no-such-table")
        await wait_for_answers(*self.tabs)

    def act(self, tab: Tab, request_id: str) -> None:
        """What is legal, as far as the table in memory knows."""
        live = self.services.tables.registry.tables.get(self.table)
        seat = 1 if tab is self.bo else 0
        legal = live.table.state.legal(seat) if live and live.table.state else ()
        seq = live.table.seq if live else 0
        tab.ask("act", request_id, seq=seq, action=str(legal[0]) if legal else "discard 1")

    async def check(self) -> None:
        """What was told is stored, once; and the table goes on."""
        await self._goes_on()
        with self.services.engine.connect() as connection:
            query = sa.select(events).where(events.c.table_id == self.table).order_by(events.c.seq)
            stored = list(connection.execute(query))
            table = store.load_table(connection, self.table)
        assert table is not None
        assert [row.seq for row in stored] == list(range(1, len(stored) + 1))
        keys = [(row.seat, row.key) for row in stored if row.kind == "acted" and row.key is not None]
        assert len(keys) == len(set(keys)), keys
        for tab in self.tabs:
            _check_stream(tab, stored)
            _check_answers(tab, stored)

    async def _goes_on(self) -> None:
        """Whoever was unlucky asks again, as a client does, until the game has gone on for a while."""
        for attempt in range(200):
            for tab in (self.other, self.bo):
                shown = await tab.answer("watch", f"w{attempt}-on", table=self.table)
                if shown["type"] != "table":
                    await asyncio.sleep(0.005)
                elif shown["table"]["status"] == "waiting":
                    await self._prepare(tab, shown["seat"], attempt)
                elif shown["seq"] >= LATER_SEQ:
                    return
                else:
                    await self._move(tab, shown, attempt)
        raise AssertionError("the table does not go on")

    async def _prepare(self, tab: Tab, seat: int | None, attempt: int) -> None:
        if seat is None:
            await tab.answer("sit", f"s{attempt}-on")
        else:  # whoever is the host now
            await tab.answer("bot", f"b{attempt}-on", seat=2, bot="random")
            await tab.answer("start", f"t{attempt}-on")

    async def _move(self, tab: Tab, shown: dict[str, Any], attempt: int) -> None:
        if shown["table"]["seats"][shown["seat"]]["bot"]:
            await tab.answer("back", f"l{attempt}-on")
        elif shown["view"]["legal"]:
            action = shown["view"]["legal"][0]
            await tab.answer("act", f"k{attempt}-on", seq=shown["seq"], action=action)
        else:
            await asyncio.sleep(0.002)

    async def close(self) -> None:
        for tab in self.tabs:
            await tab.close()


def _check_stream(tab: Tab, stored: list[Any]) -> None:
    """Events are told in order, without a gap and none twice, and as they are stored."""
    last: int | None = None
    since = {each["id"]: each["seq"] for each in tab.asked.values() if each["type"] == "watch" and "seq" in each}
    for told in tab.told:
        if told["type"] == "table":
            last = told["seq"]
        elif told["type"] == "event":
            row = stored[told["seq"] - 1]
            assert (told["kind"], told["seat"]) == (row.kind, row.seat)
            assert last is None or told["seq"] == last + 1 or told["seq"] - 1 in since.values(), (last, told)
            assert "action" not in told or (told["action"], told["id"]) == (row.text, row.key)
            last = told["seq"]
        elif told["type"] == "done" and told["id"] in tab.asked and tab.asked[told["id"]]["type"] == "act":
            assert stored[told["seq"] - 1].key == told["id"]


def _check_answers(tab: Tab, stored: list[Any]) -> None:
    keys = {row.key for row in stored if row.kind == "acted" and row.seat == (1 if "c1" in tab.asked else 0)}
    for number, asked in tab.asked.items():
        answers = tab.answers(number)
        final = [answer for answer in answers if answer["type"] in ANSWER_TYPES]
        assert len(final) <= 1, final
        if asked["type"] == "act":
            assert len(answers) >= 1, asked
            if final and final[0]["type"] == "error" and number != "k1":
                assert number not in keys, final
        else:
            assert len(answers) == 1, asked
