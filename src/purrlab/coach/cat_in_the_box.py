"""A coach for Cat in the Box. It counts as the heuristic bot does, and says what it counted."""

from msgspec import Struct

from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic
from purrlab.bots.cat_in_the_box.open_cells import OpenCells
from purrlab.bots.cat_in_the_box.tunings import TUNED
from purrlab.coach.coach import Coach
from purrlab.games.cat_in_the_box.notation import Bid, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView

WANTED_SPARE = 1.0  # cards that should find a cell beyond those that must be played; with fewer a paradox is likely
NEARLY_AS_SAFE = 0.25  # of such a card


class SafePlays(Struct, frozen=True):
    """A value in hand, and in how many cells it can still be declared (CB10)."""

    value: int
    held: int
    cells: int


class RiskyPlay(Struct, frozen=True):
    """A play that makes a paradox likely, when another one would not or would less."""

    action: str
    placeable: int  # cards that would still find a cell after it, if nobody else took one
    needed: int  # cards that have to be played after it


class BidAdvice(Struct, frozen=True):
    suggested: int
    tricks: int  # that the round has
    high_cards: int  # in hand that often win: the upper third of the values


class CatInTheBoxAdvice(Struct, frozen=True, kw_only=True, tag_field="game", tag="cat-in-the-box"):
    safe_plays: list[SafePlays]
    needed: int  # cards that have to be played from now on
    risky: list[RiskyPlay]
    red_is_closed: bool  # CB11: red cannot be led yet
    bid: BidAdvice | None  # while a bid is asked for


def advise_cat_in_the_box(view: CatInTheBoxView) -> CatInTheBoxAdvice:
    assert view.hand is not None
    cells = OpenCells(view, TUNED[view.players].weights.taken)
    barred = view.ahead.barred if view.ahead else ()
    needed = len(view.hand) - (2 if view.discard is None else 1)  # CB7, CB14: one is put away, one stays in hand
    values = sorted(set(view.hand))
    return CatInTheBoxAdvice(
        safe_plays=[SafePlays(value, view.hand.count(value), cells.cells_of(value)) for value in values],
        needed=needed,
        risky=_risky(view, cells),
        red_is_closed=any(each.code == "red-not-yet" for each in barred),
        bid=_bid(view, needed),
    )


def _risky(view: CatInTheBoxView, cells: OpenCells) -> list[RiskyPlay]:
    """The plays after which too few cards find a cell, unless no play is safer. The last one is no danger."""
    spare = {play: cells.spare_after_play(play) for play in view.legal if isinstance(play, Play)}
    if not spare or cells.tricks_left <= 1:
        return []
    limit = min(WANTED_SPARE, max(spare.values()) - NEARLY_AS_SAFE)
    needed = cells.tricks_left - 1
    return [RiskyPlay(str(play), cells.placeable_after(play), needed) for play, each in spare.items() if each < limit]


def _bid(view: CatInTheBoxView, tricks: int) -> BidAdvice | None:
    if view.expects != "bid" or not view.legal:
        return None
    assert view.hand is not None
    suggested = CatInTheBoxHeuristic().bid(view)
    assert isinstance(suggested, Bid)
    highest = view.table.highest
    return BidAdvice(suggested.tricks, tricks, sum(value > highest * 2 / 3 for value in view.hand))


COACH = Coach(CatInTheBoxAdvice, advise_cat_in_the_box)
