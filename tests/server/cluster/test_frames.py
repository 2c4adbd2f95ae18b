"""What servers say to each other is understood by those of other versions."""

import msgspec

from purrlab.server.cluster.frames import Frame, FrameBatch, Heartbeat, OwnerSaid, decode_batch, encode_batch


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
