"""What servers say to each other is understood by those of other versions."""

import msgspec

from purrlab.server.cluster.frames import (
    MAX_BATCH_BYTES,
    Frame,
    FrameBatch,
    Heartbeat,
    LinkClosed,
    OwnerSaid,
    decode_batch,
    encode_batch,
    encode_batches,
)


class OfNextVersion(Frame, tag="next"):
    anything: dict[str, int]


class LongerTold(Frame, tag="t"):
    link: int
    message: bytes
    handled: int
    more: str


def test_what_a_newer_version_says_takes_nothing_else_with_it() -> None:
    """A frame that is not known is left out; one with more fields is read without them."""
    frames = [OwnerSaid(1, b"first", 0), OfNextVersion({"a": 1}), LongerTold(1, b"second", 1, "more"), Heartbeat()]
    data = msgspec.msgpack.encode(["newer", frames])
    batch, unknown = decode_batch(data)
    assert batch == FrameBatch("newer", [OwnerSaid(1, b"first", 0), OwnerSaid(1, b"second", 1), Heartbeat()])
    assert unknown == 1
    assert decode_batch(encode_batch(batch)) == (batch, 0)


def test_what_is_too_much_at_once_goes_in_parts_in_its_order() -> None:
    said = [OwnerSaid(number, b"t" * (MAX_BATCH_BYTES // (1 + number % 5)), 0) for number in range(11)]
    parts = encode_batches("me", [*said])
    assert [frame for part in parts for frame in decode_batch(part)[0].frames] == said
    assert all(len(part) <= MAX_BATCH_BYTES or len(decode_batch(part)[0].frames) == 1 for part in parts)
    assert len(encode_batches("me", [LinkClosed(1)] * 100)) == 1
