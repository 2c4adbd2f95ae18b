"""What a seat sees, as numbers, on the rules in Python."""

from purrlab.games.cat_in_the_box.cells import COLOURS, RED_ROW, copies
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native.encoding import CELLS, OBSERVATION


def observation(state: CatInTheBoxState, viewer: int) -> list[float]:
    """What a seat sees as 256 numbers; core/observation.hpp says which is which."""
    out = [0.0] * OBSERVATION
    players, opening = state.players, state.round.opening
    for place in range(players):
        board = state.boards[(viewer + place) % players]
        for cell in range(CELLS):
            out[36 * place + cell] = float(board.tokens >> cell & 1)
        for colour in range(4):
            out[189 + 4 * place + colour] = float(board.markers >> colour & 1)
        out[209 + place] = board.tricks / 8
        out[214 + place] = (board.bid or 0) / 4
    for cell in range(CELLS):
        if opening.covered >> cell & 1:
            out[144 + cell] = 1.0
    for value in range(1, 10):
        out[179 + value] = copies(state.hands[viewer], value) / 4
    trick = state.table.trick
    for seat, play in trick:
        at = 223 + 5 * ((seat - viewer) % players)
        out[at + COLOURS.index(play.colour)] = 1.0
        out[at + 4] = play.value / 8
    if state.led is not None:
        out[219 + COLOURS.index(state.led)] = 1.0
    if state.expects is not None:
        out[248 + (Discard, Bid, Play).index(state.expects)] = 1.0
    out[251] = len(state.plays) // players / 8
    out[252] = float(bool(state.declared & RED_ROW))
    out[253] = players / 4
    out[254] = (state.discards[viewer] or 0) / 8
    out[255] = len(trick) / 4
    return out
