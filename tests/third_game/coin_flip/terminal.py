"""Coin Flip in a terminal."""

from collections.abc import Iterator, Sequence

from coin_flip.view import CoinFlipView
from purrlab.terminal.text import flow, narrate_outcome, paint, seat_shape
from purrlab.terminal.text_view import TextView

HOW_TO_PLAY = """\
Everybody has a coin under a cup, and sees only the own one. In turn you all
say how many heads there are, each another number. The right one scores 2."""


def draw(view: CoinFlipView, names: Sequence[str]) -> str:
    said = ["nothing yet" if guess is None else str(guess) for guess in view.guesses]
    number = min(len(view.rounds) + 1, view.round_count)
    lines = [paint(f"Coin Flip · round {number} of {view.round_count}", "bold")]
    for seat, name in enumerate(names):
        lines.append(f"  {seat_shape(seat)} {name}: said {said[seat]}, points {view.totals[seat]}")
    if view.coin:
        lines.append(f"Your coin: {view.coin}")
    return "\n".join(lines)


def narrate(before: CoinFlipView, after: CoinFlipView, names: Sequence[str]) -> Iterator[str]:
    over = after.rounds[len(before.rounds) :]
    guesses = over[0].guesses if over else after.guesses
    for name, old, new in zip(names, before.guesses, guesses, strict=True):
        if new != old:
            yield f"{name}: {new}"
    for each in over:
        right = [f"{name} scores {score}" for name, score in zip(names, each.scores, strict=True) if score]
        yield from flow(f"Heads: {each.heads}. ", right or ["Nobody said so."])
    if after.outcome:
        yield from narrate_outcome(after.outcome, names, {})


TEXT_VIEW = TextView(lambda: HOW_TO_PLAY, draw, narrate)
