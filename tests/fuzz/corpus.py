"""The kept inputs of each target: a file with one Python bytes literal a line, so that people can read them."""

import ast
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"


def read_corpus(target: str) -> list[bytes]:
    file = FOLDER / f"{target}.txt"
    if not file.exists():
        return []
    return [ast.literal_eval(line) for line in file.read_text("ascii").splitlines()]


def write_corpus(target: str, inputs: Iterable[bytes]) -> None:
    lines = sorted({f"{data!r}\n" for data in inputs}, key=lambda line: (len(line), line))
    (FOLDER / f"{target}.txt").write_text("".join(lines), "ascii")
