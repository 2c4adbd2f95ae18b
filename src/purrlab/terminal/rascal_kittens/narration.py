"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Sequence

from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.scoring import kinds_bonus
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.terminal.rascal_kittens.drawing import tile_text
from purrlab.terminal.rascal_kittens.room import PAINT
from purrlab.terminal.text import counted, flow, listed, narrate_outcome, paint, seat_shape

TIE_BREAKS = {"string": "the longer rest of string decides"}  # RK14


def narrate(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    yield from _narrate_setup(before, after, names)
    for index in range(max(len(before.rounds) - 1, 0), len(after.rounds)):
        seen = len(before.rounds[index].runs) if index < len(before.rounds) else None
        yield from _narrate_round(after.rounds[index], seen, index + 1, names)
    if after.outcome and not before.outcome:
        yield from _narrate_revealed(after, names)
        yield from narrate_outcome(after.outcome, names, TIE_BREAKS)


def _narrate_setup(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    for name, old, new in zip(names, before.places, after.places, strict=True):
        for colour in new.draws[len(old.draws) :]:
            yield f"{name}: a {paint(colour, PAINT[colour])} tile drawn"
        if new.anchor != old.anchor:
            yield f"{name}: string anchored on the {new.anchor} of the {tile_text(after.middle[0])}"


def _narrate_round(
    this_round: RascalKittensRound, seen: int | None, number: int, names: Sequence[str]
) -> Iterator[str]:
    """``seen``: how many of its runs were told before; None when not even the tile was."""
    if seen is None:
        yield f"{paint(f'Round {number}', 'bold')}, led by {names[this_round.leader]}: {tile_text(this_round.tile)}"
    for run in this_round.runs[seen or 0 :]:
        yield from _narrate_run(run, names[run.seat])


def _narrate_run(run: Ran, name: str) -> Iterator[str]:
    if run.entry is None:
        yield f"{name}: no run, as the string is too short for both ways in (RK13)"
        return
    touched = [_toy(toy, value) for toy, value in zip(run.toys, run.tokens, strict=True)]
    told = f"in on the {run.entry}, touching {listed(touched) if touched else 'nothing'}"
    yield from flow(f"{name}: ", told.split(" "), " ")


def _toy(toy: str, value: int | None) -> str:
    if value is None:
        return f"the {toy}"
    return f"the {toy} ({counted(value, 'point') if value else 'no token left'})"


def _narrate_revealed(end: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    """RK14, RK15: what every total is made of; and what never came into the game (RK5, RK6)."""
    assert end.revealed is not None
    for seat, name in enumerate(names):
        taken = _taken(end, seat)
        items = [f"{toy} {'+'.join(map(str, values))}" for toy, values in taken.items() if values] or ["no tokens"]
        if end.options["variant"] == "older":
            kinds = sum(map(bool, taken.values()))
            items.append(f"{counted(kinds, 'kind')} +{kinds_bonus(kinds)}")
        *items, last = items
        yield from flow(f"  {seat_shape(seat)} {name}: ", [*items, f"{last} {paint(f'= {end.totals[seat]}', 'bold')}"])
    removed = [f"{toy} {'+'.join(map(str, values))}" for toy, values in end.revealed.removed.items() if values]
    if removed:
        yield from flow("  Tokens taken out: ", removed)
    never_laid = [tile for hand in (*end.revealed.hands, end.revealed.left_over) for tile in hand]
    if never_laid:
        yield from flow("  Tiles never laid: ", map(tile_text, never_laid))


def _taken(end: RascalKittensView, seat: int) -> dict[str, list[int]]:
    taken: dict[str, list[int]] = {toy: [] for toy in TOYS}
    for run in (run for each in end.rounds for run in each.runs if run.seat == seat):
        for toy, value in zip(run.toys, run.tokens, strict=True):
            taken[toy] += [value] if value else []
    return taken
