"""How a game of Cat in the Box is written down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType

from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.games.cat_in_the_box.table import PastRound
from purrlab.games.game import Action, NotationError
from purrlab.games.values import plain
from purrlab.records.record import Check, Format, Path, Record, RecordError, Step

DEALT = {"start": "CB4", "hands": "CB6", "table": "CB6"}
DONE = {"discards": "CB7", "bids": "CB8", "paradox": "CB15", "tricks": "CB13", "bonus": "CB17", "scores": "CB16"}


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
    legal: list[tuple[int, str, list[Any]]] | UnsetType = UNSET  # seat, verb and choices at every decision


class ScriptedDeal(Struct):
    hands: list[list[int]]
    table: list[int]


class CatInTheBoxRecord(Record, kw_only=True):
    rounds: list[Round]
    deals: list[ScriptedDeal] | UnsetType = UNSET  # of a running game without a seed, those to come included


class CatInTheBoxFormat(Format):
    shape: ClassVar[type[Record]] = CatInTheBoxRecord
    option_rules: ClassVar[Mapping[str, str]] = {"layout": "CB3", "start": "CB4"}

    def write(self, state: CatInTheBoxState, header: Mapping[str, Any], *, secrets: bool) -> CatInTheBoxRecord:
        rounds = [_past_round(past) for past in state.round.past]
        if state.outcome is None:
            rounds.append(_running_round(state))
        if not secrets:
            for each in rounds:
                each.hands = each.table = each.discards = None
        record = CatInTheBoxRecord(**header, rounds=rounds)
        if secrets and state.outcome is None and state.seed is None:
            record.deals = [ScriptedDeal(_hands(deal), list(deal.table)) for deal in state.setup.deals]
        return record

    def deals(self, record: CatInTheBoxRecord) -> Sequence[Mapping[str, Any]] | None:
        if record.deals is not UNSET:
            return [{"hands": deal.hands, "table": deal.table} for deal in record.deals]
        if any(each.hands is None for each in record.rounds):
            return None
        return [{"hands": each.hands, "table": each.table or []} for each in record.rounds]

    def steps(self, record: CatInTheBoxRecord) -> Iterator[Step | Check]:
        """Each round: check the deal, do what was done, check the score."""
        for index, each in enumerate(record.rounds):
            path: Path = ("rounds", index)
            yield from (Check((*path, key), rule) for key, rule in DEALT.items())
            yield from _steps(each, path, len(record.players))
            yield from (Check((*path, key), rule) for key, rule in DONE.items())


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


def _steps(each: Round, path: Path, players: int) -> Iterator[Step]:
    actions = list(_actions(each, players))
    legal = [None] * len(actions) if each.legal is UNSET else each.legal
    if len(legal) != len(actions):
        raise RecordError(f"expected an entry for each of {len(actions)} decisions", path=(*path, "legal"))
    for (where, seat, verb, *words), choices in zip(actions, legal, strict=True):
        yield Step((*path, *where), seat, _action((*path, *where), verb, *words), choices)


def _actions(each: Round, players: int) -> Iterator[tuple[Any, ...]]:
    """Discards and bids are written by seat, but made from the start player on."""
    seats = [(each.start + turn) % players for turn in range(players)]
    for key, verb, made in (("discards", Discard, each.discards), ("bids", Bid, each.bids)):
        for seat in seats:
            if made is not None and seat < len(made) and made[seat] is not None:
                yield (key, seat), seat, verb, made[seat]
    for index, (seat, value, colour) in enumerate(each.plays):
        yield ("plays", index), seat, Play, value, colour


def _action(path: Path, verb: type[Action], *words: Any) -> Action:
    try:
        return verb(*words)
    except NotationError as error:
        raise RecordError(str(error), path=path, rule=verb.rule) from None
