"""The file of a net: one line of JSON that says what it is, then its weights as numbers of 16 bits.

For each layer there is a row for every input, and then what is added: features to width, so many blocks of width to
width, width to actions. Lowest bytes come first.
"""

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

FORMAT = "purrlab-net/1"
MAX_HEADER_BYTES = 4096


@dataclass(frozen=True, slots=True)
class NetFile:
    game: str
    players: int
    width: int
    blocks: int
    weights: bytes


def read_net(file: Path) -> NetFile:
    """Raises ValueError where the file is no net, or not as it was written."""
    line, newline, weights = file.read_bytes().partition(b"\n")
    if not newline or len(line) > MAX_HEADER_BYTES:
        raise ValueError(f"{file} is not a net")
    try:
        header = json.loads(line)
        form, digest = header.pop("format"), header.pop("sha256")
        net = NetFile(**header, weights=weights)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{file} is not a net") from None
    if form != FORMAT:
        raise ValueError(f"{file} has the format {form!r}, not {FORMAT!r}")
    if digest != sha256(weights).hexdigest():
        raise ValueError(f"{file} is damaged: its weights are not those that were written")
    return net


def write_net(net: NetFile, file: Path) -> None:
    header = {"format": FORMAT, **asdict(net), "sha256": sha256(net.weights).hexdigest()}
    del header["weights"]
    file.write_bytes(json.dumps(header).encode() + b"\n" + net.weights)
