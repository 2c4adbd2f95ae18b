"""Does a record keep the rules? An independent reading of them that shares no code with the game.

It reads records as JSON and rooms as TOML, decides touching with fractions and measures string with floats.
"""

import math
import tomllib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

COLOURS = ["yellow", "turquoise", "red", "violet"]
PIECES = ["chair", "table", "bed", "wardrobe", "armchair"]
CORNERS = {
    "top": ((0, 0), (1, 0)),
    "right": ((100, 0), (0, 1)),
    "bottom": ((100, 100), (-1, 0)),
    "left": ((0, 100), (0, -1)),
}
STRING_TOLERANCE = 1e-6

Record = Mapping[str, Any]
Point = tuple[Fraction, Fraction]


class RuleBroken(AssertionError):
    """The record breaks a rule."""


def check_equal(rule: str, said: object, true: object) -> None:
    if said != true:
        raise RuleBroken(f"{rule}: {said!r} in the record, {true!r} by the rules")


def to_fraction(number: float) -> Fraction:
    return Fraction(str(number))


def built_in_rooms() -> Path:
    return Path(__file__).parents[2] / "src" / "purrlab" / "games" / "rascal_kittens" / "rooms"


class Floor:
    """A room: where the notches are, and the toys."""

    def __init__(self, room: Any) -> None:
        if isinstance(room, str):
            room = tomllib.loads((built_in_rooms() / f"{room}.toml").read_text("utf-8"))
        self.toys = {toy: tuple(map(to_fraction, disc)) for toy, disc in room["toys"].items()}
        self.notches: dict[tuple[str, str], Point] = {}
        for place, wall in room["walls"].items():
            (x, y), (right, down) = CORNERS[place]
            for piece in wall["pieces"]:
                for side, along in zip(("left", "right"), map(to_fraction, piece["notches"]), strict=True):
                    self.notches[f"{wall['colour']}-{piece['piece']}", side] = (x + right * along, y + down * along)

    def touched(self, start: Point, end: Point) -> set[str]:
        return {
            toy
            for toy, (x, y, radius) in self.toys.items()
            if squared_distance_to_segment(start, end, (x, y)) <= radius**2
        }


def squared_distance_to_segment(start: Point, end: Point, spot: Point) -> Fraction:
    """The square of the distance between a spot and the nearest point of a segment."""
    ahead = (end[0] - start[0], end[1] - start[1])
    length = ahead[0] ** 2 + ahead[1] ** 2
    share = ((spot[0] - start[0]) * ahead[0] + (spot[1] - start[1]) * ahead[1]) / length if length else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    nearest = (start[0] + share * ahead[0], start[1] + share * ahead[1])
    return (spot[0] - nearest[0]) ** 2 + (spot[1] - nearest[1]) ** 2


def distance(one: Point, other: Point) -> float:
    return math.hypot(float(other[0] - one[0]), float(other[1] - one[1]))


def check(record: Record) -> None:
    """Raise RuleBroken unless the whole record keeps the rules."""
    _Game(record).check()


