"""The figures of the rulebook of Cat in the Box; those with numbers are worked examples of the printed rulebooks."""

from collections.abc import Sequence
from typing import NamedTuple

from rulebook_figures import Drawing, Fact, Figure, claim, player

from purrlab import find_game
from purrlab.games.cat_in_the_box.cells import CARD, colours_in
from purrlab.games.cat_in_the_box.layout import LETTERS
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import PlayerBoard
from purrlab.games.cat_in_the_box.view import CatInTheBoxView

GAME = find_game("cat-in-the-box")


class Round(NamedTuple):
    """A whole round as it was played."""

    hands: Sequence[Sequence[int]]
    table: Sequence[int]
    discards: Sequence[int]
    bids: Sequence[int]
    plays: str  # "B3" is a blue 3

    def after(self, plays: int | None = None) -> CatInTheBoxState:
        """The game after so many plays of the round; after all of them, the round is over."""
        state = deal(self.hands, self.table)
        for discard in self.discards:
            state = act(state, f"discard {discard}")
        for bid in self.bids:
            state = act(state, f"bid {bid}")
        for name in self.plays.split()[:plays]:
            state = act(state, str(_play(name)))
        return state


# Nobody causes a paradox. Seat 0 bids 2, wins 2 and has a group of five; seat 1 wins two tricks as well, but bid 1.
FOUR_PLAYERS = Round(
    hands=[
        [1, 1, 1, 2, 3, 4, 6, 7, 8, 8],
        [1, 2, 2, 2, 3, 4, 6, 6, 7, 8],
        [3, 4, 5, 5, 6, 6, 7, 7, 8, 8],
        [1, 2, 3, 3, 4, 4, 5, 5, 5, 7],
    ],
    table=[],
    discards=[4, 6, 8, 1],
    bids=[2, 1, 3, 1],
    plays="B3 B4 B7 B5 Y6 Y2 Y1 Y7 G2 G7 G3 G1 B6 R7 B1 B8 Y5 Y8 Y3 Y4 B2 R6 G8 G4 R1 R3 R5 R8 G6 R2 G5 R4",
)

# Seat 2 bids 3 and wins 3, but then has a 4 and a 6 left and nowhere to play them.
PARADOX = Round(
    hands=[
        [1, 1, 3, 4, 6, 6, 7, 7, 8, 8],
        [1, 2, 2, 2, 3, 4, 5, 6, 7, 8],
        [2, 2, 3, 4, 5, 5, 5, 6, 6, 7],
        [1, 1, 3, 3, 4, 4, 5, 7, 8, 8],
    ],
    table=[],
    discards=[8, 2, 5, 8],
    bids=[1, 3, 3, 1],
    plays="Y1 Y6 R3 Y4 G7 G4 G6 G8 B7 G5 B8 B6 Y7 Y3 Y5 R5 G2 G3 G1 R4 B1 R2 B3 B4 R6 R1 R8 Y2 R7 B2",
)

TWO_PLAYERS = Round(
    hands=[[1, 2, 2, 2, 3, 3, 4, 4, 5, 5], [1, 1, 1, 2, 2, 3, 3, 3, 4, 5]],
    table=[4, 5, 4, 5, 1],
    discards=[2, 3],
    bids=[],
    plays="Y1 Y2 B5 B2 B1 B4 B3 G3 G2 G1 Y5 Y3 R3 R4 R1 R5",
)


def deal(hands: Sequence[Sequence[int]], table: Sequence[int] = ()) -> CatInTheBoxState:
    """A game whose rounds are all dealt like this; short hands are filled up with what is left of the deck."""
    players = len(hands)
    numbers = RULES_BY_PLAYERS[players]
    left = [CARD.index(card) for card in numbers.deck]
    for value in [*table, *(value for hand in hands for value in hand)]:
        left.remove(value)
    full = [list(hand) for hand in hands]
    while short := [hand for hand in full if len(hand) < numbers.hand]:
        for hand in short:
            hand.append(left.pop(0))
    each_round = {"hands": full, "table": [*table, *left]}
    state = GAME.new(players, options={"start": 0}, deals=[each_round] * players)
    if not isinstance(state, CatInTheBoxState):
        raise TypeError(state)
    return state


def act(state: CatInTheBoxState, *actions: str) -> CatInTheBoxState:
    """Act in words, each for the seat that is to act; the lowest one where several are."""
    for action in actions:
        state = state.apply(min(state.to_act), GAME.parse(action))
    return state


def first_plays(plays: str, hands: Sequence[Sequence[int]]) -> CatInTheBoxState:
    """The first plays of a game with four players whose hands hold at least these cards."""
    state = deal(hands)
    for seat in range(4):
        kept = list(hands[seat])
        spare = list(state.view(seat).hand or ())
        for value in kept:
            spare.remove(value)
        state = state.apply(seat, GAME.parse(f"discard {spare[0]}"))
    state = act(state, "bid 2", "bid 1", "bid 2", "bid 3")
    return act(state, *(str(_play(name)) for name in plays.split()))


