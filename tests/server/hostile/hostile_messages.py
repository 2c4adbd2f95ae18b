"""Messages that nobody should send: each with its kind, as the bytes of one frame or several."""

import json
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from server.hostile.raw_socket import BINARY, CLOSE, CONTINUATION, PING, TEXT, frame

from purrlab import GAMES

ACTIONS = [str(action) for name in ("cat-in-the-box", "rascal-kittens") for action in GAMES[name].actions]
GOOD: dict[str, dict[str, Any]] = {
    "watch": {"table": "x", "seq": 3, "chat": 0},
    "sit": {"seat": 0},
    "back": {},
    "bot": {"seat": 0, "bot": "random"},
    "remove": {"seat": 1},
    "entropy": {"text": "x"},
    "start": {},
    "close": {},
    "act": {"id": "x", "seq": 4, "action": "play 5 red"},
    "say": {"text": "x"},
    "mute": {"seat": 0, "muted": True},
    "rematch": {},
    "pace": {"pace": 0.5},
    "ping": {},
}
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    1 << 40,
    0.5,
    "",
    "a",
    "play 5 red",
    [],
    {},
    "é\u2028",
    "\u202etxet",
    "a\u200bb",
]
ODD_TEXTS = [
    "\u200b",
    "\u202eabc",
    "e" + "\u0301" * 20,
    "\x00",
    "x" * 301,
    "\u3164",
    "\ufeff",
    "<script>",
    "\ud7ff\uffff",
]
TOO_LARGE = 5_000  # bytes: more than a message may have


class HostileMessage(NamedTuple):
    kind: str
    frames: bytes
    sent: tuple[str, str] | None = None  # the id and the action, where it could be accepted as one


class Aim(NamedTuple):
    """What an attacker knows of whom it is after."""

    table: str
    id_prefix: str
    may_leave: bool = True  # whoever should go on playing may not say so themselves


class _Act(msgspec.Struct):
    type: Literal["act"]
    id: str
    action: str


_decode_act = msgspec.json.Decoder(_Act).decode


def _message(kind: str, payload: bytes) -> HostileMessage:
    """Whatever was done to it, it may still be an act."""
    try:
        act = _decode_act(payload)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return HostileMessage(kind, frame(TEXT, payload))
    return HostileMessage(kind, frame(TEXT, payload), (act.id, act.action))


