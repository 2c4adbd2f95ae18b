"""An observation of Cat in the Box in ten words of 64 bits, for whoever keeps many of them.

``PACKED`` says which bits are what; nothing that an observation tells is missing. A GPU writes the same words
(native/core/cat_in_the_box/packed.hpp), by constants that ``tools/generate_core_files.py`` makes of these. The viewer
is whoever is to act.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from purrlab.native.cat_in_the_box import observation as layout

WORDS, SEATS, CELLS = 10, layout.SEATS, 36
MOMENT_WORD, FIRST_PLAYS, PLAYS_A_WORD, PLAY_BITS = 5, 6, 9, 6
TOTAL_OFFSET = 512  # so that totals are never negative
OVER = 3  # the phase after the last

Words = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PackedPart:
    """Bits of the words ``first_word`` to ``last_word``, in each of them the same."""

    name: str
    first_word: int
    last_word: int
    first_bit: int
    bits: int
    meaning: str

    def of(self, words: Any) -> Any:
        """The numbers that stand there, a column for each word. Any library's array of integers will do."""
        return words[..., self.first_word : self.last_word + 1] >> self.first_bit & (1 << self.bits) - 1


TOKENS = PackedPart(
    "tokens", 0, 4, 0, CELLS, "each seat's tokens, a bit for each cell; the covered cells in the last word"
)
MARKERS = PackedPart("markers", 0, 4, 36, 4, "the colours that each seat has not given up, a bit for each")
TRICKS = PackedPart("tricks", 0, 4, 40, 4, "tricks won by each seat")
BIDS = PackedPart("bids", 0, 4, 44, 3, "each seat's bid, 0 before it")
TOTALS = PackedPart("totals", 0, 4, 47, 10, f"points of each seat in the rounds before, and {TOTAL_OFFSET}")
HAND = PackedPart("hand", MOMENT_WORD, MOMENT_WORD, 0, CELLS, "own cards of each value, four bits for each")
PHASE = PackedPart("phase", MOMENT_WORD, MOMENT_WORD, 36, 2, "discards 0, bids 1, plays 2, over 3")
START = PackedPart("start", MOMENT_WORD, MOMENT_WORD, 38, 3, "who starts the round, counted from the viewer on")
TURN = PackedPart("turn", MOMENT_WORD, MOMENT_WORD, 41, 3, "who is to act, counted from the viewer on")
TRICKS_DONE = PackedPart("tricks_done", MOMENT_WORD, MOMENT_WORD, 44, 4, "tricks that are over")
CARDS_IN_TRICK = PackedPart("cards_in_trick", MOMENT_WORD, MOMENT_WORD, 48, 3, "cards in the trick in play")
PLAYERS = PackedPart("players", MOMENT_WORD, MOMENT_WORD, 51, 3, "how many play")
DISCARD = PackedPart("discard", MOMENT_WORD, MOMENT_WORD, 54, 4, "the value of the own discard, 0 before it")
ROUND_NUMBER = PackedPart("round_number", MOMENT_WORD, MOMENT_WORD, 58, 3, "which round of the game it is, from 1")
PLAYS = PackedPart(
    "plays", FIRST_PLAYS, WORDS - 1, 0, PLAYS_A_WORD * PLAY_BITS, "the cells played, in order, six bits each"
)

PACKED = (
    TOKENS,
    MARKERS,
    TRICKS,
    BIDS,
    TOTALS,
    HAND,
    PHASE,
    START,
    TURN,
    TRICKS_DONE,
    CARDS_IN_TRICK,
    PLAYERS,
    DISCARD,
    ROUND_NUMBER,
    PLAYS,
)


def pack(observations: Numbers, turn: Words | None = None) -> Words:
    """The words of observations, a row for each. ``turn``: who is to act, from the viewer on; by default the viewer."""
    words = np.zeros((len(observations), WORDS), np.int64)
    if turn is not None:
        _put(words, TURN, turn[:, None].astype(np.int64))
    _put(words, TOKENS, _bits(_counts(observations, layout.TOKENS)))
    _put(words, MARKERS, _bits(_counts(observations, layout.MARKERS)))
    for part, counted in ((TRICKS, layout.TRICKS), (BIDS, layout.BIDS)):
        _put(words, part, _counts(observations, counted)[..., 0])
    _put(words, TOTALS, _counts(observations, layout.TOTALS)[..., 0] + TOTAL_OFFSET)
    hand = _counts(observations, layout.HAND)[..., 0]
    _put(words, HAND, (hand << 4 * np.arange(hand.shape[1])).sum(axis=1, keepdims=True))
    phase = _counts(observations, layout.PHASE)[..., 0]
    _put(words, PHASE, np.where(phase.any(axis=1), phase.argmax(axis=1), OVER)[:, None])
    _put(words, START, _counts(observations, layout.START)[..., 0].argmax(axis=1)[:, None])
    for part, counted in (
        (TRICKS_DONE, layout.TRICKS_DONE),
        (CARDS_IN_TRICK, layout.CARDS_IN_TRICK),
        (PLAYERS, layout.PLAYERS),
        (DISCARD, layout.DISCARD),
        (ROUND_NUMBER, layout.ROUND_NUMBER),
    ):
        _put(words, part, _counts(observations, counted)[:, 0])
    order = _counts(observations, layout.PLAYED_AT)[..., 0]
    cells = np.zeros(
        (len(observations), CELLS + 1), np.int64
    )  # in the order of the plays; the first for those not played
    np.put_along_axis(cells, order, np.arange(CELLS)[None], axis=1)
    plays = np.where(np.arange(CELLS) < (order > 0).sum(axis=1, keepdims=True), cells[:, 1:], 0)
    _put(words, PLAYS, (plays.reshape(-1, 4, PLAYS_A_WORD) << PLAY_BITS * np.arange(PLAYS_A_WORD)).sum(axis=2))
    return words


