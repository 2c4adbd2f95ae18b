"""Which cookie of a browser is ours: one, or none at all."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.clients import Person, Server
from server.session_helpers import NOBODY, me

from purrlab.server.accounts.cookie_header import ShownCookie, SignedClaim, is_signed, shown_cookie, signature_of

TOKEN, OTHER_TOKEN = "a" * 43, "b" * 43


def test_a_foreign_cookie_beside_ones_own_never_wins(server: Server) -> None:
    """Nothing tells which is whose: nobody is recognised, and nobody's cookie is replaced by that of a new guest."""
    ann, mallory = Person(server, "Ann"), Person(server, "Mallory")
    for cookies in ((mallory.cookie, ann.cookie), (ann.cookie, mallory.cookie)):
        assert me(server, *cookies) == NOBODY
        header = {"Cookie": "; ".join(cookies)}
        answer = server.visit().put("/api/me", json={"name": "Bo"}, headers=header)
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers
        assert server.visit().get("/api/me/tables", headers=header).status_code == 401
    assert me(server, ann.cookie, ann.cookie)["person"]["name"] == "Ann"


@pytest.fixture(scope="module")
def https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("https"), secure="true") as server:
        yield server


def test_over_https_the_cookie_is_bound_to_this_host(https: Server) -> None:
    answer = https.visit().put("/api/me", json={"name": "Ann"})
    ours, old = answer.headers.get_list("set-cookie")
    token = ours.partition(";")[0]
    assert ours.startswith("__Host-purrlab=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(ours.split("; "))
    assert "Domain" not in ours
    assert old.startswith("purrlab=")
    assert "Max-Age=0" in old
    assert me(https, token)["person"]["name"] == "Ann"


def test_over_https_no_neighbour_can_place_a_cookie(https: Server) -> None:
    ann, mallory = (
        https.visit().put("/api/me", json={"name": name}).headers.get_list("set-cookie")[0].partition(";")[0]
        for name in ("Ann", "Mallory")
    )
    planted = mallory.removeprefix("__Host-")
    assert me(https, planted, ann)["person"]["name"] == "Ann"
    assert me(https, planted) == NOBODY


class TestCookieHeader:
    SIGNED = "ann.signature"
    CLAIM = SignedClaim("ann", "signature")

    @pytest.mark.parametrize(
        ("header", "secure", "shown"),
        [
            (f"purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"x=1; purrlab={TOKEN}; purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"purrlab={TOKEN}; purrlab={OTHER_TOKEN}", False, ShownCookie(ambiguous=True)),
            (f"purrlab={TOKEN}; purrlab={SIGNED}", False, ShownCookie(ambiguous=True)),
            (f"purrlab=; purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"purrlab={SIGNED}", False, ShownCookie(claim=CLAIM)),
            (f"__Host-purrlab={TOKEN}", False, ShownCookie()),
            (f"__Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"purrlab={OTHER_TOKEN}; __Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"purrlab={SIGNED}; __Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"__Host-purrlab={OTHER_TOKEN}; __Host-purrlab={TOKEN}", True, ShownCookie(ambiguous=True)),
            (f"purrlab={TOKEN}", True, ShownCookie()),
            (f"purrlab={SIGNED}", True, ShownCookie(claim=CLAIM)),
            (f"purrlab={SIGNED}; purrlab=bo.signature", True, ShownCookie(ambiguous=True)),
            (f"__Host-purrlab={SIGNED}", True, ShownCookie()),
        ],
    )
    def test_one_cookie_is_ours_or_none(self, header: str, *, secure: bool, shown: ShownCookie) -> None:
        assert shown_cookie(header, secure=secure) == shown

    @given(text=st.text(), secure=st.booleans())
    def test_any_other_text_shows_nobody(self, *, text: str, secure: bool) -> None:
        shown = shown_cookie(f"purrlab={text}; {text}", secure=secure)
        assert shown.claim is None or not is_signed(shown.claim, b"key", None)

    def test_a_signed_cookie_is_good_only_with_the_key_the_person_and_the_password_that_it_was_signed_for(self) -> None:
        claim = SignedClaim("ann", signature_of("ann", b"key", "old"))
        assert is_signed(claim, b"key", "old")
        assert not is_signed(claim, b"other", "old")
        assert not is_signed(claim, b"key", "new")
        assert not is_signed(claim._replace(person="bo"), b"key", "old")
