"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Sequence

from purrlab.games.rascal_kittens.drawing import tile_text
from purrlab.games.rascal_kittens.drawn_room import PAINT
from purrlab.games.rascal_kittens.table import Ran, Round
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.games.text import counted, listed, paint


def tell(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    yield from _tell_setup(before, after, names)
    for index in range(max(len(before.rounds) - 1, 0), len(after.rounds)):
        seen = len(before.rounds[index].runs) if index < len(before.rounds) else None
        yield from _tell_round(after.rounds[index], seen, index + 1, names)
    if after.outcome and not before.outcome:
        yield tell_outcome(after, names)


def _tell_setup(before: RascalKittensView, after: RascalKittensView, names: Sequence[str]) -> Iterator[str]:
    for name, old, new in zip(names, before.places, after.places, strict=True):
        for colour in new.draws[len(old.draws) :]:
            yield f"{name} draws a {paint(colour, PAINT[colour])} tile."
        if new.anchor != old.anchor:
            yield f"{name} anchors the string {new.anchor} of the {tile_text(after.middle[0])}."


def _tell_round(this_round: Round, seen: int | None, number: int, names: Sequence[str]) -> Iterator[str]:
    """``seen``: how many of its runs were told before; None when not even the tile was."""
    if seen is None:
        yield paint(f"Round {number}: ", "bold") + f"{names[this_round.leader]} lays the {tile_text(this_round.tile)}."
    for run in this_round.runs[seen or 0 :]:
        yield _tell_run(run, names[run.seat])


def _tell_run(run: Ran, name: str) -> str:
    if run.entry is None:
        return f"{name} does not run: the string is too short for both ways in (RK13)."
    if not run.toys:
        return f"{name} runs in on the {run.entry} and touches nothing."
    caught = listed([_toy(toy, value) for toy, value in zip(run.toys, run.tokens, strict=True)])
    return f"{name} runs in on the {run.entry} and touches {caught}."


def _toy(toy: str, value: int | None) -> str:
    if value is None:
        return f"the {toy}"
    return f"the {toy} ({counted(value, 'point') if value else 'no token left'})"


def tell_outcome(view: RascalKittensView, names: Sequence[str]) -> str:
    """RK14."""
    assert view.outcome is not None
    totals = listed([f"{name} {total}" for name, total in zip(names, view.outcome.totals, strict=True)])
    winners = listed([names[seat] for seat in view.outcome.winners])
    how = {
        "total": f"{winners} wins the game.",
        "string": f"{winners} wins the game: the totals are tied, and the longer rest of string decides.",
        "shared": f"{winners} share the win.",
    }
    return paint(f"Final totals: {totals}. {how[view.outcome.reason]}", "bold")
