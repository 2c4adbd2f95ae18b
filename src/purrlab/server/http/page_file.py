"""A file of the page, as it is sent."""

from typing import NamedTuple


class PageFile(NamedTuple):
    content: bytes
    compressed: bytes | None
    kind: bytes
    cache: bytes
    vary: bytes = b"accept-encoding"

    def answer(self, accepted: str) -> tuple[bytes, list[tuple[bytes, bytes]]]:
        """The body and the headers, for a client that accepts these encodings."""
        headers = [(b"content-type", self.kind), (b"cache-control", self.cache), (b"vary", self.vary)]
        if self.compressed is not None and "gzip" in accepted:
            return self.compressed, [*headers, (b"content-encoding", b"gzip")]
        return self.content, headers
