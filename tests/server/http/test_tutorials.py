"""Tutorials, as the page asks for them."""

import gzip
import json

import msgspec
from server.clients import Server

from purrlab.server.http.tutorial_messages import tutorial_game
from purrlab.tutorials import TUTORIALS

MAX_TUTORIAL_BYTES = 3_500


def test_a_tutorial_comes_compressed_to_whoever_can_read_that(server: Server) -> None:
    visitor = server.visit()
    for name in TUTORIALS:
        plain, packed = (
            visitor.get(f"/api/tutorials/{name}", headers={"accept-encoding": encoding})
            for encoding in ("identity", "gzip, deflate")
        )
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
        assert int(packed.headers["content-length"]) == len(gzip.compress(plain.content)) <= MAX_TUTORIAL_BYTES
        assert packed.content == plain.content  # once the client has unpacked it
        assert plain.content == msgspec.json.encode(tutorial_game(name))


def test_the_tutorials_are_listed_in_order(server: Server) -> None:
    assert [each["name"] for each in json.loads(server.visit().get("/api/tutorials").content)] == list(TUTORIALS)