def _play(name: str) -> Play:
    return Play(int(name[1]), LETTERS[name[0]])


def card(play: Play) -> Fact:
    return {"card": str(play)}


def colour(name: str) -> Fact:
    return {"colour": name}


def _legal(view: CatInTheBoxView) -> set[str]:
    return set(map(str, view.legal))


def _markers(view: CatInTheBoxView, seat: int) -> set[str]:
    return _markers_of(view.table.boards[seat])


def _markers_of(board: PlayerBoard) -> set[str]:
    return set(colours_in(board.markers))


def _cells(view: CatInTheBoxView, kind: str) -> set[tuple[int, str]]:
    """The cells under observed or neutral tokens."""
    return {(value, name) for value, name in view.as_dict()["table"]["opening"][kind]}


def set_up() -> Figure:
    view = deal([[]] * 4).view(None)
    claim(all(len(_markers(view, seat)) == 4 for seat in range(4)), "CB2: everybody has all four markers")
    claim({value for value, _ in _cells(view, "observed")} == {9}, "CB1: with four players the 9s are covered")
    return Figure(view, ("board", "panel 0"), {"rounds": view.round_count, "covered": 9})


def purple_side() -> Figure:
    view = deal([[]] * 5).view(None)
    claim(view.layout.name == "purple", "CB1: five players have the purple side")
    return Figure(view, ("board",), {})


def discard() -> Figure:
    """Figure 3-1."""
    state = FOUR_PLAYERS.after(0)
    before = deal(FOUR_PLAYERS.hands).view(0)
    claim(len(before.hand or ()) == 10 and len(state.view(0).hand or ()) == 9, "CB7: ten cards, and one is put away")
    away = FOUR_PLAYERS.discards[0]
    claim(f"discard {away}" in _legal(before), "CB7: any card can be put away")
    return Figure(before, ("hand", f"chosen {away}"), {"value": away})


def bid() -> Figure:
    """Figure 3-2."""
    view = FOUR_PLAYERS.after(0).view(0)
    claim(view.bids == (1, 2, 3), "CB8: the bids with four players")
    made = view.table.boards[0].bid
    claim(made == 2, "CB8: the bid lies open")
    return Figure(view, ("panel 0",), {"player": player(0), "bid": made or 0})


def declare() -> Figure:
    """Figure 3-3."""
    view = first_plays("B5", [[5], [7], [1], [2]]).view(None)
    claim(view.table.led == "blue", "CB9: the first card names the led colour")
    return Figure(
        view,
        ("trick", "board"),
        {"player": player(0), "card": card(view.table.trick[0][1]), "value": 5, "led": colour("blue")},
    )


def red_is_closed() -> Figure:
    view = FOUR_PLAYERS.after(0).view(0)
    claim(not any(play.endswith("red") for play in _legal(view)), "CB11: red is not led before anybody has played it")
    claim("play 8 blue" in _legal(view), "CB11: blue can be led")
    return Figure(view, ("board", "lit", "hand"), {"player": player(0)})


def red_is_open() -> Figure:
    """Figure 3-4."""
    state = first_plays("B5 B7 R1 B2", [[5], [7], [1, 8], [2]])
    view = state.view(state.turn)
    claim(view.table.turn == 2, "CB13: the only red card wins the trick, and its player leads")
    claim("play 8 red" in _legal(view), "CB11: red can be led now")
    return Figure(
        view,
        ("board", "lit 8", "hand", "chosen 8"),
        {"player": player(2), "red": card(_play("R1")), "card": card(_play("R8"))},
    )


def leave_the_led_colour() -> Figure:
    """Figure 3-5."""
    before = first_plays("B2", [[2], [3, 6], [7], [1]])
    claim("play 6 blue" in _legal(before.view(1)), "CB12: this player could follow")
    view = act(before, "play 3 red").view(1)
    claim(_markers(before.view(1), 1) - _markers(view, 1) == {"blue"}, "CB12: the marker of the led colour is gone")
    later = act(before, "play 3 red", "play 7 blue", "play 1 blue").view(1)
    claim(later.table.turn == 1, "CB13: red 3 wins the trick")
    claim(not any(play.endswith("blue") for play in _legal(later)), "CB10: no blue any more")
    return Figure(
        view,
        ("trick", "panel 1"),
        {
            "leader": player(0),
            "led": card(_play("B2")),
            "player": player(1),
            "could": card(_play("B6")),
            "card": card(_play("R3")),
            "lost": colour("blue"),
        },
    )


def highest_red_wins() -> Figure:
    """Figure 3-6."""
    view = first_plays("Y5 G8 R1 R2", [[5], [8], [1], [2]]).view(None)
    trick = view.table.finished_tricks[-1]
    claim(trick.winner == 3 and str(trick.play) == "play 2 red", "CB13: the higher of two reds wins")
    return Figure(
        view,
        ("trick",),
        {
            "leader": player(0),
            "led": card(_play("Y5")),
            "other": card(_play("G8")),
            "red": card(_play("R1")),
            "winner": player(trick.winner),
            "card": card(trick.play),
        },
    )


