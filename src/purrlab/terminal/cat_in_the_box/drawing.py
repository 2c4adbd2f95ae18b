"""The table as text: research board, player boards, the trick in play, the own hand."""

from collections.abc import Container, Iterator, Sequence
from itertools import zip_longest

from purrlab.games.cat_in_the_box.cells import CELLS, COLOURS, colours_in
from purrlab.games.cat_in_the_box.layout import CELL_NAMES, NO_CELL, Layout
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.rules import trick_winner
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import Opening, PlayerBoard
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.terminal.text import flow, paint, seat_shape

OBSERVED_MARK = "▒▒"
NEUTRAL_MARK = "◌"
EMPTY_CELL = " " * 5


def draw_table(view: CatInTheBoxView, names: Sequence[str]) -> str:
    lit = {play.cell for play in view.legal if isinstance(play, Play)}
    board = draw_board(view.layout, view.table.opening, view.table.boards, lit)
    parts = [*_heading(view, names), "", *board, "", *_players(view, names), "", *_trick(view, names)]
    if view.hand is not None:
        parts.append(_hand(view))
    return "\n".join(parts)


def _heading(view: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    opening = view.table.opening
    title = paint(f"Cat in the Box · round {opening.number} of {view.players}", "bold")
    turned_up = [f"turned up: {_cards(opening.turned_up)}"] if opening.turned_up else []
    return flow("", [title, f"start player: {names[opening.start]}", *turned_up])


def draw_board(
    layout: Layout, opening: Opening, boards: Sequence[PlayerBoard], lit: Container[int] = ()
) -> Iterator[str]:
    """The research board. An open cell shows its name, in brackets where it is lit."""
    in_play = (1 << 4 * RULES_BY_PLAYERS[len(boards)].highest) - 1 | opening.observed
    grid = [[_cell(name, in_play, opening, boards, lit) for name in row] for row in layout.grid]
    columns = [column for column in zip_longest(*grid, fillvalue=EMPTY_CELL) if set(column) != {EMPTY_CELL}]
    for row in zip(*columns, strict=True):
        if set(row) != {EMPTY_CELL}:
            yield "  " + "".join(row).rstrip()


def _cell(name: str, in_play: int, opening: Opening, boards: Sequence[PlayerBoard], lit: Container[int]) -> str:
    cell = 0 if name == NO_CELL else CELL_NAMES[name]
    if not cell & in_play:
        return EMPTY_CELL
    colour = CELLS[cell][1]
    for seat, board in enumerate(boards):
        if board.tokens & cell:
            return f" {paint(name[0].lower(), colour, 'dim')}{seat_shape(seat)}  "
    if cell & opening.observed:
        return f" {paint(OBSERVED_MARK, 'dim')}  "
    if cell & opening.neutral:
        return f" {paint(name[0].lower() + NEUTRAL_MARK, 'dim')}  "
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


def _trick(view: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    trick = view.table.trick
    if not trick:
        yield "  No card has been played to this trick yet." if view.expects == "play" else ""
        return
    winner = trick_winner(trick)
    played = [
        f"{seat_shape(seat)} {names[seat]} {paint(f'{play.value} {play.colour}', play.colour)}"
        + (" (winning)" if seat == winner else "")
        for seat, play in trick
    ]
    yield from flow(f"  Trick {len(view.table.plays) // view.players + 1}: ", played)


def _hand(view: CatInTheBoxView) -> str:
    discard = "" if view.discard is None else paint(f"   put away: {view.discard}", "dim")
    return f"  Your hand: {paint(_cards(view.hand or ()), 'bold')}{discard}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))
