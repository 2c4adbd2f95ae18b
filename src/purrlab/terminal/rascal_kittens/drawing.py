"""The table as text: the own room with the string in it, everybody's places, and the ways that are open now."""

from collections.abc import Iterator, Sequence

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, NOTCHES, TOYS, Notch, entrance
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.view import Place, RascalKittensView, RunAhead
from purrlab.terminal.rascal_kittens.room import PAINT, draw_room
from purrlab.terminal.text import flow, paint, seat_shape

MAX_ROOM_NAME_LENGTH = 12  # letters of its name in the table of players, beside a name of 20


def draw_table(view: RascalKittensView, names: Sequence[str]) -> str:
    """The table with the room of this seat; a spectator sees the one of whoever is to act."""
    seat = view.seat if view.seat is not None else min(view.to_act, default=view.leader)
    parts = [
        *_heading(view, names),
        "",
        *draw_place(view, names, seat),
        "",
        *_stacks(view),
        "",
        *_places(view, names),
        "",
    ]
    if view.hand is not None:
        parts += flow("  Your tiles: ", map(tile_text, view.hand) if view.hand else ["none"])
    parts += _ahead(view)
    return "\n".join(parts)


def _heading(view: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    number = min(len(view.rounds) + (view.expects == "lay"), ROUNDS)
    when = f"round {number} of {ROUNDS}" if number else "setting up"
    title = paint(f"Rascal Kittens · {when}", "bold")
    return flow("", [title, f"led by {names[view.leader]}", f"in the middle: {tile_text(view.middle[-1])}"])


def tile_text(tile: str) -> str:
    return paint(tile, PAINT[COLOUR_OF_TILE[tile]])


def draw_place(view: RascalKittensView, names: Sequence[str], seat: int) -> Iterator[str]:
    """The room of a seat with its string."""
    room = view.rooms[seat]
    whose = "Your room" if seat == view.seat else f"The room of {names[seat]}"
    yield f"  {whose}: {paint(room.name, 'bold')}"
    yield from draw_room(room, view.course(seat), view.places[seat].end, _marked(view) if seat == view.seat else ())


def draw_seat(view: RascalKittensView, names: Sequence[str], seat: int) -> str:
    return "\n".join(draw_place(view, names, seat))


def _marked(view: RascalKittensView) -> tuple[Notch, ...]:
    """The notches that this seat may choose between now."""
    sides = [str(action.words[0]) for action in view.legal if action.verb in ("anchor", "run")]
    return tuple(NOTCHES[entrance(view.middle[-1], side)] for side in sides)


def _stacks(view: RascalKittensView) -> Iterator[str]:
    """Each toy's letter and how many tokens are left."""
    named = [f"{paint(toy[0].upper(), 'bold')} {toy} {'▮' * view.stacks[toy] or '-'}" for toy in TOYS]
    yield from flow("  Toys and tokens left: ", named, "   ")


def _places(view: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    """What lies open before everybody; the tokens are counted below the letters of their toys."""
    width = max(map(len, (*names, "player")))
    rooms = [_cut(room.name) for room in view.rooms]
    wide = max(map(len, (*rooms, "room")))
    letters = "".join(toy[0].upper() for toy in TOYS)
    yield paint(f"      {'player':<{width}}  {'room':<{wide}}  tiles        {letters}  string total", "dim")
    for seat, place in enumerate(view.places):
        arrow = "▶" if seat in view.to_act else " "
        total = "?" if view.totals[seat] is None else view.totals[seat]
        tokens = "".join(str(place.tokens[toy] or "·") for toy in TOYS)
        row = f"{names[seat]:<{width}}  {rooms[seat]:<{wide}}  {_colours(place)}  {tokens}"
        yield f"  {arrow} {seat_shape(seat)} {row}  {_units(place.string):>6} {total:>5}"


def _cut(name: str) -> str:
    return name if len(name) <= MAX_ROOM_NAME_LENGTH else name[: MAX_ROOM_NAME_LENGTH - 1] + "…"


def _colours(place: Place) -> str:
    return " ".join(
        paint(f"{colour[0].upper()}{held}", PAINT[colour]) if held else paint("- ", "dim")
        for colour, held in zip(COLOURS, map(place.colours.__getitem__, COLOURS), strict=True)
    )


def _units(string: int) -> int:
    return string // BILLIONTHS


def _ahead(view: RascalKittensView) -> Iterator[str]:
    for ahead in view.ahead:
        choice = f"lay {ahead.tile}, then run {ahead.entry}" if view.expects == "lay" else f"run {ahead.entry}"
        yield from flow(f"  {choice}: ", _outlook(ahead, view).split(" "), " ")


def _outlook(ahead: RunAhead, view: RascalKittensView) -> str:
    if ahead.string < 0:
        return "the string is too short"
    toys = [toy if view.stacks[toy] else f"{toy} (no token left)" for toy in ahead.toys]
    return f"touches {', '.join(toys) or 'nothing'}; {_units(ahead.string)} of string left"
