"""What a seat sees, as numbers, on the rules in Python. It is made of the seat's view, and of nothing else."""

from purrlab.games.rascal_kittens.furniture import COLOURS, NOTCHES, SIDES, TILE_NUMBER, TILES, TOYS, entrance
from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.view import Place, RascalKittensView
from purrlab.native.rascal_kittens.history import tokens_taken
from purrlab.native.rascal_kittens.numbers import PHASES
from purrlab.native.rascal_kittens.observation import OBSERVATION, PARTS


class ObservationWriter:
    """Writes what is counted into its place, scaled; what would overrun a part raises IndexError."""

    def __init__(self) -> None:
        self.numbers = [0.0] * OBSERVATION.size

    def put(self, name: str, count: int, row: int = 0, column: int = 0) -> None:
        part = PARTS[name]
        self.numbers[part.position(row, column)] = count * part.scale


def observation(view: RascalKittensView) -> list[float]:
    assert view.seat is not None
    assert view.hand is not None
    out = ObservationWriter()
    for tile in view.hand:
        out.put("hand", 1, 0, TILE_NUMBER[tile])
    for tile in view.middle:
        out.put("shown", 1, 0, TILE_NUMBER[tile])
    out.put("top", 1, 0, TILE_NUMBER[view.middle[-1]])
    for place in range(view.players):
        seat = (view.seat + place) % view.players
        _put_place(out, place, view.places[seat], view.rooms[seat])
    _put_tokens(out, view)
    _put_round(out, view)
    return out.numbers


def _put_place(out: ObservationWriter, row: int, place: Place, room: Room) -> None:
    for column, colour in enumerate(COLOURS):
        out.put("held", place.colours[colour], row, column)
        out.put("draws", colour in place.draws, row, column)
    out.put("strings", _thousandths(place.string), 0, row)
    for toy, name in enumerate(TOYS):
        out.put("tokens", place.tokens[name], row, toy)
    if place.end is None:
        return
    out.put("ends", 1, row, place.end.number)
    for entry in (entrance(tile, side) for tile in TILES for side in SIDES):
        out.put("lengths", _thousandths(room.run_length(place.end.number, entry)), row, entry)
        for toy in room.way(place.end.number, entry).toys:
            out.put("toys_touched", 1, len(NOTCHES) * row + entry, toy)


def _put_tokens(out: ObservationWriter, view: RascalKittensView) -> None:
    taken = tokens_taken(view)
    assert view.seat is not None
    for toy, name in enumerate(TOYS):
        out.put("left", view.stacks[name], 0, toy)
        for place, token in enumerate(taken.get(name, ())):
            if token.seat == view.seat:
                out.put("own_tokens", token.value or 0, toy, place)
    out.put("total", view.totals[view.seat] or 0)


def _put_round(out: ObservationWriter, view: RascalKittensView) -> None:
    assert view.seat is not None
    if view.expects is not None:
        out.put("phase", 1, 0, PHASES[view.expects])
    out.put("rounds_begun", len(view.rounds))
    out.put("leader", 1, 0, (view.leader - view.seat) % view.players)
    out.put("ran", len(view.rounds[-1].runs) if view.expects == "run" else 0)
    out.put("players", view.players)
    out.put("older", view.options["variant"] == "older")


def _thousandths(length: int) -> int:
    return length // (BILLIONTHS // THOUSANDTHS)
