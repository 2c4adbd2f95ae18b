"""What reads text and bytes and keeps nothing: each target says what must hold for every input.

A target gives a word for what became of an input, so that inputs of every kind can be kept.
"""

import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from purrlab import GAMES, State
from purrlab.games.cat_in_the_box.layout import find_layout
from purrlab.games.encoding import plain
from purrlab.games.game import InvalidSetup, NotationError
from purrlab.games.rascal_kittens.rooms import find_room
from purrlab.records import RecordError, decode, encode, record_of, verify
from purrlab.server.accounts.cookie_header import TOKEN_PATTERN, is_signed, shown_cookie, signature_of
from purrlab.server.accounts.lookalikes import looks_like, looks_like_bot
from purrlab.server.accounts.names import MAX_NAME_LENGTH, check_text, checked_name
from purrlab.server.addresses import address_for_others, is_loopback
from purrlab.server.asgi import Receive, Scope, Send, client_network, network_of
from purrlab.server.errors import Refused
from purrlab.server.origins import Origins
from purrlab.server.protocol import Act
from purrlab.server.socket import endpoint
from purrlab.server.socket.endpoint import _id_of

SECRET = b"a secret of the server"
OTHER_TOKEN = "A" * 43


def client_messages(data: bytes) -> str:
    """A message is refused as the endpoint expects it to be, or means the same when it is written again."""
    try:
        request = endpoint._decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        found = _id_of(data)
        assert found is None or 1 <= len(found) <= 40  # this is no test of the error
        return str(error)
    assert endpoint._decode(msgspec.json.encode(request)) == request
    assert _id_of(data) == request.id
    assert not isinstance(request, Act) or request.id
    return type(request).__name__


def records(data: bytes) -> str:
    """A record is refused by a RecordError, or a game that the rules allow follows from it."""
    try:
        record = decode(data)
        state = verify(record)
    except RecordError as error:
        return f"{error.rule}: {error.message}"
    assert decode(encode(record)) == record
    again = record_of(state, record.players, secrets=True)
    assert (record.totals, record.winners) == (again.totals, again.winners)
    assert verify(again) == state
    return f"a game for {state.players}"


def room_files(data: bytes) -> str:
    """A room is refused with the file named, or it is read again from what it says of itself, and played in."""
    room, refusal = _read(data, lambda path: find_room(path, "room"))
    if room is not None:
        assert find_room(plain(room), "room") == room
        GAMES["rascal-kittens"].new(2, "any", {"rooms": [plain(room), "attic"]})
    return refusal


def layout_files(data: bytes) -> str:
    """The same of layouts."""
    layout, refusal = _read(data, find_layout)
    if layout is not None:
        assert find_layout(plain(layout)) == layout
        GAMES["cat-in-the-box"].new(4, "any", {"layout": plain(layout)})
    return refusal


@cache
def _folder() -> Path:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _read(data: bytes, find: Callable[[Path], Any]) -> tuple[Any, str]:
    """What is found in a file of these bytes, or why it is refused."""
    path = _folder() / "own.toml"
    path.write_bytes(data)
    try:
        return find(path), ""
    except InvalidSetup as error:
        refusal = error
    assert refusal.field.startswith(str(path))
    return None, refusal.message


def action_notation(data: bytes) -> str:
    """What is read is written so, and it is legal exactly where it is among the legal actions."""
    text = _text(data)
    outcomes = ""
    for state in _moments():
        try:
            action = state.game.parse(text)
        except NotationError:
            continue
        assert str(action) == text
        for seat in range(state.players):
            legal = seat in state.to_act and action in state.legal(seat)
            assert state.can(seat, action) == legal
            outcomes += "yes " if legal else "no "
    return outcomes


def _text(data: bytes) -> str:
    """Any text, even one that cannot be written in UTF-8."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@cache
def _moments() -> list[State]:
    """States in which every kind of action is expected."""
    found = []
    for game in (GAMES["cat-in-the-box"], GAMES["rascal-kittens"]):
        state, verbs = game.new(3, "fuzz"), set[str]()
        while state.expects is not None:
            if state.expects.verb not in verbs:
                verbs.add(state.expects.verb)
                found.append(state)
            seat = min(state.to_act)
            state = state.apply(seat, state.legal(seat)[0])
    return found


def cookies(data: bytes) -> str:
    """At most one cookie is ours; who is named by a signature has to have it from us."""
    header = data.decode("latin-1")
    outcomes = ""
    for secure in (False, True):
        shown = shown_cookie(header, secure=secure)
        outcome = [shown.token is not None, shown.claim is not None, shown.ambiguous]
        assert outcome.count(True) <= 1
        assert shown.token is None or TOKEN_PATTERN.fullmatch(shown.token)
        name = "__Host-purrlab" if secure else "purrlab"
        with_another = shown_cookie(f"{name}={OTHER_TOKEN}; {header}", secure=secure)
        assert with_another.token in {None, OTHER_TOKEN}
        assert with_another.ambiguous or shown.token in {None, OTHER_TOKEN}
        signed = shown.claim is not None and is_signed(shown.claim, SECRET, None)
        if signed and shown.claim is not None:
            assert f"{shown.claim.person}.{signature_of(shown.claim.person, SECRET, None)}" in header
        outcomes += f"{outcome} {signed} "
    return outcomes


def origins_and_addresses(data: bytes) -> str:
    """A page may talk to us from our own address alone, whatever headers say; and a network is its own network."""
    origin, host, site, address, forwarded = (data.decode("latin-1").split("\n") + [""] * 5)[:5]
    outcomes = ""
    for secure in (False, True):
        allowed = Origins([], secure=secure).allow(origin, host, site)
        if allowed:
            scheme, _, named = origin.partition("://")
            assert scheme.lower() in {"http", "https"}
            assert named.lower().rstrip("/") == host.lower()
        assert not Origins([], secure=secure).allow(origin, None, site)
        outcomes += f"{allowed} "
    network = network_of(address)
    assert network_of(network) == network
    url = address_for_others(address, 80)
    assert url is None or not is_loopback(address)
    behind = _network_behind_proxy(forwarded)
    return f"{outcomes} {is_loopback(host)} {url is None} {network == address} {behind == forwarded}"


def _network_behind_proxy(forwarded: str) -> str:
    """Of whom a trusted proxy says that it asks for them."""
    found: list[str] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(client_network(scope))

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    value = forwarded.encode("latin-1")
    headers = [(b"x-forwarded-for", value), (b"x-forwarded-proto", value)]
    scope = {"type": "http", "scheme": "http", "client": ("127.0.0.1", 1), "headers": headers}
    middleware: Any = ProxyHeadersMiddleware(app, "127.0.0.1")  # type: ignore[arg-type]  # each has its own ASGI types
    try:
        middleware(scope, nothing, nothing).send(None)
    except StopIteration:
        return found[0]
    raise AssertionError


def names_and_chat(data: bytes) -> str:
    """What is let through has something to read in it, stays as it is when it comes again, and is no bot's name."""
    text = _text(data)
    try:
        name = checked_name(text)
    except Refused as refused:
        outcome = refused.message
    else:
        outcome = "a name"
        assert checked_name(name) == name
        assert 1 <= len(name) <= MAX_NAME_LENGTH
        assert name.isprintable()
        assert looks_like(name, name)
        assert not looks_like_bot(name)
        assert name.encode()
    try:
        check_text(text)
    except Refused as refused:
        return f"{outcome}, {refused.message}"
    assert text.strip()
    assert text.encode()
    return f"{outcome}, chat"
