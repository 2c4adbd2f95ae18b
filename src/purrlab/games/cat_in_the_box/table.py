"""What lies on the table in a round: the open part, and what each player keeps hidden (CB2, CB3, CB7)."""

from typing import Any, NamedTuple

from purrlab.games.cat_in_the_box.cells import cells_in, colours_in
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.setup import Deal


class PlayerBoard(NamedTuple):
    """CB2: what lies open before one player."""

    cards: int  # how many are in hand
    bid: int | None
    markers: int  # a bit for each colour whose X is still covered
    tokens: int  # own cells on the research board
    tricks: int

    def as_plain(self) -> dict[str, Any]:
        cards, bid, markers, tokens, tricks = self
        return {
            "cards": cards,
            "bid": bid,
            "markers": list(colours_in(markers)),
            "tokens": list(map(list, cells_in(tokens))),
            "tricks": tricks,
        }


Played = tuple[int, Play]  # who played what


class Opening(NamedTuple):
    """What stays as it is for a whole round."""

    number: int  # of the round, from 1
    start: int
    turned_up: tuple[int, ...]  # CB20: the three cards seen with two players
    covered: int  # cells under observed and neutral tokens

    def as_plain(self) -> dict[str, Any]:
        number, start, turned_up, covered = self
        cells = list(map(list, cells_in(covered)))
        return {"number": number, "start": start, "turned_up": list(turned_up), "covered": cells}


class Table(NamedTuple):
    """All that lies open in a round."""

    opening: Opening
    turn: int
    led: str | None  # the led colour; None when the turn is to lead
    declared: int  # cells under players' tokens
    boards: tuple[PlayerBoard, ...]
    plays: tuple[Played, ...]

    @property
    def trick(self) -> tuple[Played, ...]:
        """The cards of the trick in play."""
        return self.plays[len(self.plays) - len(self.plays) % len(self.boards) :]

    def as_plain(self) -> dict[str, Any]:
        """Without the declared cells: the boards show whose tokens they are. Written out, for speed."""
        opening, turn, led, _, boards, _ = self
        plays = [[seat, play.as_plain()] for seat, play in self.plays]
        trick = plays[len(plays) - len(plays) % len(boards) :]
        return {
            "opening": opening.as_plain(),
            "turn": turn,
            "led": led,
            "boards": [board.as_plain() for board in boards],
            "plays": plays,
            "trick": [list(played) for played in trick],
        }


class RoundResult(NamedTuple):
    """A round that is over, as everybody saw it."""

    opening: Opening
    bids: tuple[int, ...] | None
    plays: tuple[Played, ...]
    paradox: int | None
    revealed: tuple[int, ...] | None  # CB15: the hand of the paradox player
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]  # CB17: the largest group of those who earned it, 0 for the others
    scores: tuple[int, ...]


class PastRound(NamedTuple):
    """A round that is over, and what was hidden in it."""

    result: RoundResult
    deal: Deal
    discards: tuple[int | None, ...]
