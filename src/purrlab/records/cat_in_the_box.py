"""How a game of Cat in the Box is written down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.games.cat_in_the_box.table import PastRound
from purrlab.games.encoding import plain
from purrlab.records.record import Check, Format, Legal, Path, Record, RecordedAction, Step, steps_of

SETUP_RULES = {"start": "CB4", "hands": "CB6", "table": "CB6"}
RESULT_RULES = {
    "discards": "CB7",
    "bids": "CB8",
    "paradox": "CB15",
    "tricks": "CB13",
    "bonus": "CB17",
    "scores": "CB16",
}


class Round(Struct, kw_only=True):
    """Lists are indexed by seat. What is hidden from spectators of a running game is null there."""

    start: int
    hands: list[list[int]] | None
    table: list[int] | None
    discards: list[int | None] | None
    bids: list[int | None] | None
    plays: list[tuple[int, int, str]]
    paradox: int | None
    tricks: list[int]
    bonus: list[int] | None
    scores: list[int] | None
    legal: Legal = UNSET


class CatInTheBoxRecord(Record, kw_only=True):
    rounds: list[Round]


class CatInTheBoxFormat(Format):
    record_type: ClassVar[type[Record]] = CatInTheBoxRecord

    def write(self, state: CatInTheBoxState, header: Mapping[str, Any], *, secrets: bool) -> CatInTheBoxRecord:
        rounds = [_past_round(past) for past in state.round.past]
        if state.outcome is None:
            rounds.append(_running_round(state))
        if not secrets:
            for each in rounds:
                each.hands = each.table = each.discards = None
        return CatInTheBoxRecord(**header, rounds=rounds)

    def normalise(self, record: CatInTheBoxRecord) -> CatInTheBoxRecord:
        """CB6: the cards of a hand may stand in any order."""
        rounds = [replace(each, hands=each.hands and [sorted(hand) for hand in each.hands]) for each in record.rounds]
        return replace(record, rounds=rounds)

    def deals(self, record: CatInTheBoxRecord) -> Sequence[Mapping[str, Any]] | None:
        if any(each.hands is None for each in record.rounds):
            return None
        return [{"hands": each.hands, "table": each.table or []} for each in record.rounds]

    def scripted(self, state: CatInTheBoxState) -> list[dict[str, Any]]:
        return [{"hands": _hands(deal), "table": list(deal.table)} for deal in state.setup.deals]

    def steps(self, record: CatInTheBoxRecord) -> Iterator[Step | Check]:
        """Each round: check the deal, do what was done, check the score."""
        for index, each in enumerate(record.rounds):
            path: Path = ("rounds", index)
            yield from (Check((*path, key), rule) for key, rule in SETUP_RULES.items())
            yield from steps_of(_made(each, path, len(record.players)), each.legal, (*path, "legal"))
            yield from (Check((*path, key), rule) for key, rule in RESULT_RULES.items())


def _past_round(past: PastRound) -> Round:
    result, deal, discards = past
    return Round(
        start=result.opening.start,
        hands=_hands(deal),
        table=list(deal.table),
        discards=list(discards),
        bids=plain(result.bids),
        plays=[(seat, play.value, play.colour) for seat, play in result.plays],
        paradox=result.paradox,
        tricks=list(result.tricks),
        bonus=list(result.bonus),
        scores=list(result.scores),
    )


def _running_round(state: CatInTheBoxState) -> Round:
    table = state.table
    return Round(
        start=table.opening.start,
        hands=_hands(state.round.deal),
        table=list(state.round.deal.table),
        discards=list(state.discards),
        bids=[board.bid for board in table.boards] if state.setup.numbers.bids else None,
        plays=[(seat, play.value, play.colour) for seat, play in table.plays],
        paradox=None,
        tricks=[board.tricks for board in table.boards],
        bonus=None,
        scores=None,
    )


def _hands(deal: Deal) -> list[list[int]]:
    return [list(values_in(hand)) for hand in deal.hands]


def _made(each: Round, path: Path, players: int) -> Iterator[RecordedAction]:
    """Discards and bids are written by seat, but made from the start player on."""
    seats = [(each.start + turn) % players for turn in range(players)]
    for key, verb, made in (("discards", Discard, each.discards), ("bids", Bid, each.bids)):
        for seat in seats:
            if made is not None and seat < len(made) and made[seat] is not None:
                yield RecordedAction((*path, key, seat), seat, verb, (made[seat],))
    for index, (seat, value, colour) in enumerate(each.plays):
        yield RecordedAction((*path, "plays", index), seat, Play, (value, colour))


FORMAT = CatInTheBoxFormat()
