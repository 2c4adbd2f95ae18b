"""How a game of Rascal Kittens is written down."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from purrlab.games.encoding import plain
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOYS, in_order
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.setup import Deal
from purrlab.games.rascal_kittens.table import Ran as RanInRules
from purrlab.records.record import Check, Format, Legal, Path, Record, RecordedAction, Step, steps_of

SETUP_RULES = {"stacks": "RK5", "middle": "RK6"}
RUN_RULES = {"seat": "RK10", "entry": "RK13", "toys": "RK11", "tokens": "RK11"}
STRING_TOLERANCE = 1e-6  # RK13: of a string; who measures with floats rounds


class Setup(Struct, kw_only=True):
    """Lists are indexed by seat. What is hidden from spectators of a running game is null there."""

    stacks: dict[str, list[int]] | None
    middle: str
    hands: list[list[str]] | None
    draws: list[list[str]] | UnsetType = UNSET  # unset: as the hands show them
    anchors: list[str | None]
    legal: Legal = UNSET


class Ran(Struct, kw_only=True):
    seat: int
    entry: str | None
    toys: list[str]
    tokens: list[int | None]
    string: float


class Round(Struct, kw_only=True):
    leader: int
    tile: str
    runs: list[Ran]
    legal: Legal = UNSET


class RascalKittensRecord(Record, kw_only=True):
    setup: Setup
    rounds: list[Round]


class RascalKittensFormat(Format):
    record_type: ClassVar[type[Record]] = RascalKittensRecord

    def write(self, state: RascalKittensState, header: Mapping[str, Any], *, secrets: bool) -> RascalKittensRecord:
        rounds = [
            Round(leader=leader, tile=tile, runs=[_ran(run, secrets=secrets) for run in runs])
            for leader, tile, runs in state.rounds
        ]
        return RascalKittensRecord(**header, setup=_setup(state, secrets=secrets), rounds=rounds)

    def normalise(self, record: RascalKittensRecord) -> RascalKittensRecord:
        """The tiles of a hand, and the toys of a run together with their tokens, may stand in any order."""
        hands = record.setup.hands and [_hand_in_order(hand) for hand in record.setup.hands]
        rounds = [replace(each, runs=[_run_in_order(run) for run in each.runs]) for each in record.rounds]
        return replace(record, setup=replace(record.setup, hands=hands), rounds=rounds)

    def deals(self, record: RascalKittensRecord) -> Sequence[Mapping[str, Any]] | None:
        setup = record.setup
        if setup.stacks is None or setup.hands is None:
            return None
        tiles = _stacks_of_tiles(setup.middle, setup.hands, _clockwise(record))
        return [{"stacks": setup.stacks, "middle": setup.middle, "tiles": tiles}]

    def scripted(self, state: RascalKittensState) -> list[dict[str, Any]]:
        deal = state.setup.deal
        return [{"stacks": _stacks(deal), "middle": deal.middle, "tiles": plain(deal.tiles)}]

    def steps(self, record: RascalKittensRecord) -> Iterator[Step | Check]:
        """Check the stacks, do what was done, and check each round of runs."""
        yield from (Check(("setup", key), rule) for key, rule in SETUP_RULES.items())
        yield from steps_of(_made_in_setup(record), record.setup.legal, ("setup", "legal"))
        yield from (Check(("setup", key), rule) for key, rule in {"hands": "RK6", "anchors": "RK7"}.items())
        for index, each in enumerate(record.rounds):
            path: Path = ("rounds", index)
            yield from steps_of(_made_in_round(each, path), each.legal, (*path, "legal"))
            yield Check((*path, "leader"), "RK8")
            for place in range(len(each.runs)):
                yield from (Check((*path, "runs", place, key), rule) for key, rule in RUN_RULES.items())
                yield Check((*path, "runs", place, "string"), "RK13", tolerance=STRING_TOLERANCE)


def _setup(state: RascalKittensState, *, secrets: bool) -> Setup:
    deal = state.setup.deal
    laid = {this_round.tile: this_round.leader for this_round in state.rounds}
    hands = [
        list[str](in_order((*held, *(tile for tile, leader in laid.items() if leader == seat))))
        for seat, held in enumerate(state.hands)
    ]
    return Setup(
        stacks=_stacks(deal) if secrets else None,
        middle=deal.middle,
        hands=hands if secrets else None,
        draws=plain(state.draws),
        anchors=list(state.anchors),
    )


def _stacks(deal: Deal) -> dict[str, list[int]]:
    return {toy: list(stack) for toy, stack in zip(TOYS, deal.stacks, strict=True)}


def _ran(run: RanInRules, *, secrets: bool) -> Ran:
    return Ran(**plain(run if secrets else run.hidden()))


def _hand_in_order(hand: list[str]) -> list[str]:
    """Whatever is no tile is left for the rules to refuse."""
    return list(in_order(hand)) if set(hand) <= COLOUR_OF_TILE.keys() else hand


def _run_in_order(run: Ran) -> Ran:
    if len(run.toys) != len(run.tokens) or not set(run.toys) <= set(TOYS):
        return run
    touched = sorted(zip(run.toys, run.tokens, strict=True), key=lambda pair: TOYS.index(pair[0]))
    return replace(run, toys=[toy for toy, _ in touched], tokens=[value for _, value in touched])


def _clockwise(record: RascalKittensRecord) -> list[int]:
    """The seats from the starting player on."""
    players, start = len(record.players), record.options.get("start")
    first = start if type(start) is int else 0
    return [(first + place) % players for place in range(players)]


def _stacks_of_tiles(middle: str, hands: Sequence[Sequence[str]], seats: Sequence[int]) -> dict[str, list[str]]:
    """RK6: stacks that give these hands: the first tiles of a colour, the extra ones, and what nobody drew."""
    stacks: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    held = [hands[seat] if seat < len(hands) else () for seat in seats]
    for turn in range(2):
        for hand in held:
            for colour in COLOURS:
                stacks[colour] += [tile for tile in hand if COLOUR_OF_TILE.get(tile) == colour][turn : turn + 1]
    for tile in TILES:
        if tile != middle and tile not in stacks[COLOUR_OF_TILE[tile]]:
            stacks[COLOUR_OF_TILE[tile]].append(tile)
    return stacks


def _draws(record: RascalKittensRecord, seat: int) -> list[str]:
    """RK6: the extra draws of a seat; where they are not written, every second tile of a colour was one."""
    setup = record.setup
    if setup.draws is not UNSET:
        return setup.draws[seat] if seat < len(setup.draws) else []
    hand = [COLOUR_OF_TILE.get(tile, tile) for tile in setup.hands[seat]] if setup.hands else []
    return [colour for colour in COLOURS if hand.count(colour) > 1]


def _made_in_setup(record: RascalKittensRecord) -> Iterator[RecordedAction]:
    """Draws and anchors are written by seat, but made from the starting player on."""
    setup, seats = record.setup, _clockwise(record)
    for seat in seats:
        for index, colour in enumerate(_draws(record, seat)):
            yield RecordedAction(("setup", "draws", seat, index), seat, Draw, (colour,))
    for seat in seats:
        side = setup.anchors[seat] if seat < len(setup.anchors) else None
        if side is not None:
            yield RecordedAction(("setup", "anchors", seat), seat, Anchor, (side,))


def _made_in_round(each: Round, path: Path) -> Iterator[RecordedAction]:
    yield RecordedAction((*path, "tile"), each.leader, Lay, (each.tile,))
    for place, run in enumerate(each.runs):
        if run.entry is not None:  # RK13: nobody is asked who cannot run
            yield RecordedAction((*path, "runs", place, "entry"), run.seat, Run, (run.entry,))


FORMAT = RascalKittensFormat()
