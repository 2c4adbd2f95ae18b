"""Who is the host, when the host has no seat, leaves, or does not play again."""

from purrlab.server.tables.host import acting_host, new_host, rematch_host

SEATED = {"ann": 2, "bob": 0}  # in the order in which they sat down


def test_who_sat_down_first_stands_in_for_a_host_without_a_seat() -> None:
    assert acting_host("bob", SEATED) == "bob"
    assert acting_host("eve", SEATED) == "ann"
    assert acting_host("eve", {}) is None


def test_who_sat_down_first_follows_a_host_who_left() -> None:
    assert new_host("eve", SEATED) == "ann"
    assert new_host("eve", {}) == "eve"


def test_the_host_of_a_rematch_is_still_here() -> None:
    assert rematch_host("bob", SEATED, {"ann", "bob"}) == "bob"
    assert rematch_host("eve", SEATED, {"bob"}) == "bob"
