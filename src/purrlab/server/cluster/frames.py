"""What servers say to each other over the bus.

A *link* is the way of one connection from the server at which it came in, the *gateway*, to the owner of its table. The
gateway numbers its links, so sender and number name one.
"""

from contextlib import suppress

import msgspec
from msgspec import Struct

from purrlab.server.live.broadcasts import Broadcast
from purrlab.server.protocol import Watch

MAX_FRAME_BYTES = 256_000  # NATS takes a million at most
MAX_BATCH_BYTES = MAX_FRAME_BYTES  # of several frames


class Frame(Struct, array_like=True):
    pass


class RemoteClient(Struct, array_like=True):
    """Whose connection it is, as the gateway recognised them."""

    person: str | None
    name: str
    session: str | None
    muted: list[str]
    address: str


# From the gateway to the owner


class LinkOpened(Frame, tag="o"):
    """A connection comes. ``watched``: where it goes on, if it watched the table before."""

    link: int
    table: str
    client: RemoteClient
    watched: Watch | None


class ClientSaid(Frame, tag="a"):
    link: int
    message: bytes


class DrainRequested(Frame, tag="s"):
    """Say when all that was asked up to here is answered: then the client goes to another table."""

    link: int


class MessagesDelivered(Frame, tag="d"):
    """So many messages more have reached the client."""

    link: int
    count: int


class LinkClosed(Frame, tag="l"):
    link: int


# From the owner to the gateway


class OwnerSaid(Frame, tag="t"):
    """A message for the client. So many of its own have been handled by now."""

    link: int
    message: bytes
    handled: int


class Drained(Frame, tag="z"):
    """All that was asked is answered."""

    link: int


class TableMoved(Frame, tag="m"):
    """The table has another owner now. The connection had been told of it up to here."""

    link: int
    handled: int
    table: str | None
    seq: int
    chat: int


class NotOwner(Frame, tag="n"):
    """This server does not own the table."""

    link: int


class CloseRequested(Frame, tag="x"):
    """The owner wants the connection to be closed, with this code or at once."""

    link: int
    code: int | None


# Between any two


class Heartbeat(Frame, tag="alive"):
    """To everybody, several times during a lease, which lasts so long."""

    lease: float = 0


class BusRejoined(Frame, tag="restarted"):
    """To everybody: I was not on the bus, and all my links are gone."""


class ServerLeaving(Frame, tag="gone"):
    """To everybody: I leave, and what was mine is handed over. Nothing that comes to me now is done."""


class ShardsChanged(Frame, tag="shards"):
    """To everybody: shards have new owners."""


class LobbyRequest(Frame, tag="lobby?"):
    number: int
    tables: list[str]


class LobbyReply(Frame, tag="lobby"):
    number: int
    tables: bytes  # TableInfo by id, as JSON


AnyFrame = (
    LinkOpened
    | ClientSaid
    | DrainRequested
    | MessagesDelivered
    | LinkClosed
    | OwnerSaid
    | Drained
    | TableMoved
    | NotOwner
    | CloseRequested
    | Heartbeat
    | BusRejoined
    | ServerLeaving
    | ShardsChanged
    | LobbyRequest
    | LobbyReply
    | Broadcast
)


class FrameBatch(Struct, array_like=True):
    """All that one server says to another, or to everybody, in one moment."""

    sender: str
    frames: list[AnyFrame]


class _RawFrameBatch(Struct, array_like=True):
    sender: str
    frames: list[msgspec.Raw]


encode_batch = msgspec.msgpack.Encoder().encode
_decode_batch = msgspec.msgpack.Decoder(FrameBatch).decode
_decode_raw_batch = msgspec.msgpack.Decoder(_RawFrameBatch).decode
_decode_frame = msgspec.msgpack.Decoder(AnyFrame).decode


def encode_batches(sender: str, frames: list[AnyFrame]) -> list[bytes]:
    """In parts where all is too much for one: what is urgent must not wait for much else, and NATS takes less."""
    whole = encode_batch(FrameBatch(sender, frames))
    if len(whole) <= MAX_BATCH_BYTES or len(frames) == 1:
        return [whole]
    middle = len(frames) // 2
    return encode_batches(sender, frames[:middle]) + encode_batches(sender, frames[middle:])


def decode_batch(data: bytes) -> tuple[FrameBatch, int]:
    """Also gives how many frames were not understood: a server of a newer version says more than this one knows."""
    try:
        return _decode_batch(data), 0
    except msgspec.ValidationError:
        raw = _decode_raw_batch(data)
    frames = []
    for each in raw.frames:
        with suppress(msgspec.ValidationError):
            frames.append(_decode_frame(each))
    return FrameBatch(raw.sender, frames), len(raw.frames) - len(frames)