def highest_of_the_led_colour_wins() -> Figure:
    view = FOUR_PLAYERS.after(4).view(None)
    trick = view.table.finished_tricks[-1]
    claim(
        str(trick.play) == "play 7 blue" and trick.winner == 2, "CB13: without red the highest of the led colour wins"
    )
    return Figure(view, ("trick",), {"winner": player(trick.winner), "card": card(trick.play), "led": colour("blue")})


def no_possible_play() -> Figure:
    """Figure 3-7: before the last play of the trick, seen by whoever will be stuck."""
    view = PARADOX.after(len(PARADOX.plays.split()) - 1).view(2)
    claim(sorted(view.hand or ()) == [4, 6], "a 4 and a 6 are left")
    claim((view.table.turn + 1) % 4 == 2, "one player more is to play before")
    claim(_markers(view, 2) == {"red", "green"}, "CB10: the blue and the yellow marker are gone")
    taken = {str(play) for _, play in view.table.plays}
    cells = [_play(name) for name in ("R4", "R6", "G4", "G6")]
    claim(all(str(cell) in taken for cell in cells), "CB10: the cells of the other colours are taken")
    return Figure(
        view, ("board", "panel 2", "hand"), {"player": player(2), "lost": colour("blue"), "lost_too": colour("yellow")}
    )


def paradox() -> Figure:
    """Figures 3-8 and 3-10."""
    view = PARADOX.after().view(None)
    result = view.rounds[0]
    claim(result.paradox == 2 and sorted(result.revealed or ()) == [4, 6], "CB15: a paradox; the hand is shown")
    claim(len(result.plays) % 4 == 2, "CB15: two have played, and the last does not")
    claim(sum(result.tricks) == len(result.plays) // 4, "CB15: nobody wins the unfinished trick")
    claim(sum(board.tokens.bit_count() for board in result.boards) == len(result.plays), "CB15: its tokens stay")
    won, bids = result.tricks[2], result.bids or ()
    claim(won == bids[2] and result.bonus[2] == 0 and result.scores[2] == -won, "CB16, CB17: minus, and no bonus")
    return Figure(view, ("scores",), {"player": player(2), "bid": bids[2], "won": won, "points": result.scores[2]})


def points_for_tricks() -> Figure:
    """Figures 3-9 and 3-11."""
    view = FOUR_PLAYERS.after().view(None)
    result = view.rounds[0]
    bids = result.bids or ()
    claim(result.tricks[1] == result.scores[1] == 2 and bids[1] != 2, "CB16: two tricks, two points, and no bonus")
    claim(bids[0] == result.tricks[0] == 2 and result.bonus[0] == 5, "CB17: the bid is met, and the largest group is 5")
    tokens = result.boards[0].tokens.bit_count() + len(_markers_of(result.boards[0])) + 1
    claim(tokens == 13, "CB2: eight plays, four markers and the bid are more tokens than the box has; it is no limit")
    return Figure(
        view,
        ("scores",),
        {
            "player": player(0),
            "bid": bids[0],
            "won": result.tricks[0],
            "group": result.bonus[0],
            "points": result.scores[0],
            "other": player(1),
            "other_bid": bids[1],
            "other_won": result.tricks[1],
            "other_points": result.scores[1],
        },
    )


def neutral_tokens() -> Figure:
    view = TWO_PLAYERS.after(0).view(None)
    opening = view.table.opening
    claim(opening.turned_up == (4, 5, 4), "CB20: three cards are turned up")
    neutral = _cells(view, "neutral")
    claim(neutral == {(4, "green"), (5, "green"), (4, "yellow")}, "CB20: green, and the second 4 on yellow")
    claim({value for value, _ in _cells(view, "observed")} == {6}, "CB1: with two players the 6s are covered")
    return Figure(
        view,
        ("turned up", "board"),
        {"cards": ", ".join(map(str, opening.turned_up)), "twice": 4, "covered": 6},
    )


def two_players() -> Figure:
    """Figure 5-1."""
    result = TWO_PLAYERS.after().view(None).rounds[0]
    claim(result.tricks == (5, 3) and result.bonus == (0, 3), "CB17: more than four tricks, no bonus; fewer, a bonus")
    return Figure(
        TWO_PLAYERS.after().view(None),
        ("scores",),
        {
            "player": player(0),
            "won": result.tricks[0],
            "points": result.scores[0],
            "other": player(1),
            "other_won": result.tricks[1],
            "group": result.bonus[1],
            "other_points": result.scores[1],
        },
    )


FIGURES: dict[str, Drawing] = {
    "set-up": set_up,
    "purple-side": purple_side,
    "discard": discard,
    "bid": bid,
    "declare": declare,
    "red-closed": red_is_closed,
    "red-open": red_is_open,
    "leave-the-led-colour": leave_the_led_colour,
    "highest-led-wins": highest_of_the_led_colour_wins,
    "highest-red-wins": highest_red_wins,
    "no-possible-play": no_possible_play,
    "paradox": paradox,
    "points": points_for_tricks,
    "neutral-tokens": neutral_tokens,
    "two-players": two_players,
}
