"""A table against a simple model: several people, a bot, clocks, and a store that fails on command.

People do what they like in any order, storing fails when it is told to, and time passes by jumps. The model knows only
who sits where, whether the game runs, and which actions were acknowledged; after every step the table must agree.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from server.faults import DirectTab, Tab, choose_first, cookie_of

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.origins import Origins
from purrlab.server.services import open_services
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.writer import Write
from purrlab.server.tables.events import Acted
from purrlab.server.tables.terms import Timed
from purrlab.server.time_source import Timer

T = TypeVar("T")
NAMES = ("Ann", "Bo", "Cy")
NO_LIMIT = 10**6
RETRY_SECONDS = 0.1  # after which what failed is tried again
LIFTED_LIMITS = ("messages_per_second", "message_burst", "requests_per_second", "request_burst", "sittings_per_minute")
people = st.integers(0, len(NAMES) - 1)
seats = st.integers(0, 2)


def step(**strategies: Any) -> Callable[[Callable[..., None]], Any]:
    """A rule; and then whoever is to act does, a few times, so that games get on whatever else happens."""

    def decorate(function: Callable[..., None]) -> Any:
        @rule(moves=st.integers(0, 5), twice=st.booleans(), **strategies)
        @wraps(function)
        def run(self: "TableAgainstModel", moves: int, twice: bool, **drawn: Any) -> None:  # noqa: FBT001
            function(self, **drawn)
            self.play(moves, twice=twice)

        return run

    return decorate


class JumpingTime:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def now_ms(self) -> int:
        return self.now

    def call_later(self, seconds: float, callback: Callable[..., None], *about: object) -> Timer:
        timer = _JumpingTimer(lambda: callback(*about))
        self._waiting.append((self.now + 1000 * seconds, len(self._waiting), timer.ring))
        return timer

    async def sleep(self, seconds: float) -> None:
        passed = asyncio.Event()
        self.call_later(seconds, passed.set)
        await passed.wait()

    def jump(self, seconds: float) -> None:
        self.now += int(1000 * seconds)
        due = sorted(each for each in self._waiting if each[0] <= self.now)
        self._waiting = [each for each in self._waiting if each[0] > self.now]
        for _, _, ring in due:
            ring()


class _JumpingTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def ring(self) -> None:
        if self._callback is not None:
            self._callback()

    def cancel(self) -> None:
        self._callback = None


class TableAgainstModel(RuleBasedStateMachine):
    @initialize(started=st.sampled_from([True, True, False]))
    def open_table(self, started: bool) -> None:  # noqa: FBT001
        self.folder = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.time = JumpingTime()
        self.asked = 0
        self.disk_is_full = False
        self.status = "waiting"
        self.sits: dict[int, int] = {0: 0}  # who sits where
        self.removed: set[int] = set()
        self.bots: set[int] = set()
        self.acknowledged: dict[str, int] = {}  # id of an action: its seq
        self.run(self._open())
        if started:
            self.sit(moves=0, twice=False, person=1, seat=1)
            self.seat_bot(moves=0, twice=False, person=0, seat=2, there=True)
            self.start(moves=0, twice=False, person=0)

    async def _open(self) -> None:
        given: dict[str, Any] = dict.fromkeys(LIFTED_LIMITS, NO_LIMIT)
        self._services = open_services(Settings(data=self.folder, seat_absence=NO_LIMIT, **given), time=self.time)
        self.services = await self._services.__aenter__()
        self._patches = [
            patch.object(self.services.bots, "choose", choose_first),
            patch.object(BatchCommit, "__call__", self._commit(BatchCommit.__call__)),
        ]
        for each in self._patches:
            each.start()
        guests = [await self.services.accounts.create_guest(name) for name in NAMES]
        self.ids = [guest.id for guest in guests]
        wanted = NewTable(game="cat-in-the-box", players=3, pace=0, speed=Timed(bank=60, increment=0))
        self.table = (await make_table(self.services.tables, guests[0], wanted)).id
        endpoint = SocketEndpoint(self.services, Origins([], secure=False))
        self.tabs: list[Tab] = [DirectTab(endpoint, await cookie_of(self.services, guest)) for guest in guests]
        for person in range(len(NAMES)):
            assert (await self._ask(person, "watch", table=self.table))["type"] == "table"

    def _commit(self, true_commit: Any) -> Any:
        def commit(batch_commit: BatchCommit, writes: list[Write]) -> Any:
            if self.disk_is_full:
                raise OSError("no space left on device")
            return true_commit(batch_commit, writes)

        return commit

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(doing)

    async def _ask(self, person: int, kind: str, **fields: Any) -> dict[str, Any]:
        """Whatever it is, it is answered."""
        self.asked += 1
        number = f"q{self.asked}"
        self.tabs[person].ask(kind, number, **fields)
        async with asyncio.timeout(10):
            while not (answers := self.tabs[person].answers(number)):  # noqa: ASYNC110  # tabs have no event
                await asyncio.sleep(0.001)
        return answers[0]

    def ask(self, person: int, kind: str, **fields: Any) -> bool:
        """Whether it was done."""
        answer = self.run(self._ask(person, kind, **fields))
        if answer.get("code") in ("not-stored", "try-again"):
            assert self.disk_is_full
        return answer["type"] in ("done", "event")

    # What people do

    @step(person=people, seat=seats)
    def sit(self, person: int, seat: int) -> None:
        free = seat not in self.sits.values() and seat not in self.bots
        may = self.status == "waiting" and free and person not in self.sits and person not in self.removed
        done = self.ask(person, "sit", seat=seat)
        assert done == (may and not self.disk_is_full)
        if done:
            self.sits[person] = seat

    @precondition(lambda self: self.status == "waiting")
    @step(person=people)
    def leave_before_the_start(self, person: int) -> None:
        done = self.ask(person, "leave")
        assert done == (person in self.sits and not self.disk_is_full)
        if done:
            del self.sits[person]

    @step(person=people, seat=seats)
    def remove(self, person: int, seat: int) -> None:
        whom = {taken: sitter for sitter, taken in self.sits.items()}.get(seat)
        may = self.status == "waiting" and self.is_host(person) and whom not in (None, person)
        done = self.ask(person, "remove", seat=seat)
        assert done == (may and not self.disk_is_full)
        if done and whom is not None:
            del self.sits[whom]
            self.removed.add(whom)

    @step(person=people, seat=seats, there=st.booleans())
    def seat_bot(self, person: int, seat: int, there: bool) -> None:  # noqa: FBT001
        possible = (seat not in self.sits.values() and seat not in self.bots) if there else seat in self.bots
        done = self.ask(person, "bot", seat=seat, bot="random" if there else None)
        may = self.status == "waiting" and self.is_host(person) and possible
        assert done == (may and not self.disk_is_full)
        if done:
            (self.bots.add if there else self.bots.discard)(seat)

    @step(person=people)
    def start(self, person: int) -> None:
        full = len(self.sits) + len(self.bots) == 3
        done = self.ask(person, "start")
        assert done == (self.status == "waiting" and self.is_host(person) and full and not self.disk_is_full)
        if done:
            self.status = "playing"

    @step(person=people)
    def act(self, person: int) -> None:
        """Whether it is their turn or not."""
        self._act(person, twice=False)

    def _act(self, person: int, *, twice: bool) -> None:
        """The first legal action, as the table in memory knows it; perhaps sent twice."""
        live = self.live
        seat = self.sits.get(person)
        state = live.table.state if live is not None else None
        legal = state.legal(seat) if state is not None and seat is not None and seat in state.to_act else ()
        self.asked += 1
        number = f"a{self.asked}"
        for _ in range(1 + twice):
            fields = {"seq": live.table.seq if live else 0, "action": str(legal[0]) if legal else "bid 1"}
            self.tabs[person].ask("act", number, **fields)
        self.run(self._answered(person, number))
        answer = self.tabs[person].answers(number)[0]
        if answer["type"] == "event":
            self.acknowledged[f"{seat} {number}"] = answer["seq"]

    def play(self, moves: int, *, twice: bool) -> None:
        """Whoever is to act does, a few times."""
        for _ in range(moves):
            self.settle()
            live = self.live
            to_act = live.table.asked.keys() if live is not None else ()
            for person, seat in self.sits.items():
                if seat in to_act:
                    self._act(person, twice=twice)
                    break

    async def _answered(self, person: int, number: str) -> None:
        async with asyncio.timeout(10):
            while not self.tabs[person].answers(number):  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    @step(person=people)
    def look_again(self, person: int) -> None:
        self.run(self._ask(person, "watch", table=self.table, seq=0))

    @precondition(lambda self: self.status == "playing")
    @step(person=people)
    def come_back(self, person: int) -> None:
        self.ask(person, "back")

    # What happens to them

    @step(full=st.booleans())
    def fill_disk(self, full: bool) -> None:  # noqa: FBT001
        self.disk_is_full = full
        self.settle()

    @step(seconds=st.sampled_from([0.2, 5, 70]))
    def wait(self, seconds: float) -> None:
        self.time.jump(seconds)
        self.settle()

    def settle(self) -> None:
        """Until a table that could not be stored is loaded again, and bots have moved. With a full disk, none can."""

        async def wait_until_settled() -> None:
            async with asyncio.timeout(60):
                while not (self.disk_is_full or self.is_settled):
                    await asyncio.sleep(0.001)
                    self.time.jump(RETRY_SECONDS)

        self.run(wait_until_settled())

    @property
    def live(self) -> LiveTable | None:
        return self.services.tables.registry.tables.get(self.table)

    @property
    def is_settled(self) -> bool:
        live = self.live
        if live is None or live.broken or live.unstored or live.thinking:
            return False
        return len(live.watchers) == len(NAMES) and not list(live.table.bots_to_act())

    def is_host(self, person: int) -> bool:
        return self.live is not None and self.live.table.is_host(self.ids[person])

    # What must be true

    @invariant()
    def told_is_stored(self) -> None:
        if not hasattr(self, "services"):
            return
        with self.services.engine.connect() as connection:
            table = store.load_table(connection, self.table)
        assert table is not None
        assert [event.seq for event in table.events] == list(range(1, table.seq + 1))
        assert {self.ids.index(person): seat for person, seat in table.seat_by_person.items()} == self.sits
        assert table.status == self.status or (self.status, table.status) == ("playing", "over")
        done = {f"{e.seat} {e.request_id}": e.seq for e in table.events if isinstance(e, Acted) and e.request_id}
        acted = [(e.seat, e.request_id) for e in table.events if isinstance(e, Acted) and e.request_id]
        assert len(acted) == len(set(acted))
        assert self.acknowledged.items() <= done.items()
        for tab in self.tabs:
            assert all(told["seq"] <= table.seq for told in tab.told if told["type"] in ("event", "done"))

    def teardown(self) -> None:
        if hasattr(self, "services"):
            self.disk_is_full = False
            self.run(self._close())
            self.loop.close()
            shutil.rmtree(self.folder)

    async def _close(self) -> None:
        for tab in self.tabs:
            await tab.close()
        await self._services.__aexit__(None, None, None)
        for each in self._patches:
            each.stop()


TestTableAgainstModel = TableAgainstModel.TestCase
TestTableAgainstModel.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    phases=[Phase.generate],  # to look for a shorter failure takes minutes
)