def unpack(words: Words) -> Numbers:
    """The observations that were packed."""
    numbers = np.zeros((len(words), layout.OBSERVATION.size), np.float32)
    players, phase = PLAYERS.of(words), PHASE.of(words)
    _write(numbers, layout.TOKENS, TOKENS.of(words)[..., None] >> np.arange(CELLS) & 1)
    _write(numbers, layout.MARKERS, MARKERS.of(words)[..., None] >> np.arange(4) & 1)
    _write(numbers, layout.TOTALS, (TOTALS.of(words) - TOTAL_OFFSET)[..., None])
    _write(numbers, layout.HAND, (HAND.of(words) >> 4 * np.arange(9) & 15)[..., None])
    _write(numbers, layout.PHASE, (phase == np.arange(OVER))[..., None])
    _write(numbers, layout.START, (START.of(words) == np.arange(SEATS))[..., None])
    _write(numbers, layout.RED_DECLARED, _red_declared(words, players)[..., None])
    for part, counted in (
        (TRICKS, layout.TRICKS),
        (BIDS, layout.BIDS),
        (TRICKS_DONE, layout.TRICKS_DONE),
        (CARDS_IN_TRICK, layout.CARDS_IN_TRICK),
        (PLAYERS, layout.PLAYERS),
        (DISCARD, layout.DISCARD),
        (ROUND_NUMBER, layout.ROUND_NUMBER),
    ):
        _write(numbers, counted, part.of(words)[..., None])
    _write_plays(numbers, words, players[:, 0])
    return numbers


def _write_plays(numbers: Numbers, words: Words, players: npt.NDArray[np.int64]) -> None:
    """The order of the plays, and those of the trick in play."""
    in_trick = CARDS_IN_TRICK.of(words)[:, 0]
    made = TRICKS_DONE.of(words)[:, 0] * players + in_trick
    plays = (PLAYS.of(words)[..., None] >> PLAY_BITS * np.arange(PLAYS_A_WORD) & 63).reshape(len(words), CELLS)
    rows, order = np.nonzero(np.arange(CELLS) < made[:, None])
    numbers[rows, layout.PLAYED_AT.offset + plays[rows, order]] = (order + 1) * layout.PLAYED_AT.scale
    leader = TURN.of(words)[:, 0] - in_trick
    for card in range(SEATS - 1):
        rows = np.flatnonzero(card < in_trick)
        cell = plays[rows, (made - in_trick + card)[rows]]
        place = (leader + card)[rows] % players[rows]
        colours, values = layout.TRICK_COLOURS, layout.TRICK_VALUES
        numbers[rows, colours.offset + colours.step * place + cell % 4] = 1
        numbers[rows, values.offset + values.step * place] = (cell // 4 + 1) * values.scale
        if card == 0:
            numbers[rows, layout.LED_COLOUR.offset + cell % 4] = 1


def _red_declared(words: Words, players: npt.NDArray[np.int64]) -> Any:
    red = sum(1 << cell for cell in range(0, CELLS, 4))
    declared = np.where(np.arange(SEATS) < players, TOKENS.of(words), 0)
    return (declared & red != 0).any(axis=1, keepdims=True)


def _counts(observations: Numbers, part: Any) -> Any:
    """What was counted, unscaled: by rows and columns."""
    numbers = observations[:, list(part.positions)].reshape(len(observations), part.rows, part.columns)
    return np.rint(numbers / part.scale).astype(np.int64)


def _bits(rows: Any) -> Any:
    return (rows << np.arange(rows.shape[-1])).sum(axis=-1)


def _put(words: Words, part: PackedPart, numbers: Any) -> None:
    words[:, part.first_word : part.last_word + 1] |= (
        numbers.reshape(len(words), part.last_word + 1 - part.first_word) << part.first_bit
    )


def _write(numbers: Numbers, part: Any, counts: Any) -> None:
    numbers[:, list(part.positions)] = counts.reshape(len(numbers), part.rows * part.columns) * np.float32(part.scale)
