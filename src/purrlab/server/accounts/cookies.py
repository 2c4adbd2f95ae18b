"""The signed cookie by which a person is known again."""

import base64
import hmac
from typing import NamedTuple

from purrlab.server.ids import is_id

COOKIE_NAME = "purrlab"
COOKIE_SECONDS = 365 * 24 * 60 * 60
MAX_CLAIMS_PER_REQUEST = 3


class Claim(NamedTuple):
    """Whom a cookie names; whether that is true is another question."""

    person: str
    signature: str


class Cookies:
    """Signs and reads the cookie that says who somebody is. A new password makes those from before it worthless."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def issue(self, person: str, password: str | None) -> str:
        return self._header(f"{person}.{self._signature(person, password)}", COOKIE_SECONDS)

    def revoke(self) -> str:
        return self._header("", 0)

    def prove(self, claim: Claim, password: str | None) -> bool:
        """Whether this was issued to this person."""
        return hmac.compare_digest(claim.signature.encode(), self._signature(claim.person, password).encode())

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE_NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"

    def _signature(self, person: str, password: str | None) -> str:
        signed = f"purrlab-person/{person}/{password or ''}"
        digest = hmac.digest(self._secret, signed.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def claims(header: str) -> list[Claim]:
    """Our cookies among all that came in a header; what others put there need not make sense."""
    found = [cookie.strip().partition("=") for cookie in header.split(";")]
    values = [value.rpartition(".") for name, _, value in found if name == COOKIE_NAME]
    return [Claim(person, signature) for person, _, signature in values if is_id(person)][:MAX_CLAIMS_PER_REQUEST]
