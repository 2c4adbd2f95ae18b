"""Plays at tables over the socket, so that the page is opened at the moment that a test is about."""

import asyncio
import itertools
import random
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx
from server.clients import NO_CERTIFICATES, WebSocketClient
from websockets.asyncio.client import connect

from purrlab.server.patch import patched

View = dict[str, Any]
Moment = Callable[[View], bool]
Done = TypeVar("Done")

NUMBERS = itertools.count(1)  # of guests, so that no two at a table are named alike
RECOMMENDED_PLAYERS = {"cat-in-the-box": 3, "rascal-kittens": 2}


def at_once(_: View) -> bool:
    """The first turn of one's own."""
    return True


def at_the_end(view: View) -> bool:
    """Of the game."""
    return view["outcome"] is not None


def asks_for(verb: str) -> Moment:
    """The own turn to do this."""
    return lambda view: any(action.startswith(verb) for action in view["legal"])


def is_late_in_round(number: int) -> Moment:
    """In Cat in the Box: at most two more plays, since the last card in hand is not played."""
    return lambda view: (
        asks_for("play")(view) and len(view["hand"]) <= 3 and view["table"]["opening"]["number"] == number
    )


def own_runs(view: View) -> int:
    """How often the own kitten of Rascal Kittens has run."""
    runs = [run for each in view["rounds"] for run in each["runs"]]
    return sum(run["seat"] == view["seat"] and run["entry"] is not None for run in runs)


class Guest:
    """Somebody known to a server by a cookie, without a browser."""

    def __init__(self, url: str, cookie: str | None = None, name: str | None = None) -> None:
        self.url = url
        with httpx.Client(base_url=url, verify=NO_CERTIFICATES) as client:
            if cookie is None:
                client.put("/api/me", json={"name": name or f"Cat {next(NUMBERS)}"}).raise_for_status()
            self.cookie = cookie or client.cookies["purrlab"]

    @property
    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"purrlab={self.cookie}"}

    def open_table(self, game: str = "cat-in-the-box", **wanted: Any) -> str:
        """A new table at which bots take no time; gives its path."""
        wanted = {"game": game, "players": RECOMMENDED_PLAYERS[game], "pace": 0, "listed": False} | wanted
        made = httpx.post(
            f"{self.url}/api/tables", json=wanted, headers=self._headers, verify=NO_CERTIFICATES
        ).raise_for_status()
        return f"/t/{made.json()['id']}"

    def play_at_table(
        self, game: str = "cat-in-the-box", players: int = 0, *, moment: Moment = at_once, **wanted: Any
    ) -> str:
        """Against bots, until it is the own turn and the moment has come; gives the path of the table."""
        players = players or RECOMMENDED_PLAYERS[game]
        against = {"players": players, "bots": ["kitten"] * (players - 1), "start": True} | wanted
        while not self.play_until(path := self.open_table(game, **against), moment):
            pass  # a game in which the moment did not come
        return path

    def play_until(self, path: str, moment: Moment) -> bool:
        """Plays anything until the moment has come or the game is over. Says if it came.

        In a thread, as all below: while Playwright's event loop runs in this one, no other can.
        """
        return _in_thread(self._play_until(path, moment))

    def ask(self, path: str, kind: str) -> None:
        """Asks a table for one thing, and sees to it that it is done."""
        _in_thread(self._ask(path, kind))

    def _socket(self) -> connect:
        return connect(self.url.replace("http", "ws", 1) + "/live", additional_headers=self._headers, max_size=None)

    async def _ask(self, path: str, kind: str) -> None:
        async with self._socket() as opened:
            socket = WebSocketClient(opened)
            await socket.ask("watch", table=path.removeprefix("/t/"))
            answer = await socket.ask(kind)
            assert answer["type"] == "done", answer

    async def _play_until(self, path: str, moment: Moment) -> bool:
        table = path.removeprefix("/t/")
        chance = random.Random(table)
        async with self._socket() as opened:
            socket = WebSocketClient(opened)
            told = await socket.ask("watch", table=table)
            view, is_over = told["view"], told["table"]["status"] == "over"
            is_moving = False
            while True:
                if not is_moving and (view["legal"] or is_over):
                    if moment(view):
                        return True
                    if is_over:
                        return False
                    await socket.send(
                        "act", id=f"{told['seq']}", seq=told["seq"], action=chance.choice(_sensible(view))
                    )
                    is_moving = True
                told = await socket.until("event", "error")
                assert told["type"] == "event", told
                is_moving = is_moving and "action" not in told
                view = told.get("view", view)
                patched(view, told.get("changes", []))
                is_over = told.get("table", {}).get("status") == "over"


def play_together_by_socket(guests: list[Guest], path: str, moment: Moment) -> None:
    """All of them play, until the moment has come for one of them or the game is over."""

    async def play() -> None:
        players = [asyncio.create_task(each._play_until(path, moment)) for each in guests]
        await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
        for each in players:
            each.cancel()
        await asyncio.gather(*players, return_exceptions=True)

    _in_thread(play())


def _in_thread(work: Coroutine[Any, Any, Done]) -> Done:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _sensible(view: View) -> list[str]:
    """In Cat in the Box, whoever leaves the led colour without need soon has nothing to play."""
    leaves = (view["ahead"] or {}).get("leaves", []) if view["game"] == "cat-in-the-box" else []
    return [action for action in view["legal"] if action not in leaves] or list(view["legal"])
