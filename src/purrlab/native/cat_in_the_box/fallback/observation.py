"""What a seat sees, as numbers, on the rules in Python."""

from purrlab.games.cat_in_the_box.cells import COLOURS, HIGHEST_VALUE, RED_ROW, copies
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native.cat_in_the_box import observation as layout
from purrlab.native.cat_in_the_box.encoding import ACTION_NUMBER, CELL_COUNT
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.observation import Part


class ObservationWriter:
    """Writes what is counted into its place, scaled; what would overrun a part raises IndexError."""

    def __init__(self) -> None:
        self.numbers = [0.0] * OBSERVATION.size

    def put(self, part: Part, count: int, row: int = 0, column: int = 0) -> None:
        self.numbers[part.position(row, column)] = count * part.scale

    def put_cells(self, row: int, cells: int) -> None:
        for cell in range(CELL_COUNT):
            if cells >> cell & 1:
                self.put(layout.TOKENS, 1, row, cell)


def observation(state: CatInTheBoxState, viewer: int) -> list[float]:
    """What a seat sees."""
    out = ObservationWriter()
    _put_boards(out, state, viewer)
    _put_trick(out, state, viewer)
    for value in range(1, HIGHEST_VALUE + 1):
        out.put(layout.HAND, copies(state.hands[viewer], value), value - 1)
    if state.expects is not None:
        out.put(layout.PHASE, 1, (Discard, Bid, Play).index(state.expects))
    out.put(layout.TRICKS_DONE, len(state.plays) // state.players)
    out.put(layout.RED_DECLARED, bool(state.declared & RED_ROW))
    out.put(layout.PLAYERS, state.players)
    out.put(layout.DISCARD, state.discards[viewer] or 0)
    out.put(layout.START, 1, (state.round.opening.start - viewer) % state.players)
    for number, (_, play) in enumerate(state.plays, 1):
        out.put(layout.PLAYED_AT, number, ACTION_NUMBER[play])
    return out.numbers


def _put_boards(out: ObservationWriter, state: CatInTheBoxState, viewer: int) -> None:
    for place in range(state.players):
        board = state.boards[(viewer + place) % state.players]
        out.put_cells(place, board.tokens)
        for colour in range(len(COLOURS)):
            out.put(layout.MARKERS, board.markers >> colour & 1, place, colour)
        out.put(layout.TRICKS, board.tricks, place)
        out.put(layout.BIDS, board.bid or 0, place)
    out.put_cells(layout.COVERED_PLANE, state.round.opening.covered)


def _put_trick(out: ObservationWriter, state: CatInTheBoxState, viewer: int) -> None:
    trick = state.table.trick
    for seat, play in trick:
        place = (seat - viewer) % state.players
        out.put(layout.TRICK_COLOURS, 1, place, COLOURS.index(play.colour))
        out.put(layout.TRICK_VALUES, play.value, place)
    if state.led is not None:
        out.put(layout.LED_COLOUR, 1, COLOURS.index(state.led))
    out.put(layout.CARDS_IN_TRICK, len(trick))
