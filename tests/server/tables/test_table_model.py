"""A table against a simple model: several people, a bot, clocks, and a store that fails on command.

People do what they like in any order, come and go, storing fails when it is told to or is done and said to have failed,
and time passes by jumps. The model says what is done and what is refused; after every step the table must agree, and
everything that was asked is answered.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from server.fault_injection import DirectTab
from server.tables.table_model import PLAYERS, TableModel
from server.tables.table_under_faults import NAMES, TableUnderFaults

from purrlab.server.live.table_factory import NewTable
from purrlab.server.tables.events import Acted, TakenOver
from purrlab.server.tables.terms import Relaxed, Timed

RETRY_SECONDS = 0.1  # after which what failed is tried again
NOT_NOW = ("not-stored", "try-again")  # codes that a store that fails explains
MAX_MOVES = 300  # of a game
people = st.integers(0, len(NAMES) - 1)
seats = st.integers(0, PLAYERS - 1)


def step(**strategies: Any) -> Callable[[Callable[..., None]], Any]:
    """A rule; and then whoever is to act does, a few times, so that games get on whatever else happens."""

    def decorate(function: Callable[..., None]) -> Any:
        @rule(moves=st.integers(0, 4), twice=st.booleans(), **strategies)
        @wraps(function)
        def run(self: "TableAgainstModel", moves: int, twice: bool, **drawn: Any) -> None:  # noqa: FBT001
            self.settle()
            function(self, **drawn)
            self.play(moves, twice=twice)

        return run

    return decorate


class TableAgainstModel(RuleBasedStateMachine, TableUnderFaults):
    @initialize(
        game=st.sampled_from(["cat-in-the-box", "rascal-kittens"]),
        speed=st.sampled_from([Timed(bank=60, increment=0), Relaxed()]),
        started=st.sampled_from([True, True, False]),
    )
    def open_table(self, game: str, speed: Timed | Relaxed, started: bool) -> None:  # noqa: FBT001
        self.model = TableModel()
        self.acknowledged: dict[str, int] = {}  # id of an action: its seq
        self.start_services(NewTable(game=game, players=PLAYERS, pace=0, speed=speed))
        if started:
            self.sit(moves=0, twice=False, person=1, seat=1)
            self.seat_bot(moves=0, twice=False, person=0, seat=2, there=True)
            self.start(moves=0, twice=False, person=0)

    # What people ask for

    def expect(self, person: int, kind: str, may: bool, effect: Callable[[], None], **fields: Any) -> None:  # noqa: FBT001
        """Done, and then of this effect, where it may be done and can be stored; else refused, and nothing is stored.

        Whoever is not connected asks nothing. A commit that was denied may have been made: the database knows.
        """
        if self.tabs[person] is None:
            return
        denied, before = self.commit_is_denied, self.stored().seq
        [answer] = self.run(self.ask(person, kind, **fields))
        if answer.get("code") in NOT_NOW:
            assert self.disk_is_full or denied
            done = may and denied and not self.disk_is_full and (kind == "say" or self.stored().seq > before)
        else:
            done = answer["type"] == "done"
            assert done == (may and not self.disk_is_full), answer
        if done:
            effect()

    @step(person=people, seat=seats)
    def sit(self, person: int, seat: int) -> None:
        effect = partial(self.model.sits.__setitem__, person, seat)
        self.expect(person, "sit", self.model.may_sit(person, seat), effect, seat=seat)

    @step(person=people)
    def leave(self, person: int) -> None:
        self.expect(person, "leave", self.model.may_leave(person), partial(self.model.leave, person))

    @step(person=people)
    def come_back(self, person: int) -> None:
        effect = partial(self.model.away.discard, self.model.sits.get(person, -1))
        self.expect(person, "back", self.model.may_come_back(person), effect)

    @step(person=people, seat=seats)
    def remove(self, person: int, seat: int) -> None:
        may = self.model.may_remove(person, seat)
        self.expect(person, "remove", may, partial(self.model.remove, seat), seat=seat)

    @step(person=people, seat=seats, there=st.booleans())
    def seat_bot(self, person: int, seat: int, there: bool) -> None:  # noqa: FBT001
        effect = partial(self.model.bots.add if there else self.model.bots.discard, seat)
        may = self.model.may_seat_bot(person, seat, there=there)
        self.expect(person, "bot", may, effect, seat=seat, bot="random" if there else None)

    @step(person=people)
    def start(self, person: int) -> None:
        effect = self.model.start
        self.expect(person, "start", self.model.may_start(person), effect)

    @step(person=people)
    def close(self, person: int) -> None:
        effect = self.model.close
        self.expect(person, "close", self.model.may_close(person), effect)

    @step(person=people)
    def add_entropy(self, person: int) -> None:
        self.expect(person, "entropy", self.model.may_add_entropy(person), lambda: None, text="seven")

    @step(person=people)
    def say(self, person: int) -> None:
        self.expect(person, "say", self.model.may_say(person), lambda: None, text="hello")

    @step(person=people)
    def rematch(self, person: int) -> None:
        effect = self.model.make_successor
        self.expect(person, "rematch", self.model.may_rematch(person), effect)

    @step(person=people, missed=st.integers(0, 40))
    def look_again(self, person: int, missed: int) -> None:
        if self.tabs[person] is not None:
            [answer] = self.run(self.ask(person, "watch", table=self.table, seq=missed))
            assert answer["type"] in ("caught-up", "table") or self.disk_is_full

    @step(person=people)
    def act(self, person: int) -> None:
        """Whether it is their turn or not."""
        self._act(person, times=1)

    def _act(self, person: int, *, times: int) -> None:
        """The first legal action, as the table in memory knows it; perhaps sent twice."""
        live, seat = self.live, self.model.sits.get(person)
        if self.tabs[person] is None or live is None:
            return
        state = live.table.state
        legal = state.legal(seat) if state is not None and seat is not None and seat in state.to_act else ()
        may = bool(legal) and seat not in self.model.away
        fields = {"seq": live.table.seq, "action": str(legal[0]) if legal else "bid 1"}
        denied = self.commit_is_denied
        answers = self.run(self.ask(person, "act", times=times, **fields))
        codes = {answer.get("code") for answer in answers}
        if not codes & set(NOT_NOW):
            assert codes == {None} if may and not self.disk_is_full else None not in codes, answers
        else:
            assert self.disk_is_full or denied
        for seq in {answer["seq"] for answer in answers if answer["type"] in ("event", "done")}:
            self.acknowledged[f"{seat} {answers[0]['id']}"] = seq

    def play(self, moves: int, *, twice: bool) -> None:
        """Whoever is to act does, a few times."""
        for _ in range(moves):
            self.settle()
            asked = self.live.table.asked if self.live is not None else ()
            acting = [person for person, seat in self.model.sits.items() if seat in asked and self.tabs[person]]
            if not acting:
                return
            self._act(acting[0], times=1 + twice)

    @precondition(lambda self: self.model.status == "playing" and not self.disk_is_full)
    @rule(person=people)
    def finish(self, person: int) -> None:
        """To the end of the game, unless somebody who is not there is asked; and then there may be another one."""
        self.play(MAX_MOVES, twice=False)
        self.rematch(moves=0, twice=False, person=person)

    # What happens to them

    @step(person=people)
    def disconnect(self, person: int) -> None:
        """Or come back to where they were."""
        tab = self.tabs[person]
        if tab is None:
            self.run(self.connect(person))
        else:
            self.run(tab.close())
            self.check_answers(person, tab)
            self.told_before[person] += tab.told
            self.tabs[person] = None

    @step(full=st.booleans())
    def fill_disk(self, full: bool) -> None:  # noqa: FBT001
        self.disk_is_full = full
        self.settle()

    @step()
    def deny_next_commit(self) -> None:
        self.commit_is_denied = True

    @step(seconds=st.sampled_from([0.2, 5, 70]))
    def wait(self, seconds: float) -> None:
        self.run(self.time.advance(seconds))
        self.settle()

    def settle(self) -> None:
        """Until a table that could not be stored is loaded again, and bots have moved. With a full disk, none can."""

        async def wait_until_settled() -> None:
            async with asyncio.timeout(60):
                while not (self.disk_is_full or self.is_settled):
                    await asyncio.sleep(0.001)
                    await self.time.advance(RETRY_SECONDS)

        self.run(wait_until_settled())
        if not self.disk_is_full:
            self._follow_the_game()

    def _follow_the_game(self) -> None:
        """Whom the clock or an absence has cost the seat, and whether the game is over: no model knows that."""
        live = self.live
        if live is None:
            return
        table, model = live.table, self.model
        if model.status != "playing":
            return
        taken = {seat for seat in model.sits.values() if table.seats[seat].bot is not None}
        assert model.away <= taken
        for seat in taken - model.away:
            last = [event for event in table.events if isinstance(event, TakenOver) and event.seat == seat][-1]
            assert last.reason in ("clock", "away")
        model.away = taken
        ran_out = (event for event in table.events if isinstance(event, TakenOver) and event.reason == "clock")
        model.timeouts = Counter(event.seat for event in ran_out)
        if table.status == "over":
            model.status = "over"

    # What must be true

    @invariant()
    def told_is_stored(self) -> None:
        if not hasattr(self, "services"):
            return
        table, model = self.stored(), self.model
        assert [event.seq for event in table.events] == list(range(1, table.seq + 1))
        assert {self.ids.index(person): seat for person, seat in table.seat_by_person.items()} == model.sits
        assert table.status == model.status or (model.status, table.status) == ("playing", "over")
        if model.status == "waiting":
            assert [table.is_host(person) for person in self.ids] == [model.is_host(n) for n in range(len(NAMES))]
        assert (table.next is not None) == model.has_successor
        acted = [event for event in table.events if isinstance(event, Acted) and event.request_id]
        done = {f"{event.seat} {event.request_id}": event.seq for event in acted}
        assert len(done) == len(acted)
        assert self.acknowledged.items() <= done.items()
        for person, tab in enumerate(self.tabs):
            if tab is not None:
                assert all(told["seq"] <= table.seq for told in tab.told if told["type"] in ("event", "done"))
                self.check_answers(person, tab)

    def check_answers(self, person: int, tab: DirectTab) -> None:
        """As often as was asked for, and all of one mind.

        An action is answered by its event, which comes again with what was missed, and may come besides ``done``.
        """
        for number in tab.asked:
            answers = tab.answers(number)
            seqs = {answer["seq"] for answer in answers if answer["type"] in ("event", "done")}
            assert len(seqs) <= 1, answers
            has_event = any(answer["type"] == "event" for answer in answers)
            others = sum(answer["type"] != "event" for answer in answers)
            assert others <= self.asks[person, number] <= others + has_event, answers

    def teardown(self) -> None:
        if hasattr(self, "services"):
            self.stop_services()


TestTableAgainstModel = TableAgainstModel.TestCase
TestTableAgainstModel.settings = settings(
    max_examples=settings().max_examples * 2 // 3,  # it takes longer than other properties
    stateful_step_count=25,
    phases=[Phase.generate],  # to look for a shorter failure takes minutes
)
