"""How a game of Coin Flip is written down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, Struct

from coin_flip.rules import CoinFlipState, Guess
from purrlab.records.record import Check, Format, Legal, Path, Record, RecordedAction, Step, steps_of

SETUP_RULES = {"start": "CF3", "coins": "CF2"}
RESULT_RULES = {"guesses": "CF4", "heads": "CF5", "scores": "CF5"}


class Round(Struct, kw_only=True):
    """Lists are indexed by seat. What is hidden from spectators of a running game is null there."""

    start: int
    coins: list[str] | None
    guesses: list[int | None]
    heads: int | None
    scores: list[int] | None
    legal: Legal = UNSET


class CoinFlipRecord(Record, kw_only=True):
    rounds: list[Round]


class CoinFlipFormat(Format):
    record_type: ClassVar[type[Record]] = CoinFlipRecord

    def write(self, state: CoinFlipState, header: Mapping[str, Any], *, secrets: bool) -> CoinFlipRecord:
        rounds = [
            Round(start=start, coins=list(coins), guesses=list(guesses), heads=heads, scores=list(scores))
            for start, coins, guesses, heads, scores in state.past
        ]
        if state.outcome is None:
            coins = list[str](state.coins) if secrets else None
            rounds.append(Round(start=state.start, coins=coins, guesses=list(state.guesses), heads=None, scores=None))
        return CoinFlipRecord(**header, rounds=rounds)

    def normalise(self, record: CoinFlipRecord) -> CoinFlipRecord:
        return record

    def deals(self, record: CoinFlipRecord) -> Sequence[Mapping[str, Any]] | None:
        if any(each.coins is None for each in record.rounds):
            return None
        return [{"coins": each.coins} for each in record.rounds]

    def scripted(self, state: CoinFlipState) -> list[dict[str, Any]]:
        return [{"coins": list(coins)} for coins in state.setup.deals]

    def steps(self, record: CoinFlipRecord) -> Iterator[Step | Check]:
        for index, each in enumerate(record.rounds):
            path: Path = ("rounds", index)
            yield from (Check((*path, key), rule) for key, rule in SETUP_RULES.items())
            yield from steps_of(_guesses(each, path, len(record.players)), each.legal, (*path, "legal"))
            yield from (Check((*path, key), rule) for key, rule in RESULT_RULES.items())


def _guesses(each: Round, path: Path, players: int) -> Iterator[RecordedAction]:
    """They are written by seat, but said from the start player on."""
    for seat in ((each.start + turn) % players for turn in range(players)):
        if seat < len(each.guesses) and each.guesses[seat] is not None:
            yield RecordedAction((*path, "guesses", seat), seat, Guess, (each.guesses[seat],))


FORMAT = CoinFlipFormat()
