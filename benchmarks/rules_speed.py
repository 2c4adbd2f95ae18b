"""Random play with legal sets on one core: our rules in Python, and OpenSpiel's oh_hell in C++ driven from Python.

Both play whole games of four players with their deals; at every decision of a player they ask who is to act and what is
legal, and take one at random. A decision is a player's; the peer's chance nodes, one a card, cost time but are not
counted, as our shuffles are not.
"""

from random import Random

import pyspiel  # type: ignore[import-not-found, unused-ignore]  # a peer, for the benchmarks only
from timing import Comparison, compare

from purrlab import find_game

GAMES_PER_RUN = 600


def purrlab_decisions(games: int) -> int:
    game, choice, count = find_game("cat-in-the-box"), Random(1).choice, 0
    for number in range(games):
        state = game.new(4, f"speed {number}")
        while state.to_act:
            seat = min(state.to_act)
            state = state.apply(seat, choice(state.legal(seat)))
            count += 1
    return count


def open_spiel_decisions(games: int) -> int:
    game = pyspiel.load_game("oh_hell", {"players": 4, "num_tricks_fixed": 10})
    choice, count = Random(1).choice, 0
    for _ in range(4 * games):  # our games have four rounds
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            count += player >= 0  # chance is a negative one
            state.apply_action(choice(state.legal_actions(player)))
    return count


def run() -> Comparison:
    return compare(purrlab_decisions, open_spiel_decisions, GAMES_PER_RUN)
