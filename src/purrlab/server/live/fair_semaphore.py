"""A semaphore that is fair to addresses and people: whoever waits much does not make the others wait."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """So many at once. Who waits is let in by turns: one of each address's after another, and so for its people."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, person: str, address: str = "") -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, OrderedDict()).setdefault(person, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._release()
                raise
        try:
            yield
        finally:
            self._release()

    @property
    def waiting(self) -> int:
        return sum(len(turns) for people in self._waiting.values() for turns in people.values())

    def _release(self) -> None:
        while self._waiting:
            address, people = self._waiting.popitem(last=False)
            person, turns = people.popitem(last=False)
            turn = turns.popleft()
            if turns:
                people[person] = turns  # behind all others
            if people:
                self._waiting[address] = people
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
