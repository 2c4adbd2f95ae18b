"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Sequence

from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.table import CatInTheBoxTable, FinishedTrick, PlayerBoard, RoundResult
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.terminal.cat_in_the_box.drawing import draw_board
from purrlab.terminal.text import counted, flow, narrate_outcome, paint, seat_shape

TIE_BREAKS = {"last-round": "the better last round decides"}  # CB19


def narrate(before: CatInTheBoxView, after: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    new_rounds = after.rounds[len(before.rounds) :]
    if not new_rounds:
        yield from _narrate_boards(before.table.boards, after.table.boards, names)
        yield from _narrate_plays(before, after.table, names)
        return
    yield from _narrate_plays(before, new_rounds[0], names)
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


def _narrate_plays(
    before: CatInTheBoxView, after: CatInTheBoxTable | RoundResult, names: Sequence[str]
) -> Iterator[str]:
    lost = {loss.play: loss.colour for loss in after.marker_losses}
    for index in range(len(before.table.plays), len(after.plays)):
        seat, play = after.plays[index]
        tail = f", giving up {paint(lost[index], lost[index])} for this round" if index in lost else ""
        yield f"{names[seat]}: {paint(f'{play.value} {play.colour}', play.colour)}{tail}"
        tricks, cards_in_next = divmod(index + 1, before.players)
        if not cards_in_next:
            won = after.finished_tricks[tricks - 1]
            yield f"The trick goes to {names[won.winner]}."
            yield f"  {_why(won).capitalize()}."


def _why(won: FinishedTrick) -> str:
    """CB13: why this card won the trick."""
    card, colour = f"{won.play.colour} {won.play.value}", won.play.colour
    if won.reason == "only-led":
        return f"nobody else played {colour}, the colour led"
    if won.reason == "highest-led":
        return f"{card} is the highest of {colour}, the colour led"
    if won.reason == "highest-red":
        return f"{card} is the highest red card"
    assert won.beaten is not None
    return f"{card} beats {won.beaten.colour} {won.beaten.value}, since red beats all"


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
