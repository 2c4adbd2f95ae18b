"""Which inputs are worth keeping: those that reach something, or come to an end, that no shorter one does."""

import re
import sys
import threading
from collections.abc import Iterable
from types import FrameType
from typing import Any

from fuzz.targets import Target

MEASURED = ("purrlab", "h11", "websockets", "tomllib")  # the packages whose lines count
DETAIL = re.compile(r"'.*'|`.*`|\".*\"|\d+", re.DOTALL)  # in which two ends of the same kind differ
Feature = tuple[str, int, int] | str  # from a line to a line of a module, or how it ended


def worth_keeping(target: Target, inputs: Iterable[bytes]) -> list[bytes]:
    known, kept = set[Feature](), list[bytes]()
    for data in sorted(set(inputs), key=lambda data: (len(data), data)):
        features = _features(target, data)
        if not features <= known:
            known |= features
            kept.append(data)
    return kept


def _features(target: Target, data: bytes) -> set[Feature]:
    found = set[Feature]()

    def trace(frame: FrameType, _event: str, _about: Any) -> Any:
        module = frame.f_globals.get("__name__", "")
        if module.partition(".")[0] not in MEASURED:
            return None
        last = frame.f_lineno

        def trace_lines(frame: FrameType, event: str, _about: Any) -> Any:
            nonlocal last
            if event == "line":
                found.add((module, last, frame.f_lineno))
                last = frame.f_lineno
            return trace_lines

        return trace_lines

    before = sys.gettrace()
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        end = target(data)
    finally:
        sys.settrace(before)
        threading.settrace(before)
    return found | {DETAIL.sub("", end)}
