"""Records, score sheets and replays of games that are over."""

import asyncio
import random

import pytest
from game_helpers import undeclared
from server.clients import Person, RandomPlayer, Server, start_bot_game

from purrlab import find_game
from purrlab.records import RecordError, decode, verify
from purrlab.server.http.past_games import shown_view_type
from purrlab.server.patch import patched


def _finished(ann: Person) -> str:
    table = start_bot_game(ann)
    asyncio.run(RandomPlayer(ann, table, random.Random(4)).play())
    return table


def test_after_the_game_there_is_a_record_a_score_sheet_and_a_replay(server: Server) -> None:
    ann = Person(server, "Ann")
    table = _finished(ann)
    answer = ann.http.get(f"/api/tables/{table}/record")
    record = decode(answer.content)
    assert answer.headers["content-disposition"] == f'attachment; filename="purrlab-{table}.jsonl"'
    assert answer.content.endswith(b"\n")
    with pytest.raises(RecordError, match="not the one it was committed to"):
        verify(decode(answer.content.replace(record.fair.server_seed.encode(), b"0" * 64)))  # type: ignore[union-attr]
    outcome = verify(record).outcome
    assert outcome is not None
    scores = ann.get(f"/api/tables/{table}/scores")
    assert scores["rows"][-1]["totals"] == list(outcome.totals)
    assert scores["winners"] == list(outcome.winners)
    replay = ann.get(f"/api/tables/{table}/replay?seat=1")
    assert replay["view"]["seat"] == 1
    assert replay["steps"][0]["action"].startswith("discard")
    assert ann.get("/api/me/tables")[0] | {"created": 0} == {
        "id": table,
        "game": "cat-in-the-box",
        "created": 0,
        "status": "over",
        "seat": 0,
    }


def test_a_replay_shows_all_hands(server: Server) -> None:
    """After the game nothing is hidden: every hand, move by move, as the record tells it."""
    ann = Person(server, "Ann")
    table = _finished(ann)
    replay = ann.get(f"/api/tables/{table}/replay")
    dealt = ann.get(f"/api/tables/{table}/record")["rounds"][0]["hands"]
    assert [list(hand) for hand in dealt] == replay["view"]["hands"]
    assert undeclared(replay["view"], shown_view_type(find_game("cat-in-the-box"))) == []
    assert replay["you"] == 0
    assert Person(server, "Bo").get(f"/api/tables/{table}/replay")["you"] is None
    first = replay["steps"][0]
    held = patched(replay["view"], first["changes"])["hands"][first["seat"]]
    assert sorted([*held, int(first["action"].removeprefix("discard "))]) == dealt[first["seat"]]


def test_a_running_game_cannot_be_replayed(server: Server) -> None:
    ann = Person(server, "Ann")
    table = start_bot_game(ann)
    assert ann.http.get(f"/api/tables/{table}/replay").json()["code"] == "not-over"
