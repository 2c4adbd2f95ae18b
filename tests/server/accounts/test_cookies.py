"""Cookies: only those that this server signed, and that are still good, name somebody."""

from hypothesis import given
from hypothesis import strategies as st

from purrlab.server.accounts.cookies import Cookies, claims


def test_a_cookie_is_good_only_with_the_key_that_signed_it() -> None:
    header = Cookies(b"key", secure=True).issue("ann", None)
    assert "Secure" in header
    [claim] = claims(header)
    assert claim.person == "ann"
    assert Cookies(b"key", secure=True).prove(claim, None)
    assert not Cookies(b"other", secure=True).prove(claim, None)
    assert not Cookies(b"key", secure=True).prove(claim._replace(person="bo"), None)


def test_a_cookie_is_worthless_after_a_new_password() -> None:
    cookies = Cookies(b"key", secure=True)
    [claim] = claims(cookies.issue("ann", "old"))
    assert cookies.prove(claim, "old")
    assert not cookies.prove(claim, "new")


@given(st.text())
def test_any_other_cookie_names_nobody(header: str) -> None:
    assert not any(Cookies(b"key", secure=False).prove(claim, None) for claim in claims(f"purrlab={header}"))
