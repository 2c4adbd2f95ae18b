"""What a net sees of a decision, as bits, on the rules in Python (core/cat_in_the_box/features.hpp)."""

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COLOURS, COPIES_PER_VALUE, ONES, RED_ROW, copies
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import beating, winning_play
from purrlab.native.cat_in_the_box.features import COLOUR_COUNT, MAX_FINDABLE, MAX_NEEDED, MAX_TRICKS, PHASES


def features(state: CatInTheBoxState, seat: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    writer = _Writer(state, seat)
    writer.write()
    return [at for at in range(writer.at) if writer.bits >> at & 1]


class _Writer:
    def __init__(self, state: CatInTheBoxState, seat: int) -> None:
        self.bits, self.at = 0, 0
        self.state, self.seat, self.players = state, seat, state.players
        self.values = range(1, RULES_BY_PLAYERS[state.players].highest + 1)
        self.cells = COLOUR_COUNT * len(self.values)
        self.layout = state.round.setup.layout
        self.hand, self.discard = state.hands[seat], state.discards[seat] or 0
        self.taken = state.round.opening.covered | state.declared
        self.free = ~self.taken & (1 << self.cells) - 1
        self.legal = sum(play.cell for play in state.legal(seat) if isinstance(play, Play))
        self.trick = state.table.trick
        self.boards = [state.boards[(seat + turn) % self.players] for turn in range(self.players)]  # from this seat on

    def put(self, bits: int, size: int) -> None:
        self.bits |= (bits & (1 << size) - 1) << self.at
        self.at += size

    def put_count(self, count: int, size: int) -> None:
        self.put((1 << max(0, min(count, size))) - 1, size)

    def put_one(self, which: int, size: int) -> None:
        self.put(1 << which if 0 <= which < size else 0, size)

    def write(self) -> None:
        self._cards()
        self._boards()
        self._trick()
        self._moment()
        self._plays()
        self._fitting_cards()

    def _cards(self) -> None:
        for board in self.boards:
            self.put(board.tokens, self.cells)
        for value in self.values:
            self.put_count(copies(self.hand, value), COPIES_PER_VALUE)
        for value in self.values:
            seen = copies(self.taken, value).bit_count() + copies(self.hand, value) + (self.discard == value)
            self.put_count(COPIES_PER_VALUE - seen, COPIES_PER_VALUE)
        self.put_one(self.discard - 1, len(self.values))

    def _boards(self) -> None:
        for board in self.boards:
            self.put(board.markers, COLOUR_COUNT)
        for board in self.boards:
            self.put_one((board.bid or 0) - 1, COLOUR_COUNT)
        for board in self.boards:
            self.put_count(board.tricks, MAX_TRICKS)
        for board in self.boards:
            needed = -1 if board.bid is None else max(0, min(board.bid - board.tricks + 1, MAX_NEEDED - 1))
            self.put_one(needed, MAX_NEEDED)

    def _trick(self) -> None:
        played = {(seat - self.seat) % self.players: play for seat, play in self.trick}
        for turn in range(1, self.players):
            play = played.get(turn)
            self.put_one(COLOURS.index(play.colour) if play else -1, COLOUR_COUNT)
            self.put_one(play.value - 1 if play else -1, len(self.values))
        led = self.state.led
        self.put_one(COLOURS.index(led) if led else -1, COLOUR_COUNT)
        self.put_one(len(self.trick), self.players)
        winner, best = winning_play(self.trick) if self.trick else (None, None)
        self.put_one(-1 if winner is None else (winner - self.seat) % self.players, self.players)
        self.put(int(best is not None and best.colour == "red"), 1)
        self.put_one(best.value - 1 if best else -1, len(self.values))

    def _moment(self) -> None:
        expects = self.state.expects
        assert expects is not None
        self.put_one((Discard, Bid, Play).index(expects), PHASES)
        self.put_one(len(self.state.plays) // self.players, MAX_TRICKS)
        self.put(int(bool(self.state.declared & RED_ROW)), 1)
        self.put_one((self.state.round.opening.start - self.seat) % self.players, self.players)

    def _plays(self) -> None:
        self.put(self.legal, self.cells)
        self.put(self.legal & beating(winning_play(self.trick)[1]) if self.trick else self.legal, self.cells)
        for board in self.boards[1:]:
            self.put(board.markers * ONES & self.free, self.cells)
        for board in self.boards:
            self.put_count(self.layout.groups(board.tokens).size, MAX_TRICKS)
        self.put(self._growing(), self.cells)

    def _growing(self) -> int:
        """The plays that would make the own largest group larger."""
        groups = self.layout.groups(self.boards[0].tokens)
        growing, left = 0, self.legal
        while left:
            cell = left & -left
            left ^= cell
            touched = self.layout.neighbours[cell]
            if 1 + sum(group.bit_count() for group in groups.all if group & touched) > groups.size:
                growing |= cell
        return growing

    def _fitting_cards(self) -> None:
        led = self.state.led
        own = self.boards[0].markers * ONES & self.free
        off = own & ~(COLOUR_BIT[led] * ONES) if led else own
        findable = [self._fitting(where) for where in (own, off)]
        for count in findable:
            self.put_count(count, MAX_FINDABLE)
        self.put(self.layout.groups(self.boards[0].tokens).touching & self.free, self.cells)

    def _fitting(self, where: int) -> int:
        """The open cells of each value. Says how many own cards find one."""
        findable = 0
        for value in self.values:
            places = copies(where, value).bit_count()
            self.put_count(places, COLOUR_COUNT)
            findable += min(places, copies(self.hand, value))
        return findable
