"""The cookie by which a browser is known again, and the one that earlier versions signed."""

import base64
import hmac
import re
from typing import NamedTuple

from purrlab.server.ids import is_id

PLAIN_COOKIE_NAME = "purrlab"
HOST_COOKIE_NAME = "__Host-purrlab"  # browsers take it from this very host over https, and from nobody else
TOKEN_PATTERN = re.compile("[A-Za-z0-9_-]{43}")


class SignedClaim(NamedTuple):
    """Whom a cookie of an earlier version names; whether that is true is another question."""

    person: str
    signature: str


class ShownCookie(NamedTuple):
    """What a browser showed: at most one of these."""

    token: str | None = None
    claim: SignedClaim | None = None
    ambiguous: bool = False  # several that differ


def cookie_name(*, secure: bool) -> str:
    return HOST_COOKIE_NAME if secure else PLAIN_COOKIE_NAME


def shown_cookie(header: str, *, secure: bool) -> ShownCookie:
    """Our cookie among all that came in a header; what others put there need not make sense.

    A neighbour (another port, a sibling domain) can set a second cookie of a plain name, even in front of ours, and
    nothing tells which one is ours: several that differ show nobody. It cannot set one whose name begins with __Host-.
    """
    pairs = [cookie.strip().partition("=") for cookie in header.split(";")]
    tokens = {
        value for name, _, value in pairs if name == cookie_name(secure=secure) and TOKEN_PATTERN.fullmatch(value)
    }
    claims = {claim for name, _, value in pairs if name == PLAIN_COOKIE_NAME and (claim := _claim(value))}
    if secure and tokens:
        claims = set()
    if len(tokens) + len(claims) != 1:
        return ShownCookie(ambiguous=bool(tokens or claims))
    return ShownCookie(next(iter(tokens), None), next(iter(claims), None))


def _claim(value: str) -> SignedClaim | None:
    person, _, signature = value.rpartition(".")
    return SignedClaim(person, signature) if is_id(person) and signature else None


def is_signed(claim: SignedClaim, secret: bytes, password: str | None) -> bool:
    """Whether an earlier version issued this to this person, when they had this password."""
    return hmac.compare_digest(claim.signature.encode(), signature_of(claim.person, secret, password).encode())


def signature_of(person: str, secret: bytes, password: str | None) -> str:
    digest = hmac.digest(secret, f"purrlab-person/{person}/{password or ''}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
