"""The table as text: the own room with the string in it, everybody's places, and the ways that are open now."""

from collections.abc import Iterator, Sequence

from purrlab.games.rascal_kittens.furniture import COLOURS, NOTCHES, TOYS, Notch, entrance
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.view import Place, RascalKittensView, RunAhead
from purrlab.terminal.language import say
from purrlab.terminal.rascal_kittens.names import room_name, tile_text, toy_name
from purrlab.terminal.rascal_kittens.room import PAINT, draw_room
from purrlab.terminal.text import flow, paint, seat_shape

COLUMNS = ("player", "room", "tiles", "string", "total")
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
        parts += flow(f"  {say('rascal-kittens.hand')}", map(tile_text, view.hand) if view.hand else [say("none")])
    parts += _ahead(view)
    return "\n".join(parts)


def _heading(view: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    number = min(len(view.rounds) + (view.expects == "lay"), ROUNDS)
    game = say("rascal-kittens.title")
    heading = say("heading", title=game, number=number, count=ROUNDS) if number else None
    title = paint(heading or say("rascal-kittens.setting-up", title=game), "bold")
    leader = say("rascal-kittens.led-by", name=names[view.leader])
    return flow("", [title, leader, say("rascal-kittens.middle", tile=tile_text(view.middle[-1]))])


def draw_place(view: RascalKittensView, names: Sequence[str], seat: int) -> Iterator[str]:
    """The room of a seat with its string."""
    room = view.rooms[seat]
    is_own = seat == view.seat
    whose = say("rascal-kittens.room.own") if is_own else say("rascal-kittens.room.of", name=names[seat])
    yield f"  {whose}: {paint(room_name(room), 'bold')}"
    yield from draw_room(room, view.course(seat), view.places[seat].end, _marked(view) if is_own else ())


def draw_seat(view: RascalKittensView, names: Sequence[str], seat: int) -> str:
    return "\n".join(draw_place(view, names, seat))


def _marked(view: RascalKittensView) -> tuple[Notch, ...]:
    """The notches that this seat may choose between now."""
    sides = [str(action.words[0]) for action in view.legal if action.verb in ("anchor", "run")]
    return tuple(NOTCHES[entrance(view.middle[-1], side)] for side in sides)


def _stacks(view: RascalKittensView) -> Iterator[str]:
    """Each toy's letter and how many tokens are left."""
    named = [f"{paint(toy[0].upper(), 'bold')} {toy_name(toy)} {'▮' * view.stacks[toy] or '-'}" for toy in TOYS]
    yield from flow(f"  {say('rascal-kittens.stacks')}", named, "   ")


def _places(view: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    """What lies open before everybody; the tokens are counted below the letters of their toys."""
    player, room_column, tiles, string, total_column = (say(f"column.{name}") for name in COLUMNS)
    width = max(map(len, (*names, player)))
    rooms = [_cut(room_name(room)) for room in view.rooms]
    wide = max(map(len, (*rooms, room_column)))
    letters = "".join(toy[0].upper() for toy in TOYS)
    columns = f"{player:<{width}}  {room_column:<{wide}}  {tiles:<11}  {letters}  {string} {total_column}"
    yield paint(f"      {columns}", "dim")
    for seat, place in enumerate(view.places):
        arrow = "▶" if seat in view.to_act else " "
        total = "?" if view.totals[seat] is None else view.totals[seat]
        tokens = "".join(str(place.tokens[toy] or "·") for toy in TOYS)
        row = f"{names[seat]:<{width}}  {rooms[seat]:<{wide}}  {_colours(place)}  {tokens}"
        string_left = f"{_units(place.string):>{len(string)}}"
        yield f"  {arrow} {seat_shape(seat)} {row}  {string_left} {total:>{len(total_column)}}"


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
        choice = f"run {ahead.entry}"
        if view.expects == "lay":
            choice = say("rascal-kittens.ahead.lay", lay=f"lay {ahead.tile}", run=choice)
        yield from flow(f"  {choice}: ", _outlook(ahead, view).split(" "), " ")


def _outlook(ahead: RunAhead, view: RascalKittensView) -> str:
    if ahead.string < 0:
        return say("rascal-kittens.run.too-short")
    toys = [
        toy_name(toy) if view.stacks[toy] else say("rascal-kittens.no-token", toy=toy_name(toy)) for toy in ahead.toys
    ]
    return say("rascal-kittens.ahead", toys=", ".join(toys) or say("nothing"), string=_units(ahead.string))
