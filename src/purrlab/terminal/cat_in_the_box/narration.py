"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Sequence

from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.rules import trick_winner
from purrlab.games.cat_in_the_box.table import Played, PlayerBoard, RoundResult
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.terminal.cat_in_the_box.drawing import draw_board
from purrlab.terminal.text import counted, flow, narrate_outcome, paint, seat_shape

TIE_BREAKS = {"last-round": "the better last round decides"}  # CB19


def narrate(before: CatInTheBoxView, after: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    new_rounds = after.rounds[len(before.rounds) :]
    if not new_rounds:
        yield from _narrate_boards(before.table.boards, after.table.boards, names)
        yield from _narrate_plays(before, after.table.plays, names)
        return
    yield from _narrate_plays(before, new_rounds[0].plays, names)
    for result in new_rounds:
        yield from narrate_result(result, after.layout, names)
    if after.outcome:
        yield from narrate_outcome(after.outcome, names, TIE_BREAKS)


def _narrate_boards(before: Sequence[PlayerBoard], after: Sequence[PlayerBoard], names: Sequence[str]) -> Iterator[str]:
    for name, old, new in zip(names, before, after, strict=True):
        if new.bid != old.bid:
            yield f"{name}: bid {new.bid}"
        elif new.cards < old.cards and new.tokens == old.tokens:
            yield f"{name}: a card put away"


def _narrate_plays(before: CatInTheBoxView, plays: Sequence[Played], names: Sequence[str]) -> Iterator[str]:
    given_up: set[tuple[int, str]] = set()
    for index, (seat, play) in enumerate(plays):
        trick = plays[index - index % before.players : index + 1]
        led = trick[0][1].colour
        gives_up = play.colour != led and (seat, led) not in given_up
        if gives_up:
            given_up.add((seat, led))
        if index < len(before.table.plays):
            continue
        tail = f", giving up {paint(led, led)} for this round" if gives_up else ""
        yield f"{names[seat]}: {paint(f'{play.value} {play.colour}', play.colour)}{tail}"
        if len(trick) == before.players:
            yield f"The trick goes to {names[trick_winner(trick)]}."


def narrate_result(result: RoundResult, layout: Layout, names: Sequence[str]) -> Iterator[str]:
    """CB15 to CB17 for a round that is over, with the board as it was."""
    if result.paradox is not None and result.revealed is not None:
        hand = " ".join(map(str, result.revealed))
        told = f"Paradox! There is no possible play left for {names[result.paradox]}, with {hand} in hand."
        yield from (paint(line, "bold") for line in flow("", told.split(" "), " "))
    yield paint(f"Round {result.opening.number} is scored:", "bold")
    yield from draw_board(layout, result.opening, result.boards)
    for seat, name in enumerate(names):
        yield f"  {seat_shape(seat)} {name}: {_score(result, seat)}"


def _score(result: RoundResult, seat: int) -> str:
    tricks, bonus, score = result.tricks[seat], result.bonus[seat], result.scores[seat]
    won = counted(tricks, "trick") + (f" (bid {result.bids[seat]})" if result.bids else "")
    if seat == result.paradox:
        return f"{won}, lost to the paradox: {score}"
    return f"{won}: {tricks} + {bonus} for the largest group = {score}" if bonus else f"{won}: {score}"
