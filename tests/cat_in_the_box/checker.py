"""A second reading of the rules, for records only: plain sets and dicts, and nothing of the package's own code."""

from collections import Counter
from typing import Any

COLOURS = ("red", "blue", "yellow", "green")
HIGHEST_VALUE_BY_PLAYERS = {2: 5, 3: 6, 4: 8, 5: 9}
HAND_SIZE_BY_PLAYERS = {2: 10, 3: 10, 4: 10, 5: 9}
BIDS_BY_PLAYERS = {3: {1, 3, 4}, 4: {1, 2, 3}, 5: {1, 2, 3}}
Cell = tuple[str, int]


def check_game(record: dict[str, Any]) -> None:
    assert record["format"] == "purrlab/1"
    assert record["game"] == "cat-in-the-box"
    players = len(record["players"])
    start, layout = record["options"]["start"], record["options"]["layout"]
    assert len(record["rounds"]) == players
    for number, each in enumerate(record["rounds"]):
        assert each["start"] == (start + number) % players
        check_round(each, players, layout)
    totals = [sum(each["scores"][seat] for each in record["rounds"]) for seat in range(players)]
    assert record["totals"] == totals
    last = record["rounds"][-1]["scores"]
    best = max((totals[seat], last[seat]) for seat in range(players))
    assert record["winners"] == [seat for seat in range(players) if (totals[seat], last[seat]) == best]


def check_round(each: dict[str, Any], players: int, layout: str) -> None:
    deck = Counter(dict.fromkeys(range(1, HIGHEST_VALUE_BY_PLAYERS[players] + 1), 5))
    assert Counter([*each["table"], *(card for hand in each["hands"] for card in hand)]) == deck
    assert [len(hand) for hand in each["hands"]] == [HAND_SIZE_BY_PLAYERS[players]] * players
    hands = [list(hand) for hand in each["hands"]]
    for hand, discard in zip(hands, each["discards"], strict=True):
        hand.remove(discard)
    if players == 2:
        assert each["bids"] is None
    else:
        assert all(bid in BIDS_BY_PLAYERS[players] for bid in each["bids"])
    tricks, paradox, tokens = play_out(each, hands, players)
    assert each["paradox"] == paradox
    assert each["tricks"] == tricks
    for seat in range(players):
        made = tricks[seat] <= 4 if players == 2 else tricks[seat] == each["bids"][seat]
        bonus = largest_group(tokens[seat], layout) if made and seat != paradox else 0
        assert each["bonus"][seat] == bonus
        assert each["scores"][seat] == (-tricks[seat] if seat == paradox else tricks[seat] + bonus)


def play_out(
    each: dict[str, Any], hands: list[list[int]], players: int
) -> tuple[list[int], int | None, list[set[Cell]]]:
    blocked = neutral_cells(each["table"][:3])
    tokens: list[set[Cell]] = [set() for _ in range(players)]
    markers = [set(COLOURS) for _ in range(players)]
    trick: list[tuple[int, int, str]] = []
    tricks, turn = [0] * players, each["start"]
    plays = list(each["plays"])
    while not (not trick and all(len(hand) == 1 for hand in hands)):
        possible = allowed_cells(
            hands[turn], markers[turn], blocked.union(*tokens), set().union(*tokens), leads=not trick
        )
        if not possible:
            assert not plays, "nothing is played after a paradox"
            return tricks, turn, tokens
        seat, value, colour = plays.pop(0)
        assert seat == turn
        assert (colour, value) in possible
        hands[seat].remove(value)
        tokens[seat].add((colour, value))
        if trick and colour != trick[0][2]:
            markers[seat].discard(trick[0][2])
        trick.append((seat, value, colour))
        turn = (turn + 1) % players
        if len(trick) == players:
            turn = trick_winner(trick)
            tricks[turn] += 1
            trick = []
    assert not plays, "the last card is not played"
    return tricks, None, tokens


def neutral_cells(turned_up: list[int]) -> set[Cell]:
    cells: set[Cell] = set()
    for index, value in enumerate(turned_up):
        cells.add((("green", "yellow", "blue")[turned_up[:index].count(value)], value))
    return cells


def allowed_cells(hand: list[int], markers: set[str], taken: set[Cell], tokens: set[Cell], *, leads: bool) -> set[Cell]:
    cells = {(colour, value) for colour in markers for value in hand} - taken
    others = {cell for cell in cells if cell[0] != "red"}
    if leads and others and not any(colour == "red" for colour, _ in tokens):
        return others
    return cells


def trick_winner(trick: list[tuple[int, int, str]]) -> int:
    trumps = [(value, seat) for seat, value, colour in trick if colour == "red"]
    followed = [(value, seat) for seat, value, colour in trick if colour == trick[0][2]]
    return max(trumps or followed)[1]


def largest_group(tokens: set[Cell], layout: str) -> int:
    """Tokens at places of a grid; places one step apart touch."""
    shift = {"white": 0, "purple": 1}[layout]
    places = {(COLOURS.index(colour), value + shift * COLOURS.index(colour)) for colour, value in tokens}
    best = 0
    while places:
        group, edge = 0, [places.pop()]
        while edge:
            row, column = edge.pop()
            group += 1
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in places:
                    places.remove(near)
                    edge.append(near)
        best = max(best, group)
    return best
