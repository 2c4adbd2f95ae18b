"""Requests that make no sense are refused with a code and the field."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from server.clients import Person, Server


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        ({"game": "chess", "players": 2}, "unknown-game", "game"),
        ({"game": "cat-in-the-box", "players": 9}, "invalid-setup", "players"),
        ({"game": "cat-in-the-box", "players": 2, "options": {"layout": "pink"}}, "invalid-setup", "options.layout"),
        (
            {"game": "cat-in-the-box", "players": 2, "options": {"layout": "/etc/passwd"}},
            "invalid-setup",
            "options.layout",
        ),
        ({"game": "cat-in-the-box", "players": 2, "bots": ["random"] * 2}, "invalid-setup", "bots"),
        ({"game": "cat-in-the-box", "players": 2, "bots": ["genius"]}, "unknown-bot", None),
        ({"game": "cat-in-the-box", "players": 2, "bots": ["search@29000ms"]}, "unknown-bot", None),
        ({"game": "cat-in-the-box"}, "bad-request", None),
        ({"game": "cat-in-the-box", "players": 2, "server_seed": "mine"}, "bad-request", None),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_field(server: Server, wanted: Any, code: str, field: str | None) -> None:
    answer = Person(server, "Ann").http.post("/api/tables", json=wanted)
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json().get("field")) == (code, field)


@pytest.mark.parametrize("body", ["[" * 5_000, '{"game":' + '{"a":' * 2_000 + "1" + "}" * 2_000 + "}"])
def test_a_request_nested_too_deeply_is_refused(server: Server, body: str) -> None:
    answer = Person(server, "Ann").http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_options_nested_too_deeply_are_refused(server: Server) -> None:
    body = '{"game":"cat-in-the-box","players":2,"options":{"layout":' + '{"a":' * 900 + "1" + "}" * 902
    answer = Person(server, "Ann").http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/api/tables", "/api/login"])
def test_a_text_that_is_not_utf_8_is_refused(server: Server, path: str) -> None:
    headers = {"content-type": "application/json"}
    answer = Person(server, "Ann").http.post(path, content=b'{"game":"\xff"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


@pytest.mark.parametrize("name", ["a\u034fb", "Z\u0300\u0301\u0302\u0303", "a\u200bb", "a\u202eb"], ids=ascii)
def test_a_room_has_a_name_that_others_can_read(server: Server, name: str) -> None:
    room = tomllib.loads((files("purrlab.games.rascal_kittens") / "rooms" / "attic.toml").read_text("utf-8"))
    wanted = {"game": "rascal-kittens", "players": 2, "options": {"rooms": [room | {"name": name}, "attic"]}}
    ann = Person(server, "Ann")
    answer = ann.http.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        400,
        "invalid-setup",
        "options.rooms",
    )
    wanted["options"] = {"rooms": [room | {"name": "mine"}, "attic"]}
    assert ann.http.post("/api/tables", json=wanted).status_code == 201
