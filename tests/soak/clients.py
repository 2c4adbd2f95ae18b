"""People at a table, written against docs/protocol.md: they play at random, come and go, and double what they say."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

from soak.streams import GONE, Message, Person, Stream, Streams
from soak.violation import Violation

from purrlab.server.patch import patched

TRY_AGAIN = {"not-stored", "try-again", "slow-down"}
POLL_SECONDS = 0.25
PAUSE_SECONDS = 0.1  # at most, before somebody comes again
ENDED = {"over", "closed"}
FLOOD_MESSAGES = 400  # that a slow reader asks for before it reads any

# How often in a visit somebody does, each time that they could, besides a move:
COMES_AND_GOES, GOES_AT_ONCE = 0.02, 0.5  # the second: of those, without waiting for answers
DOUBLES, DOUBLES_ELSEWHERE, REPEATS_OLD, IS_LATE = 0.1, 0.04, 0.04, 0.06
SPEAKS, LEAVES, ADDS_ENTROPY, WANTS_REMATCH, FORGETS_SEQ = 0.05, 0.003, 0.3, 0.1, 0.1


class Watcher:
    """Somebody who looks at a table, and keeps up with what is told there."""

    def __init__(self, streams: Streams, table: str, person: Person | None, chance: Random) -> None:
        self.streams = streams
        self.table = table
        self.person = person
        self.chance = chance
        self.seq: int | None = None
        self.chat = 0
        self.seat: int | None = None
        self.view: dict[str, Any] | None = None
        self.info: dict[str, Any] = {}
        self.visits = 0
        self.refusal = ""  # the last one

    def __repr__(self) -> str:
        who = self.person.name if self.person else "a spectator"
        return f"{who} at table {self.table}, seq {self.seq}, seat {self.seat}, last refused: {self.refusal or 'never'}"

    @property
    def over(self) -> bool:
        return self.info.get("status") in ENDED

    async def run(self) -> None:
        while not self.over:
            with suppress(*GONE):
                async with self.streams.open(self.table, self.person, self.chance) as stream:
                    self.visits += 1
                    await self._watch(stream)
                    await self._visit(stream)
            await asyncio.sleep(self.chance.uniform(0, PAUSE_SECONDS))

    async def _watch(self, stream: Stream) -> None:
        while True:
            known: dict[str, Any] = {}
            if self.seq is not None and not self._happens(FORGETS_SEQ):
                known = {"seq": self.seq, "chat": self.chat}
            answer = await self._ask(stream, "watch", table=self.table, **known)
            if answer["type"] != "error":
                return
            if answer["code"] not in TRY_AGAIN:
                raise Violation(f"table {self.table} could not be watched: {answer}")
            await asyncio.sleep(PAUSE_SECONDS)

    async def _visit(self, stream: Stream) -> None:
        while not self.over:
            if self._happens(COMES_AND_GOES):
                if not self._happens(GOES_AT_ONCE):
                    await stream.drain(self.hear)
                return
            await self._do_something(stream)
            await self._listen(stream)
        await self._say_goodbye(stream)
        await stream.drain(self.hear)

    async def _listen(self, stream: Stream) -> None:
        if not self.over and (message := await stream.next(POLL_SECONDS)) is not None:
            self.hear(message)

    async def _do_something(self, stream: Stream) -> None:
        """Whoever only watches asks now and then whether the server is there."""
        if self._happens(SPEAKS):
            await stream.ask("ping")

    async def _say_goodbye(self, stream: Stream) -> None:
        pass

    async def _ask(self, stream: Stream, kind: str, **fields: Any) -> Message:
        return await stream.answer(await stream.ask(kind, **fields), self.hear)

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "table":
            self.view, self.seq, self.seat = message["view"], message["seq"], message["seat"]
            self.info = message["table"]
        elif kind == "event":
            self._hear_event(message)
        elif kind == "error":
            self.refusal = message["code"]
        elif kind == "chat":
            self.chat = max(self.chat, message["number"])

    def _hear_event(self, event: Message) -> None:
        if self.seq is not None and event["seq"] != self.seq + 1:
            raise Violation(f"table {self.table}: seq {event['seq']} came after {self.seq}")
        self.seq = event["seq"]
        self.info = event.get("table", self.info)
        self.seat = event.get("you", self.seat)
        if "view" in event:
            self.view = event["view"]
        if "changes" in event:
            assert self.view is not None
            patched(self.view, event["changes"])


class SlowReader(Watcher):
    """Asks for a lot and reads nothing, and then reads all of it, if the server is still there."""

    async def run(self) -> None:
        with suppress(*GONE):
            async with self.streams.open(self.table, self.person, self.chance, small_buffer=True) as stream:
                self.visits += 1
                for _ in range(FLOOD_MESSAGES):
                    await stream.ask("watch", table=self.table)
                await asyncio.sleep(self.chance.uniform(0, 2))
                await stream.drain(self.hear)


class Player(Watcher):
    """Somebody who sits down, and plays to the end."""

    def __init__(
        self, streams: Streams, table: str, person: Person, chance: Random, *, is_host: bool, think_seconds: float = 0
    ) -> None:
        super().__init__(streams, table, person, chance)
        self._think_seconds = think_seconds  # at most, before a move
        self.is_host = is_host
        self.moves = 0  # that were told to be stored
        self.acts: dict[str, str] = {}  # all actions sent, by id
        self.late_acts: set[str] = set()  # those that answered a question of the past
        self._pending: Message | None = None  # the action that is not answered yet
        self._done: Message | None = None  # the last one that is
        self._has_added = False  # to the chance of the game

    async def _visit(self, stream: Stream) -> None:
        await self._act(stream)
        await super()._visit(stream)

    async def _do_something(self, stream: Stream) -> None:
        if self._happens(SPEAKS) and self.seat is not None:
            await stream.ask("say", text=f"{self.chance.getrandbits(40):x}")
        if self.info["status"] == "waiting":
            await self._get_ready(stream)
        elif self.seat is None:
            raise Violation(f"table {self.table}, seq {self.seq}: {self.person} has lost their seat")
        elif self.info["seats"][self.seat]["bot"] is not None:
            await self._ask(stream, "back")
        elif self._happens(LEAVES):
            await self._ask(stream, "leave")
        elif self.view is not None and self.view["legal"]:
            await self._move(stream)

    async def _get_ready(self, stream: Stream) -> None:
        if self.seat is None:
            await self._ask(stream, "sit")
        elif not self._has_added and self._happens(ADDS_ENTROPY):
            self._has_added = True
            await self._ask(stream, "entropy", text=f"{self.chance.getrandbits(40):x}")
        if self.is_host and all(seat["name"] for seat in self.info["seats"]):
            await self._ask(stream, "start")

    async def _move(self, stream: Stream) -> None:
        assert self.view is not None
        if self._done is not None and self._happens(IS_LATE):
            await self._act_late(stream)
        if self._done is not None and self._happens(REPEATS_OLD):
            await self._repeat(stream, self._done)
        if not self.view["legal"]:
            return  # there was news meanwhile
        await asyncio.sleep(self.chance.uniform(0, self._think_seconds))
        action = self.chance.choice(self.view["legal"])
        self._pending = {"id": f"{self.chance.getrandbits(64):x}", "seq": self.seq, "action": action}
        await self._act(stream)

    async def _act(self, stream: Stream) -> None:
        """Until the pending action is answered; again under the same id where it could not be stored."""
        while (act := self._pending) is not None:
            self.acts[act["id"]] = act["action"]
            await stream.ask("act", **act)
            if self._happens(DOUBLES):
                await stream.ask("act", **act)
            if self._happens(DOUBLES_ELSEWHERE):
                await self._act_elsewhere(act)
            answer = await stream.answer(act["id"], self.hear)
            if answer["type"] == "error" and answer["code"] in TRY_AGAIN:
                await asyncio.sleep(PAUSE_SECONDS)
                self.seq = None  # what is told meanwhile and what was missed could be the same: all of it at once
                await self._watch(stream)
            else:
                self._pending = None

    async def _act_elsewhere(self, act: Message) -> None:
        """The same on a second tab."""
        with suppress(*GONE):
            async with self.streams.open(self.table, self.person, self.chance) as other:
                await other.answer(await other.ask("watch", table=self.table), lambda _: None)
                await other.ask("act", **act)
                if not self._happens(GOES_AT_ONCE):
                    await other.drain(lambda _: None)

    async def _act_late(self, stream: Stream) -> None:
        """What was asked before this question, once more under another id: nothing may come of it."""
        assert self._done is not None
        late = self._done | {"id": f"late-{self.chance.getrandbits(64):x}"}
        self.late_acts.add(late["id"])
        await stream.ask("act", **late)
        answer = await stream.answer(late["id"], self.hear)
        if answer["type"] != "error":
            raise Violation(f"table {self.table}, seq {late['seq']}: a late action was accepted: {answer}")

    async def _repeat(self, stream: Stream, act: Message) -> None:
        """An action that was answered long ago: it is told again what became of it."""
        await stream.ask("act", **act)
        answer = await stream.answer(act["id"], self.hear)
        if answer["type"] != "done" and answer.get("code") not in TRY_AGAIN:
            raise Violation(f"table {self.table}, seq {act['seq']}: an action that was done is answered by {answer}")

    async def _say_goodbye(self, stream: Stream) -> None:
        if self.info["status"] == "over" and self.seat is not None and self._happens(WANTS_REMATCH):
            await self._ask(stream, "rematch")

    def hear(self, message: Message) -> None:
        super().hear(message)
        pending = self._pending
        if pending is not None and message.get("id") == pending["id"] and message["type"] in ("event", "done"):
            self._done, self._pending = pending, None
            self.moves += 1
