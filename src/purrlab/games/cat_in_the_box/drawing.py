"""The table as text: research board, player boards, the trick in play, the own hand."""

from collections.abc import Iterator, Sequence

from purrlab.games.cat_in_the_box.cells import CELLS, COLOURS, colours_in
from purrlab.games.cat_in_the_box.layout import CELL_NAMES, GAP
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.rules import trick_winner
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.text import paint, seat_shape

OBSERVED = "▒▒"
NEUTRAL = "◌"


def draw_table(view: CatInTheBoxView, names: Sequence[str]) -> str:
    parts = [_heading(view, names), *_board(view), "", *_players(view, names), "", _trick(view, names)]
    if view.hand is not None:
        parts.append(_hand(view))
    return "\n".join(parts)


def _heading(view: CatInTheBoxView, names: Sequence[str]) -> str:
    opening = view.table.opening
    title = paint(f"Cat in the Box · round {opening.number} of {view.players}", "bold")
    turned_up = f" · turned up: {_cards(opening.turned_up)}" if opening.turned_up else ""
    return f"{title} · {names[opening.start]} starts{turned_up}\n"


def _board(view: CatInTheBoxView) -> Iterator[str]:
    """The research board. An open cell shows its name, in brackets where this seat may play now."""
    lit = {play.cell for play in view.legal if isinstance(play, Play)}
    for row in view.layout.grid:
        cells = [_cell(view, name, lit) for name in row if name == GAP or _in_use(view, name)]
        yield "  " + "".join(cells).rstrip()


def _in_use(view: CatInTheBoxView, name: str) -> bool:
    """Two and three players use the values up to 6 only, the others all nine."""
    return CELLS[CELL_NAMES[name]][0] <= (6 if view.players <= 3 else 9)


def _cell(view: CatInTheBoxView, name: str, lit: set[int]) -> str:
    if name == GAP:
        return "     "
    cell = CELL_NAMES[name]
    colour = CELLS[cell][1]
    for seat, board in enumerate(view.table.boards):
        if board.tokens & cell:
            return f" {paint(name[0].lower(), colour, 'dim')}{seat_shape(seat)}  "
    if view.table.opening.covered & cell:
        observed = CELLS[cell][0] == (6 if view.players == 2 else 9)
        return f" {paint(OBSERVED, 'dim')}  " if observed else f" {paint(name[0].lower() + NEUTRAL, 'dim')}  "
    return f"[{paint(name, colour, 'bold')}] " if cell in lit else f" {paint(name, colour)}  "


def _players(view: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    width = max(map(len, (*names, "player")))
    bids = view.players > 2
    yield paint(f"      {'player':<{width}}  cards{'  bid' if bids else ''}  tricks  markers  total", "dim")
    for seat, board in enumerate(view.table.boards):
        arrow = "▶" if seat in view.to_act else " "
        bid = f"  {'-' if board.bid is None else board.bid:>3}" if bids else ""
        left = colours_in(board.markers)
        markers = " ".join(paint(c[0].upper(), c) if c in left else paint("-", "dim") for c in COLOURS)
        row = f"{names[seat]:<{width}}  {board.cards:>5}{bid}  {board.tricks:>6}  {markers}  {view.totals[seat]:>5}"
        yield f"  {arrow} {seat_shape(seat)} {row}"


def _trick(view: CatInTheBoxView, names: Sequence[str]) -> str:
    trick = view.table.trick
    if not trick:
        return "  No card has been played to this trick yet." if view.expects == "play" else ""
    winner = trick_winner(trick)
    played = [
        f"{seat_shape(seat)} {names[seat]} {paint(f'{play.value} {play.colour}', play.colour)}"
        + (" (winning)" if seat == winner else "")
        for seat, play in trick
    ]
    return f"  Trick {len(view.table.plays) // view.players + 1}: " + " · ".join(played)


def _hand(view: CatInTheBoxView) -> str:
    discard = "" if view.discard is None else paint(f"   put away: {view.discard}", "dim")
    return f"  Your hand: {paint(_cards(view.hand or ()), 'bold')}{discard}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))
