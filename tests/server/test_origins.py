"""Which pages may talk to the server."""

import pytest

from purrlab.server.origins import Origins


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://play.example", True),
        ("https://play.example", True),
        ("http://play.example:81", False),
        ("https://friend.example", True),
        ("http://friend.example", False),
        ("null", False),
        ("http://[", False),
        ("\x00http://play.example", False),
        ("ht\ttp://play.example", False),
        ("http://play.example/page", False),
        ("http://somebody@play.example", False),
        ("", False),
        (None, True),
    ],
)
def test_only_its_own_page_and_named_ones_may_talk(origin: str | None, *, allowed: bool) -> None:
    assert Origins(["https://friend.example"], secure=False).allow(origin, "play.example") is allowed


def test_where_people_come_by_https_a_page_by_http_is_foreign() -> None:
    origins = Origins([], secure=True)
    assert origins.allow("https://play.example", "play.example")
    assert not origins.allow("http://play.example", "play.example")
