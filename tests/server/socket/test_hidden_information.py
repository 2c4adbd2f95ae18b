"""Nothing hidden leaks: every byte that a client gets can be computed from the view of its own seat."""

import asyncio
import json
import random
from typing import Any

import pytest
import sqlalchemy as sa
from server.clients import Person, RandomPlayer, Server, open_socket, start_two

from purrlab import GAMES
from purrlab.games.game import State, View
from purrlab.records import encode, record_of
from purrlab.server.patch import patch_between, patched
from purrlab.server.storage import store
from purrlab.server.tables.events import Acted
from purrlab.server.tables.table import Table

CASES = [(name, players) for name, game in GAMES.items() for players in game.seats]


def _open(server: Server, game: str, players: int) -> tuple[str, list[Person]]:
    people = [Person(server, f"P{number}") for number in range(players)]
    return people[0].new_table(game=game, players=players)["id"], people


async def _game(table: str, people: list[Person], looker: Person, peeks: list[bytes]) -> list[RandomPlayer]:
    """A whole game over sockets, with a spectator, while somebody asks the API again and again."""
    for person in people[1:]:
        async with open_socket(person.server, person) as opened:
            await opened.ask("watch", table=table)
            assert (await opened.ask("sit"))["type"] == "done"
    async with open_socket(people[0].server, people[0]) as opened:
        await opened.ask("watch", table=table)
        await opened.ask("entropy", text="my own luck")
        assert (await opened.ask("start"))["type"] == "done"
    clients = [RandomPlayer(person, table, random.Random(person.name)) for person in people]
    clients.append(RandomPlayer(looker, table, random.Random(0)))
    peeks += await _peek(table, looker)  # a short game may be over before anybody looks again
    games = asyncio.gather(*(client.play() for client in clients))
    while not games.done():
        peeks += await _peek(table, looker)
    await games
    return clients


async def _peek(table: str, looker: Person) -> list[bytes]:
    about = (f"/api/tables/{table}{what}" for what in ("", "/record", "/scores", "/replay"))
    return [(await asyncio.to_thread(looker.http.get, path)).content for path in (*about, "/api/tables")]


@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_byte_follows_from_the_own_view(server: Server, game: str, players: int) -> None:
    table_id, people = _open(server, game, players)
    peeks: list[bytes] = []
    clients = asyncio.run(_game(table_id, people, Person(server, "Looker"), peeks))
    table, states = _true_states(server, table_id)
    secrets = [table.terms.server_seed.encode(), table.seed.encode()]
    for seat, client in enumerate(clients):
        own = seat if seat < players else None
        _check_stream(client.received, own, table, states)
        running = [message for message in client.received if b'"status":"over"' not in message]
        assert not any(secret in message for secret in secrets for message in running)
    assert not any(secret in server.log.read_bytes() for secret in secrets)
    public = [encode(record_of(state, table.names({}))) for state in states.values() if state is not None]
    _check_peeks(peeks, secrets, public)
    _check_scores(peeks, {state.view(None).totals for state in states.values() if state is not None})


def _true_states(server: Server, table_id: str) -> tuple[Table, dict[int, State | None]]:
    """The table as the database has it, and the true state after every event."""
    engine = sa.create_engine(f"sqlite:///{server.data / 'purrlab.sqlite'}")
    with engine.connect() as connection:
        table = store.load_table(connection, table_id)
    engine.dispose()
    assert table is not None
    again, states = Table(table.terms), {}
    for event in table.events:
        again.apply(event)
        states[event.seq] = again.state
    return table, states


def _check_stream(received: list[bytes], seat: int | None, table: Table, states: dict[int, State | None]) -> None:
    """Each message is what the view says it must be: no key more, no value other."""
    events = {event.seq: event for event in table.events}
    view: dict[str, Any] = {}
    acted = 0
    for message in map(json.loads, received):
        if message["type"] == "table":
            state = states[message["seq"]]
            assert state is not None
            view = message["view"]
            assert view == state.view(seat).as_dict()
            assert message.keys() == {
                "type",
                "id",
                "seq",
                "seat",
                "table",
                "clock",
                "view",
                "presence",
                "chat",
                "muted",
            }
            assert message["muted"] == []
        elif message["type"] == "event" and message["kind"] == "acted":
            event, before, after = events[message["seq"]], states[message["seq"] - 1], states[message["seq"]]
            assert isinstance(event, Acted)
            assert before is not None
            assert after is not None
            info = message.pop("table", None)
            assert (info is not None) == (after.outcome is not None)
            assert message == _expected(event, seat, before, after)
            patched(view, message["changes"])
            acted += 1
        else:
            assert message["type"] == "presence", message
            assert message.keys() == {"type", "seats", "spectators"}
    assert acted > 10
    assert view == states[table.seq].view(seat).as_dict()  # type: ignore[union-attr]


