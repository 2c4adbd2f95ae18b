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
from purrlab.terminal.language import say, spoken_language
from purrlab.terminal.text import flow, paint, seat_shape

OBSERVED_MARK = "▒▒"
NEUTRAL_MARK = "◌"
EMPTY_CELL = " " * 5
COLUMNS = ("player", "cards", "bid", "tricks", "markers", "total")


def draw_table(view: CatInTheBoxView, names: Sequence[str]) -> str:
    lit = {play.cell for play in view.legal if isinstance(play, Play)}
    board = draw_board(view.layout, view.table.opening, view.table.boards, lit)
    parts = [*_heading(view, names), "", *board, "", *_players(view, names), "", *_trick(view, names)]
    if view.hand is not None:
        parts.append(_hand(view))
    return "\n".join(parts)


def _heading(view: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    opening = view.table.opening
    game = say("cat-in-the-box.title")
    title = paint(say("heading", title=game, number=opening.number, count=view.players), "bold")
    start = say("cat-in-the-box.start-player", name=names[opening.start])
    turned_up = [say("cat-in-the-box.turned-up", cards=_cards(opening.turned_up))] if opening.turned_up else []
    return flow("", [title, start, *turned_up])


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
    player, cards, bid_column, tricks, markers_column, total = (say(f"column.{name}") for name in COLUMNS)
    width = max(map(len, (*names, player)))
    bids = view.players > 2
    bid = f"  {bid_column}" if bids else ""
    yield paint(f"      {player:<{width}}  {cards}{bid}  {tricks}  {markers_column:<7}  {total}", "dim")
    for seat, board in enumerate(view.table.boards):
        arrow = "▶" if seat in view.to_act else " "
        bid = f"  {'-' if board.bid is None else board.bid:>{len(bid_column)}}" if bids else ""
        left = colours_in(board.markers)
        markers = " ".join(paint(c[0].upper(), c) if c in left else paint("-", "dim") for c in COLOURS)
        held, won = f"{board.cards:>{len(cards)}}", f"{board.tricks:>{len(tricks)}}"
        row = f"{names[seat]:<{width}}  {held}{bid}  {won}  {markers}  {view.totals[seat]:>{len(total)}}"
        yield f"  {arrow} {seat_shape(seat)} {row}"


def _trick(view: CatInTheBoxView, names: Sequence[str]) -> Iterator[str]:
    trick = view.table.trick
    if not trick:
        yield f"  {say('cat-in-the-box.trick.none')}" if view.expects == "play" else ""
        return
    winner = trick_winner(trick)
    played = [
        f"{seat_shape(seat)} {names[seat]} {card_text(play)}"
        + (f" {say('cat-in-the-box.trick.winning')}" if seat == winner else "")
        for seat, play in trick
    ]
    number = len(view.table.plays) // view.players + 1
    yield from flow(f"  {say('cat-in-the-box.trick', number=number)}", played)


def card_text(play: Play) -> str:
    """A card as it was played: in English as it is typed."""
    name = f"cat-in-the-box.card.{play.colour}"
    return paint(str(play).partition(" ")[2] if spoken_language() == "en" else say(name, value=play.value), play.colour)


def _hand(view: CatInTheBoxView) -> str:
    put_away = "" if view.discard is None else say("cat-in-the-box.put-away", value=view.discard)
    hand = say("cat-in-the-box.hand", cards=paint(_cards(view.hand or ()), "bold"))
    return f"  {hand}" + (paint(f"   {put_away}", "dim") if put_away else "")


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))
