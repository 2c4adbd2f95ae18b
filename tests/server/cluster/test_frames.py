"""What servers say to each other is understood by those of other versions."""

import msgspec

from purrlab.server.cluster.frames import Alive, Frame, Parcel, Told, decode_parcel, encode_parcel


class OfNextVersion(Frame, tag="next"):
    anything: dict[str, int]


class LongerTold(Frame, tag="t"):
    link: int
    message: bytes
    handled: int
    more: str


def test_what_a_newer_version_says_takes_nothing_else_with_it() -> None:
    """A frame that is not known is left out; one with more fields is read without them."""
    frames = [Told(1, b"first", 0), OfNextVersion({"a": 1}), LongerTold(1, b"second", 1, "more"), Alive()]
    data = msgspec.msgpack.encode(["newer", frames])
    parcel, unknown = decode_parcel(data)
    assert parcel == Parcel("newer", [Told(1, b"first", 0), Told(1, b"second", 1), Alive()])
    assert unknown == 1
    assert decode_parcel(encode_parcel(parcel)) == (parcel, 0)