def _expected(event: Acted, seat: int | None, before: State, after: State) -> dict[str, Any]:
    assert before.expects is not None
    expected = {
        "type": "event",
        "seq": event.seq,
        "at": event.at,
        "kind": "acted",
        "seat": event.seat,
        "verb": before.expects.verb,
        "changes": _changes(before.view(seat), after.view(seat)),
    }
    if seat == event.seat:
        expected |= {"id": event.request_id, "action": event.action}
    return expected


def _changes(before: View, after: View) -> list[Any]:
    """First in what everybody sees, then in the seat's own; both from the seat's own view."""
    return [list(change) for change in patch_between(before._asdict(), after._asdict())]


def _check_peeks(peeks: list[bytes], secrets: list[bytes], public: list[bytes]) -> None:
    """The API of a running game gives what a spectator knows, and nothing when there is nothing to give."""
    records = 0
    for peek in peeks:
        told = json.loads(peek)
        over = b'"status":"over"' in peek or b'"winners":[' in peek or b'"steps":' in peek
        if not over:
            assert not any(secret in peek for secret in secrets)
        if isinstance(told, dict) and "format" in told and not over:
            names = told["players"]
            assert told in [json.loads(each) | {"players": names} for each in public]
            assert told["seed"] is None
            records += 1
    assert records > 0


def _check_scores(peeks: list[bytes], seen: set[tuple[int | None, ...]]) -> None:
    """The score sheet of a running game has the totals that a spectator sees, and no others."""
    sheets = [sheet for sheet in map(json.loads, peeks) if isinstance(sheet, dict) and "rows" in sheet]
    running = [sheet for sheet in sheets if sheet["winners"] is None]
    assert running
    assert all(tuple(row["totals"]) in seen for sheet in running for row in sheet["rows"])


def test_a_seat_that_is_not_ones_own_cannot_be_played(server: Server) -> None:
    table_id, (ann, bo) = _open(server, "cat-in-the-box", 2)
    mallory = Person(server, "Mallory")

    async def intrude() -> list[dict[str, Any]]:
        async with (
            open_socket(server, bo) as at_table,
            open_socket(server, mallory) as outside,
            open_socket(server) as nameless,
        ):
            await at_table.ask("watch", table=table_id)
            await at_table.ask("sit")
            async with open_socket(server, ann) as host:
                await host.ask("watch", table=table_id)
                await host.ask("start")
            told = await at_table.until("event", where=lambda event: "view" in event)
            action = {"action": told["view"]["legal"][0], "seq": told["seq"]}
            await outside.ask("watch", table=table_id)
            await nameless.ask("watch", table=table_id)
            return [await outside.ask("act", **action), await outside.ask("leave"), await nameless.ask("act", **action)]

    assert [answer["code"] for answer in asyncio.run(intrude())] == ["no-seat", "no-seat", "no-name"]


def test_a_discard_shows_only_who_has_chosen(server: Server) -> None:
    table_id, (ann, bo) = _open(server, "cat-in-the-box", 2)

    async def discard() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
            first, second = await start_two(host, guest, table_id)
            own = await host.ask("act", seq=first["seq"], action=first["view"]["legal"][0])
            other = await guest.until("event")
            late = await guest.ask("act", seq=second["seq"], action=second["view"]["legal"][0])
            return own, other, late

    own, other, late = asyncio.run(discard())
    assert own["action"].startswith("discard")
    assert other["verb"] == "discard"
    assert "action" not in other
    assert [path for path, *_ in other["changes"]] == [["to_act"], ["table", "boards", 0, "cards"]]
    assert late["type"] == "event"  # whoever chooses second had seen the same seq, and that is not too late