class MessageMaker:
    def __init__(self, chance: Random, aim: Aim) -> None:
        self._chance = chance
        self._aim = aim
        self._acted = [self._new_id()]
        self.seq = 0  # of the table, as far as it is known
        self._makers = [
            self._malformed,
            self._no_json,
            self._wrong_type,
            self._huge_number,
            self._deep,
            self._unknown,
            self._wrong_table,
            self._wrong_seat,
            self._act,
            self._act,
            self._act,
            self._repeated_id,
            self._odd_text,
            self._not_host,
            self._fragmented,
            self._long_length,
        ]

    def next(self) -> HostileMessage:
        return self._chance.choice(self._makers)()

    def _good(self) -> dict[str, Any]:
        kind = self._chance.choice(list(GOOD))
        message = {"type": kind, **GOOD[kind]}
        if kind == "act":
            message["id"] = self._new_id()
        return message

    def _new_id(self) -> str:
        return f"{self._aim.id_prefix}{self._chance.getrandbits(48):x}"

    def _text(self, kind: str, message: object) -> HostileMessage:
        return _message(kind, json.dumps(message).encode())

    def _malformed(self) -> HostileMessage:
        encoded = json.dumps(self._good())
        cut = self._chance.randrange(1, len(encoded))
        if self._chance.random() < 0.5:
            return _message("malformed JSON", encoded[:cut].encode())
        changed = encoded[: cut - 1] + self._chance.choice("{}[]:,\x00\\é") + encoded[cut:]
        return _message("malformed JSON", changed.encode())

    def _no_json(self) -> HostileMessage:
        return HostileMessage("random bytes", frame(BINARY, self._chance.randbytes(self._chance.randrange(200))))

    def _wrong_type(self) -> HostileMessage:
        message = self._good()
        message[self._chance.choice([*message, "id", "seat"])] = self._chance.choice(ODD)
        return self._text("wrong types", message)

    def _huge_number(self) -> HostileMessage:
        digits = "9" * self._chance.choice([10, 20, 400, 3_000])
        number = self._chance.choice([digits, f"-{digits}", f"1e{digits[:5]}", f"0.{digits}"])
        field = self._chance.choice(["seq", "chat"])
        body = f'{{"type":"watch","table":"{self._aim.table}","{field}":{number}}}'
        return _message("huge numbers", body.encode())

    def _deep(self) -> HostileMessage:
        depth = self._chance.choice([100, 1_000, 1_900])
        opening, closing = self._chance.choice([("[", "]"), ('{"a":', "}")])
        body = f'{{"type":"ping","id":{opening * (depth // 3)}1{closing * (depth // 3)}}}'
        return _message("deep nesting", body.encode())

    def _unknown(self) -> HostileMessage:
        message = self._good()
        message[self._chance.choice(["unknown", "__class__", "Type", "person", "as"])] = 1
        return self._text("unknown fields", message)

    def _wrong_table(self) -> HostileMessage:
        tables = ["x", "../../etc/passwd", "a" * 40, "a" * 41, "%00", self._aim.table]
        seq = self._chance.choice([None, self.seq, 1 << 31, -1])
        return self._text("wrong tables", {"type": "watch", "table": self._chance.choice(tables), "seq": seq})

    def _wrong_seat(self) -> HostileMessage:
        kind = self._chance.choice(["sit", "mute", "bot", "remove"])
        return self._text("wrong seats", {"type": kind, "seat": self._chance.randrange(-2, 20)})

    def _act(self) -> HostileMessage:
        number, action = self._new_id(), self._chance.choice(ACTIONS)
        seq = max(0, self.seq + self._chance.choice([-5, -1, 0, 0, 0, 0, 1, 1000]))
        self._acted = [*self._acted[-50:], number]
        message = {"type": "act", "id": number, "seq": seq, "action": action}
        return self._text("acts", message)

    def _repeated_id(self) -> HostileMessage:
        number, action = self._chance.choice(self._acted), self._chance.choice(ACTIONS)
        message = {"type": "act", "id": number, "seq": self.seq, "action": action}
        return self._text("repeated ids", message)

    def _odd_text(self) -> HostileMessage:
        kind = self._chance.choice(["say", "entropy"])
        return self._text("odd texts", {"type": kind, "text": self._chance.choice(ODD_TEXTS)})

    def _not_host(self) -> HostileMessage:
        kinds: list[dict[str, Any]] = [{"type": "start"}, {"type": "bot", "seat": 1, "bot": "random"}]
        kinds += [
            {"type": "remove", "seat": 0},
            {"type": "rematch"},
            {"type": "pace", "pace": 9},
            {"type": "entropy", "text": "luck"},
        ]
        kinds += [{"type": "leave"}, {"type": "close"}, {"type": "back"}] if self._aim.may_leave else []
        return self._text("what only others may", self._chance.choice(kinds))

    def _fragmented(self) -> HostileMessage:
        body = json.dumps({"type": "ping", "id": "f"}).encode()
        cuts = sorted(self._chance.sample(range(1, len(body)), 3))
        parts = [body[start:end] for start, end in zip([0, *cuts], [*cuts, len(body)], strict=True)]
        frames = frame(TEXT, parts[0], final=False) + frame(PING, b"between")
        frames += frame(CONTINUATION, b"", final=False)
        frames += b"".join(frame(CONTINUATION, part, final=False) for part in parts[1:-1])
        return HostileMessage("fragmented", frames + frame(CONTINUATION, parts[-1]))

    def _long_length(self) -> HostileMessage:
        """A length in more bytes than it needs."""
        body = b'{"type":"ping"}'
        return HostileMessage("long lengths", b"\x81\xfe" + len(body).to_bytes(2, "big") + bytes(4) + body)


PROTOCOL, INVALID_TEXT, TOO_BIG = 1002, 1007, 1009  # close codes of RFC 6455

# What ends a connection, and the code with which it ends.
VIOLATIONS: dict[str, tuple[bytes, int]] = {
    "reserved bits": (frame(TEXT, b"{}", reserved=4), PROTOCOL),
    "reserved opcodes": (frame(3, b"x"), PROTOCOL),
    "reserved control opcodes": (frame(11, b"x"), PROTOCOL),
    "unmasked frames": (frame(TEXT, b'{"type":"ping"}', masked=False), PROTOCOL),
    "invalid UTF-8": (frame(TEXT, b'{"type":"ping","id":"\xff"}'), INVALID_TEXT),
    "surrogates in UTF-8": (frame(TEXT, b"\xed\xa0\x80"), INVALID_TEXT),
    "oversize frames": (frame(TEXT, b"x" * TOO_LARGE), TOO_BIG),
    "oversize claims": (b"\x81\xff" + (1 << 62).to_bytes(8, "big") + bytes(4), TOO_BIG),
    "oversize in fragments": (
        frame(TEXT, b"x" * 3_000, final=False) + frame(CONTINUATION, b"x" * 3_000),
        TOO_BIG,
    ),
    "continuation of nothing": (frame(CONTINUATION, b"x"), PROTOCOL),
    "a message in a message": (frame(TEXT, b"a", final=False) + frame(TEXT, b"b"), PROTOCOL),
    "long control frames": (frame(PING, b"x" * 126), PROTOCOL),
    "fragmented control frames": (frame(PING, b"x", final=False), PROTOCOL),
    "half a close code": (frame(CLOSE, b"\x03"), PROTOCOL),
    "a close code of nobody": (frame(CLOSE, (1005).to_bytes(2, "big")), PROTOCOL),
    "no frames at all": (b"GET / HTTP/1.1\r\n\r\n" * 3, PROTOCOL),
}