class _Game:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.players = len(record["players"])
        self.start: int = record["options"]["start"]
        self.seats = [(self.start + place) % self.players for place in range(self.players)]
        self.rooms = [Floor(room) for room in record["options"]["rooms"]]
        self.stacks = {toy: list(stack) for toy, stack in record["setup"]["stacks"].items()}
        self.hands = [list(hand) for hand in record["setup"]["hands"]]
        self.string = [float(record["options"]["string"])] * self.players
        self.middle: str = record["setup"]["middle"]
        self.tokens: list[list[tuple[str, int]]] = [[] for _ in self.seats]

    def check(self) -> None:
        check_equal("RK1", self.players in (2, 3, 4), true=True)
        self.check_stacks()
        self.check_hands()
        self.check_setup_legal()
        self.at = [
            self.rooms[seat].notches[self.middle, side] for seat, side in enumerate(self.record["setup"]["anchors"])
        ]
        check_equal("RK1", len(self.record["rounds"]), 12)
        for index, each in enumerate(self.record["rounds"]):
            self.check_round(index, each)
        self.check_end()

    def check_stacks(self) -> None:
        check_equal("RK4", len(self.stacks), 10)
        for stack in self.stacks.values():
            check_equal("RK5", len(stack), {2: 3, 3: 4, 4: 5}[self.players])
            check_equal("RK5", stack, sorted(stack))
            check_equal("RK4", not Counter(stack) - Counter([2, 2, 3, 3, 4]), true=True)

    def check_hands(self) -> None:
        tiles = [tile for hand in self.hands for tile in hand] + [self.middle]
        check_equal("RK2", set(tiles) <= {f"{colour}-{piece}" for colour in COLOURS for piece in PIECES}, true=True)
        check_equal("RK6", len(tiles), len(set(tiles)))
        for hand, draws in zip(self.hands, self.record["setup"]["draws"], strict=True):
            check_equal("RK6", len(hand), {2: 7, 3: 5, 4: 4}[self.players])
            check_equal("RK6", len(draws), len(set(draws)))
            check_equal("RK6", Counter(tile.split("-")[0] for tile in hand), Counter(COLOURS) + Counter(draws))

    def check_setup_legal(self) -> None:
        """RK6 and RK7: what could be drawn, and how anchored."""
        legal = list(self.record["setup"].get("legal", ()))
        if not legal:
            return
        size = {colour: 5 - self.players - (self.middle.split("-")[0] == colour) for colour in COLOURS}
        for seat in self.seats:
            drawn: list[str] = []
            for colour in self.record["setup"]["draws"][seat]:
                open_stacks = [each for each in COLOURS if size[each] > 0 and each not in drawn]
                check_equal("RK6", legal.pop(0), [seat, "draw", open_stacks])
                size[colour] -= 1
                drawn.append(colour)
        for seat in self.seats:
            check_equal("RK7", legal.pop(0), [seat, "anchor", ["left", "right"]])
        check_equal("RK7", legal, [])

    def check_round(self, index: int, each: Record) -> None:
        leader, tile = each["leader"], each["tile"]
        legal = list(each.get("legal", ()))
        check_equal("RK8", leader, (self.start + index) % self.players)
        other = [held for held in self.hands[leader] if held.split("-")[0] != self.middle.split("-")[0]]
        allowed = other or list(self.hands[leader])
        check_equal("RK9", tile in allowed, true=True)
        if legal:
            seat, verb, tiles = legal.pop(0)
            check_equal("RK9", (seat, verb, sorted(tiles)), (leader, "lay", sorted(allowed)))
        self.hands[leader].remove(tile)
        self.middle = tile
        check_equal(
            "RK10",
            [run["seat"] for run in each["runs"]],
            [(leader + place) % self.players for place in range(self.players)],
        )
        for run in each["runs"]:
            self.check_run(run, legal, asked="legal" in each)
        check_equal("RK10", legal, [])

    def check_run(self, run: Record, legal: list[Any], *, asked: bool) -> None:
        seat, entry = run["seat"], run["entry"]
        left, right = (self.rooms[seat].notches[self.middle, side] for side in ("left", "right"))
        behind = distance(left, right)
        needed = {"left": distance(self.at[seat], left) + behind, "right": distance(self.at[seat], right) + behind}
        ways = [side for side, length in needed.items() if length <= self.string[seat]]
        if asked and ways:
            check_equal("RK13", legal.pop(0), [seat, "run", ways])
        if entry is None:
            check_equal("RK13", ways, [])
            check_equal("RK13", (list(run["toys"]), list(run["tokens"])), ([], []))
        else:
            check_equal("RK13", entry in ways, true=True)
            way_in, way_out = (left, right) if entry == "left" else (right, left)
            self.check_catch(run, self.rooms[seat].touched(self.at[seat], way_in))
            self.at[seat] = way_out
            self.string[seat] -= needed[entry]
        check_equal("RK13", abs(run["string"] - self.string[seat]) < STRING_TOLERANCE, true=True)

    def check_catch(self, run: Record, touched: set[str]) -> None:
        check_equal("RK11", len(run["toys"]), len(set(run["toys"])))
        check_equal("RK11", set(run["toys"]), touched)
        tokens = [self.stacks[toy].pop(0) if self.stacks[toy] else 0 for toy in run["toys"]]
        check_equal("RK11", list(run["tokens"]), tokens)
        self.tokens[run["seat"]] += [(toy, value) for toy, value in zip(run["toys"], tokens, strict=True) if value]

    def check_end(self) -> None:
        totals = [sum(value for _, value in taken) for taken in self.tokens]
        if self.record["options"]["variant"] == "older":
            for seat, taken in enumerate(self.tokens):
                kinds = len({toy for toy, _ in taken})
                totals[seat] += 15 if kinds == 10 else kinds
        check_equal("RK14", list(self.record["totals"]), totals)
        best = max((total, string) for total, string in zip(totals, self.string, strict=True))
        winners = [
            seat
            for seat in range(self.players)
            if totals[seat] == best[0] and best[1] - self.string[seat] < STRING_TOLERANCE
        ]
        check_equal("RK14", list(self.record["winners"]), winners)
