"""What happened between two views of the same seat, in words."""

from collections.abc import Iterator, Sequence

from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.refusals import (
    BidNotAllowed,
    CardNotHeld,
    CellCovered,
    CellTaken,
    ColourGivenUp,
    RedNotYet,
)
from purrlab.games.cat_in_the_box.table import CatInTheBoxTable, FinishedTrick, PlayerBoard, RoundResult
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.terminal.cat_in_the_box.drawing import card_text, draw_board
from purrlab.terminal.language import say
from purrlab.terminal.text import flow, narrate_outcome, paint, seat_shape


def describe(action: Action) -> str:
    match action:
        case Discard(value):
            return say("cat-in-the-box.discard.do", value=value)
        case Bid(tricks):
            return say("cat-in-the-box.bid.do", count=tricks)
        case Play(value, colour):
            return say(f"cat-in-the-box.card.{colour}", value=value)
    raise TypeError(action)


def explain(cause: object, names: Sequence[str], seat: int) -> str | None:
    match cause:
        case CardNotHeld(value):
            return say("cat-in-the-box.cause.card-not-held", value=value)
        case BidNotAllowed(bids):
            return say("cat-in-the-box.cause.bid-not-allowed", bids=", ".join(map(str, bids)))
        case CellTaken(value, colour, holder):
            taken = say(f"cat-in-the-box.card.{colour}", value=value)
            if holder == seat:
                return say("cat-in-the-box.cause.cell-taken.own", card=taken)
            return say("cat-in-the-box.cause.cell-taken", card=taken, name=names[holder])
        case CellCovered(value, colour):
            return say("cat-in-the-box.cause.cell-covered", card=say(f"cat-in-the-box.card.{colour}", value=value))
        case ColourGivenUp(colour, trick):
            given_up = say(f"cat-in-the-box.colour.{colour}")
            return say("cat-in-the-box.cause.colour-given-up", colour=given_up, trick=trick)
        case RedNotYet():
            return say("cat-in-the-box.cause.red-not-yet")
    return None


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
        tie_breaks = {"last-round": say("cat-in-the-box.tie.last-round")}  # CB19
        yield from narrate_outcome(after.outcome, names, tie_breaks)


def _narrate_boards(before: Sequence[PlayerBoard], after: Sequence[PlayerBoard], names: Sequence[str]) -> Iterator[str]:
    for name, old, new in zip(names, before, after, strict=True):
        if new.bid != old.bid:
            yield say("cat-in-the-box.bid", name=name, bid=new.bid)
        elif new.cards < old.cards and new.tokens == old.tokens:
            yield say("cat-in-the-box.discarded", name=name)


def _narrate_plays(
    before: CatInTheBoxView, after: CatInTheBoxTable | RoundResult, names: Sequence[str]
) -> Iterator[str]:
    lost = {loss.play: loss.colour for loss in after.marker_losses}
    for index in range(len(before.table.plays), len(after.plays)):
        seat, play = after.plays[index]
        told = {"name": names[seat], "card": card_text(play)}
        if index in lost:
            colour = paint(say(f"cat-in-the-box.colour.{lost[index]}"), lost[index])
            yield say("cat-in-the-box.gave-up", **told, colour=colour)
        else:
            yield say("cat-in-the-box.played", **told)
        tricks, cards_in_next = divmod(index + 1, before.players)
        if not cards_in_next:
            won = after.finished_tricks[tricks - 1]
            yield say("cat-in-the-box.trick.goes", name=names[won.winner])
            why = _why(won)
            yield f"  {why[0].upper()}{why[1:]}."


def _why(won: FinishedTrick) -> str:
    """CB13: why this card won the trick."""
    card = say(f"cat-in-the-box.card.{won.play.colour}", value=won.play.value)
    colour = say(f"cat-in-the-box.trick.of-colour.{won.play.colour}")
    beaten = ""
    if won.reason == "red" and won.beaten:
        beaten = say(f"cat-in-the-box.trick.beaten.{won.beaten.colour}", value=won.beaten.value)
    return say(f"cat-in-the-box.trick.why.{won.reason}", card=card, colour=colour, beaten=beaten)


def narrate_result(result: RoundResult, layout: Layout, names: Sequence[str]) -> Iterator[str]:
    """CB15 to CB17 for a round that is over, with the board as it was."""
    if result.paradox is not None and result.revealed is not None:
        hand = " ".join(map(str, result.revealed))
        told = say("cat-in-the-box.paradox", name=names[result.paradox], cards=hand)
        yield from (paint(line, "bold") for line in flow("", told.split(" "), " "))
    yield paint(say("cat-in-the-box.scored", number=result.opening.number), "bold")
    yield from draw_board(layout, result.opening, result.boards)
    for seat, name in enumerate(names):
        yield from flow(f"  {seat_shape(seat)} {name}: ", _score(result, seat).split(" "), " ")


def _score(result: RoundResult, seat: int) -> str:
    tricks, bonus, score = result.tricks[seat], result.bonus[seat], result.scores[seat]
    if result.bids:
        won = say("cat-in-the-box.player.tricks.of", count=tricks, bid=result.bids[seat])
    else:
        won = say("cat-in-the-box.player.tricks", count=tricks)
    if seat == result.paradox:
        return say("cat-in-the-box.score.paradox", won=won, score=score)
    if bonus:
        return say("cat-in-the-box.score.bonus", won=won, tricks=tricks, bonus=bonus, score=score)
    return say("cat-in-the-box.score", won=won, score=score)
