"""Positions of Cat in the Box set up by hand, for the tests of single rules."""

from collections.abc import Sequence
from itertools import starmap

from purrlab import find_game
from purrlab.games.cat_in_the_box.cells import ALL_COLOURS, CARD, COLOUR_BIT, colours_in, hand_of
from purrlab.games.cat_in_the_box.layout import CELL_NAMES, LETTERS
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, _to_play
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import MarkerLoss, PlayerBoard

GAME = find_game("cat-in-the-box")


def new(players: int, seed: str = "any", **options: object) -> CatInTheBoxState:
    state = GAME.new(players, seed, options)
    assert isinstance(state, CatInTheBoxState)
    return state


def scripted(
    players: int, hands: Sequence[Sequence[int]], table: Sequence[int] = (), start: int = 0
) -> CatInTheBoxState:
    """A game whose rounds are all dealt like this; short hands are filled up with what is left of the deck."""
    numbers = RULES_BY_PLAYERS[players]
    left = [CARD.index(card) for card in numbers.deck]
    for value in [*table, *(value for hand in hands for value in hand)]:
        left.remove(value)
    full = [[*hand, *(left.pop() for _ in range(numbers.hand - len(hand)))] for hand in hands]
    deal = {"hands": full, "table": [*table, *left]}
    state = GAME.new(players, options={"start": start}, deals=[deal] * players)
    assert isinstance(state, CatInTheBoxState)
    return state


def act(state: CatInTheBoxState, *actions: str) -> CatInTheBoxState:
    """Act in words, each for the seat that is to act; the lowest one where several are."""
    for action in actions:
        state = state.apply(min(state.to_act), GAME.parse(action))
    return state


def cells(names: str) -> int:
    """ "R1 G4" as a set of cells."""
    return sum(CELL_NAMES[name] for name in names.split())


def play(name: str) -> Play:
    """ "R1" as a play."""
    return Play(int(name[1]), LETTERS[name[0]])


def position(
    hands: Sequence[Sequence[int]],
    *,
    markers: dict[int, str] | None = None,
    tokens: dict[int, str] | None = None,
    trick: str = "",
    turn: int = 0,
    bids: Sequence[int] = (),
    tricks: Sequence[int] = (),
) -> CatInTheBoxState:
    """A moment of the trick phase. Markers are those left, as letters; the trick is what lies before ``turn``.

    Markers that are not left were given up in the trick before.
    """
    players = len(hands)
    base = new(players)
    played = [play(name) for name in trick.split()]
    plays = tuple(((turn - len(played) + at) % players, card) for at, card in enumerate(played))
    on_board = {seat: cells((tokens or {}).get(seat, "")) for seat in range(players)}
    for seat, card in plays:
        on_board[seat] |= card.cell
    boards = tuple(
        PlayerBoard(
            cards=len(hand),
            bid=bids[seat] if bids else RULES_BY_PLAYERS[players].bids[0] if players > 2 else None,
            markers=_markers((markers or {}).get(seat)),
            tokens=on_board[seat],
            tricks=tricks[seat] if tricks else 0,
        )
        for seat, hand in enumerate(hands)
    )
    led = played[0].colour if played else None
    lost = [(seat, colour) for seat, board in enumerate(boards) for colour in colours_in(ALL_COLOURS & ~board.markers)]
    before = tuple((seat, Play(1, "red")) for seat in range(players)) if lost else ()
    losses = tuple(starmap(MarkerLoss, lost))
    table = (base.round, turn, led, sum(on_board.values()), boards, before + plays, losses, ())
    return _to_play((*table, tuple(map(hand_of, hands)), (1,) * players))


def _markers(letters: str | None) -> int:
    return ALL_COLOURS if letters is None else sum(COLOUR_BIT[LETTERS[letter]] for letter in letters)


def legal(state: CatInTheBoxState) -> set[str]:
    """What the seat to act may do, in words."""
    (seat,) = state.to_act
    return {str(action) for action in state.legal(seat)}
