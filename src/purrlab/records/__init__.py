"""Records of games: write, read, replay, verify."""

from purrlab.records.json_lines import decode, encode, read_records
from purrlab.records.record import Record, RecordError, Step
from purrlab.records.replay import Moment, record_of, replay, verify

__all__ = [
    "Moment",
    "Record",
    "RecordError",
    "Step",
    "decode",
    "encode",
    "read_records",
    "record_of",
    "replay",
    "verify",
]
