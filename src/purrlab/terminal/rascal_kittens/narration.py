"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.refusals import (
    SameColourAsTop,
    StackAlreadyDrawn,
    StackEmpty,
    StringTooShort,
    TileNotHeld,
)
from purrlab.games.rascal_kittens.scoring import kinds_bonus
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.terminal.language import say
from purrlab.terminal.rascal_kittens.names import tile_name, tile_text, toy_name
from purrlab.terminal.rascal_kittens.room import PAINT
from purrlab.terminal.text import flow, listed, narrate_outcome, paint, seat_shape


def describe(action: Action) -> str:
    match action:
        case Draw(colour):
            return say("rascal-kittens.draw.do", colour=say(f"rascal-kittens.draw-tile.{colour}"))
        case Lay(tile):
            return tile_name(tile)
        case Anchor(side):
            return say(f"rascal-kittens.anchor.{side}")
        case Run(side):
            return say(f"rascal-kittens.run.{side}")
    raise TypeError(action)


def explain(cause: object, _names: Sequence[str], _seat: int) -> str | None:
    match cause:
        case StackAlreadyDrawn(colour) | StackEmpty(colour) | SameColourAsTop(colour):
            return say(f"rascal-kittens.cause.{cause.code}", colour=say(f"rascal-kittens.paint.{colour}"))
        case TileNotHeld(tile):
            return say("rascal-kittens.cause.tile-not-held", tile=tile_name(tile))
        case StringTooShort():
            return say("rascal-kittens.cause.string-too-short")
    return None


def narrate(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    yield from _narrate_setup(before, after, names)
    for index in range(max(len(before.rounds) - 1, 0), len(after.rounds)):
        seen = len(before.rounds[index].runs) if index < len(before.rounds) else None
        yield from _narrate_round(after.rounds[index], seen, index + 1, names)
    if after.outcome and not before.outcome:
        yield from _narrate_revealed(after, names)
        tie_breaks = {"string": say("rascal-kittens.tie.string")}  # RK14
        yield from narrate_outcome(after.outcome, names, tie_breaks)


def _narrate_setup(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    for name, old, new in zip(names, before.places, after.places, strict=True):
        for colour in new.draws[len(old.draws) :]:
            painted = paint(say(f"rascal-kittens.paint.{colour}"), PAINT[colour])
            yield say("rascal-kittens.drew", name=name, colour=painted)
        if new.anchor != old.anchor:
            side = say(f"rascal-kittens.side.{new.anchor}")
            told = say("rascal-kittens.anchored", name=name, side=side, tile=tile_text(after.middle[0]))
            yield from flow("", told.split(" "), " ")


def _narrate_round(
    this_round: RascalKittensRound, seen: int | None, number: int, names: Sequence[str]
) -> Iterator[str]:
    """``seen``: how many of its runs were told before; None when not even the tile was."""
    if seen is None:
        bold = paint(say("rascal-kittens.round", number=number), "bold")
        leader, tile = names[this_round.leader], tile_text(this_round.tile)
        yield from flow("", say("rascal-kittens.laid", round=bold, name=leader, tile=tile).split(" "), " ")
    for run in this_round.runs[seen or 0 :]:
        yield from _narrate_run(run, names[run.seat])


def _narrate_run(run: Ran, name: str) -> Iterator[str]:
    if run.entry is None:
        yield from flow("", say("rascal-kittens.no-run", name=name).split(" "), " ")
        return
    touched = [_toy(toy, value) for toy, value in zip(run.toys, run.tokens, strict=True)]
    side = say(f"rascal-kittens.side.{run.entry}")
    told = say("rascal-kittens.ran", side=side, toys=listed(touched) if touched else say("nothing"))
    yield from flow(f"{name}: ", told.split(" "), " ")


def _toy(toy: str, value: int | None) -> str:
    if value is None:
        return say("rascal-kittens.touched", toy=toy_name(toy))
    if value == 0:
        return say("rascal-kittens.touched.gone", toy=toy_name(toy))
    return say("rascal-kittens.touched.worth", toy=toy_name(toy), points=say("player.points", count=value))


def _narrate_revealed(end: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    """RK14, RK15: what every total is made of; and what never came into the game (RK5, RK6)."""
    assert end.revealed is not None
    for seat, name in enumerate(names):
        taken = _taken(end, seat)
        items = _summed(taken) or [say("rascal-kittens.no-tokens")]
        if end.options["variant"] == "older":
            kinds = sum(map(bool, taken.values()))
            items.append(f"{say('rascal-kittens.kinds.counted', count=kinds)} +{kinds_bonus(kinds)}")
        *items, last = items
        yield from flow(f"  {seat_shape(seat)} {name}: ", [*items, f"{last} {paint(f'= {end.totals[seat]}', 'bold')}"])
    removed = _summed(end.revealed.removed)
    if removed:
        yield from flow(f"  {say('rascal-kittens.taken-out')}", removed)
    never_laid = [tile for hand in (*end.revealed.hands, end.revealed.left_over) for tile in hand]
    if never_laid:
        yield from flow(f"  {say('rascal-kittens.never-laid')}", map(tile_text, never_laid))


def _summed(tokens: Mapping[Any, Sequence[int]]) -> list[str]:
    """``ball 2+3`` for each toy of which there are tokens."""
    return [f"{toy_name(toy)} {'+'.join(map(str, values))}" for toy, values in tokens.items() if values]


def _taken(end: RascalKittensView, seat: int) -> dict[str, list[int]]:
    taken: dict[str, list[int]] = {toy: [] for toy in TOYS}
    for run in (run for each in end.rounds for run in each.runs if run.seat == seat):
        for toy, value in zip(run.toys, run.tokens, strict=True):
            taken[toy] += [value] if value else []
    return taken
