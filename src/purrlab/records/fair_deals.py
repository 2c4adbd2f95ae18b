"""Fair deals that anybody can check: commit, contribute, reveal (docs/fair-deals.md)."""

import hashlib
import hmac
import json
from collections.abc import Sequence

from msgspec import Struct


class FairDeal(Struct, kw_only=True):
    """How the seed of a game came about."""

    table: str
    server_seed: str
    commitment: str  # published before the deal
    entropy: list[str | None]  # what each seat added


def commitment_to(server_seed: str) -> str:
    """SHA-256 of the server's seed: shows nothing of it, and fits no other."""
    return hashlib.sha256(server_seed.encode()).hexdigest()


def final_seed(server_seed: str, table: str, entropy: Sequence[str | None]) -> str:
    """HMAC-SHA-256, keyed by the server's seed, of a JSON list: the table's id and what each seat added."""
    shares = json.dumps([table, *entropy], ensure_ascii=True, separators=(",", ":"))
    return hmac.digest(server_seed.encode(), shares.encode(), "sha256").hex()


def why_unfair(fair: FairDeal, seed: str | None) -> str | None:
    """What speaks against a deal; None where it was fair."""
    if commitment_to(fair.server_seed) != fair.commitment:
        return "the server's seed is not the one it was committed to"
    if final_seed(fair.server_seed, fair.table, fair.entropy) != seed:
        return "the seed does not come from the server's seed and what the seats added"
    return None
