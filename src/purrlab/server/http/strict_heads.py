"""Heads of requests that others may read differently than h11 does: a proxy in between could be made to disagree.

h11 takes them as lenient servers do. Here they are refused, before anything is made of them.
"""

import h11
from h11._receivebuffer import ReceiveBuffer


class StrictReceiveBuffer(ReceiveBuffer):
    """What h11 reads the lines of a head from."""

    _extracted = bytearray()

    def _extract(self, count: int) -> bytearray:
        self._extracted = super()._extract(count)
        return self._extracted

    def maybe_extract_lines(self) -> list[bytearray] | None:
        lines = super().maybe_extract_lines()
        if lines is not None:
            _check_line_ends(bytes(self._extracted))
            _check_fields(lines)
        return lines


def _check_line_ends(head: bytes) -> None:
    if head.count(b"\n") != head.count(b"\r\n") or head.count(b"\r") != head.count(b"\r\n"):
        raise h11.RemoteProtocolError("a line does not end with CR LF")


def _check_fields(lines: list[bytearray]) -> None:
    """One length, in digits; and no parts in a request of HTTP/1.0, which knows none."""
    if not lines:
        return
    fields = [line.partition(b":") for line in lines[1:]]
    lengths = [value.strip(b" \t") for name, _, value in fields if name.lower() == b"content-length"]
    if len(lengths) > 1 or not all(length.isdigit() for length in lengths):
        raise h11.RemoteProtocolError("a request has one Content-Length, in digits")
    in_parts = any(name.lower() == b"transfer-encoding" for name, _, _ in fields)
    if in_parts and lines[0].rstrip().endswith(b"HTTP/1.0"):
        raise h11.RemoteProtocolError("HTTP/1.0 has no Transfer-Encoding")
