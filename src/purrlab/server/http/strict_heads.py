"""Requests that h11 takes as lenient servers do, and that are refused here before anything is made of them.

These are heads that others may read differently than h11 does, so that a proxy in between could be made to disagree;
and those that take long to read, before any limit of requests counts them: large heads, and bodies in many parts.
"""

import re

import h11
from h11._receivebuffer import ReceiveBuffer

MAX_HEAD_BYTES = 16_384
MAX_HEAD_FIELDS = 256
MAX_BODY_PARTS = 256  # of a body that comes in parts ("chunks"), however small they are

VERSIONS = (b"HTTP/1.0", b"HTTP/1.1")
LENGTH = re.compile(rb"0|[1-9][0-9]*")
PART_SIZE = re.compile(rb"[0-9A-Fa-f]{1,8}(?:;[^\r\n]*)?\r\n")  # with what h11 ignores after it


class StrictReceiveBuffer(ReceiveBuffer):
    """What h11 reads the lines of a head and the parts of a body from."""

    _extracted = bytearray()
    _body_parts = 0

    def _extract(self, count: int) -> bytearray:
        self._extracted = super()._extract(count)
        return self._extracted

    def maybe_extract_lines(self) -> list[bytearray] | None:
        lines = super().maybe_extract_lines()
        if lines is not None:
            head = [] if self._body_parts else lines[:1]  # after the parts of a body there are fields alone
            self._body_parts = 0
            _check_size(len(self._extracted), len(lines) - 1)
            _check_line_ends(bytes(self._extracted))
            _check_first_line(head)
            _check_fields(head, lines[len(head) :])
        return lines

    def maybe_extract_next_line(self) -> bytearray | None:
        """The line with which a part of a body begins."""
        line = super().maybe_extract_next_line()
        if line is not None:
            self._body_parts += 1
            if self._body_parts > MAX_BODY_PARTS:
                raise h11.RemoteProtocolError("the body comes in too many parts")
            if PART_SIZE.fullmatch(line) is None:
                raise h11.RemoteProtocolError("a part of a body begins with its size")
        return line


def _check_size(head_bytes: int, fields: int) -> None:
    """h11 has a limit only for what has not come whole."""
    if head_bytes > MAX_HEAD_BYTES or fields > MAX_HEAD_FIELDS:
        raise h11.RemoteProtocolError("the head is too large")


def _check_line_ends(head: bytes) -> None:
    if head.count(b"\n") != head.count(b"\r\n") or head.count(b"\r") != head.count(b"\r\n"):
        raise h11.RemoteProtocolError("a line does not end with CR LF")


def _check_first_line(head: list[bytearray]) -> None:
    if head and bytes(head[0]).rpartition(b" ")[2] not in VERSIONS:
        raise h11.RemoteProtocolError("this server speaks HTTP/1.0 and HTTP/1.1")


def _check_fields(head: list[bytearray], lines: list[bytearray]) -> None:
    """One length, in digits; no folded lines; and no parts in a request of HTTP/1.0, which knows none."""
    if any(line.startswith((b" ", b"\t")) for line in lines):
        raise h11.RemoteProtocolError("a field has one line")
    fields = [line.partition(b":") for line in lines]
    lengths = [value.strip(b" \t") for name, _, value in fields if name.lower() == b"content-length"]
    if len(lengths) > 1 or not all(LENGTH.fullmatch(length) for length in lengths):
        raise h11.RemoteProtocolError("a request has one Content-Length, in digits")
    in_parts = any(name.lower() == b"transfer-encoding" for name, _, _ in fields)
    if in_parts and head and head[0].endswith(b"HTTP/1.0"):
        raise h11.RemoteProtocolError("HTTP/1.0 has no Transfer-Encoding")
