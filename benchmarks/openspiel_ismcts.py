"""OpenSpiel's ISMCTS, in Python, through our OpenSpiel game, against our search with the same time a move.

``python benchmarks/openspiel_ismcts.py --milliseconds 100 --deals 20``: single rounds of Cat in the Box with four
players, two of each kind, every deal in all six seatings. The interval has 95 % and is clustered by deal.
"""

import argparse
from itertools import combinations
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from timing import machine, pin, versions

from purrlab.arena.summary import estimate
from purrlab.bots.cat_in_the_box.search import policy_for
from purrlab.envs.openspiel import CAT_IN_THE_BOX, resample
from purrlab.native import cat_in_the_box

PLAYERS = 4
SEATINGS = list(combinations(range(PLAYERS), 2))


class TimeIsUpError(Exception):
    """Raised between two simulations: OpenSpiel's bot counts simulations, and no time."""


class Ismcts:
    """OpenSpiel's bot as it is, stopped by the clock; it then plays what it visited most."""

    def __init__(self, game: Any, seconds: float, uct_c: float, seed: int) -> None:
        self._seconds, self._end = seconds, 0.0
        self._simulations, self.moves, self.playouts, self.seconds = 0, 0, 0, 0.0
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
        self._bot = ismcts.ISMCTSBot(game, evaluator, uct_c, max_simulations=10**9, random_state=random)
        self._uniform = random.random_sample
        self._bot.set_resampler(self._resample)

    def _resample(self, state: Any, player: int) -> Any:
        if self._simulations > 1 and perf_counter() >= self._end:
            raise TimeIsUpError
        self._simulations += 1
        return resample(state, player, self._uniform)

    def choose(self, state: Any) -> int:
        begin = perf_counter()
        self._simulations, self._end = 0, begin + self._seconds
        try:
            return int(self._bot.step(state))
        except TimeIsUpError:
            policy = self._bot.get_final_policy(state, self._bot._root_node)  # noqa: SLF001  # what its step does at the end
            return int(max(policy, key=lambda each: each[1])[0])
        finally:
            if self._simulations:
                self.moves += 1
                self.playouts += self._simulations
                self.seconds += perf_counter() - begin


class Search:
    """What the bot ``search`` runs."""

    def __init__(self, seconds: float, seed: int) -> None:
        self._seconds, self._random = seconds, Random(seed)
        self._policy = policy_for(PLAYERS, cat_in_the_box.neighbours_of("white"))
        self.moves, self.playouts, self.seconds = 0, 0, 0.0

    def choose(self, state: Any) -> int:
        legal: list[int] = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        begin = perf_counter()
        known = state.round.known(state.current_player())
        action, playouts, _ = cat_in_the_box.search(known, self._policy, self._random.getrandbits(64), 0, self._seconds)
        self.moves += 1
        self.playouts += playouts
        self.seconds += perf_counter() - begin
        return action


def dealt(game: Any, deal: int) -> Any:
    random, state = Random(f"ismcts {deal}"), game.new_initial_state()
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, probabilities)[0])
    return state


def lead_of_search(game: Any, deal: int, seats: tuple[int, ...], search: Search, other: Ismcts) -> float:
    state = dealt(game, deal)
    while not state.is_terminal():
        state.apply_action((search if state.current_player() in seats else other).choose(state))
    points = state.returns()
    return fmean(points[seat] for seat in seats) - fmean(points[seat] for seat in range(PLAYERS) if seat not in seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first-deal", type=int, default=0)
    parser.add_argument("--uct-c", type=float, default=2.0)
    given = parser.parse_args()
    pin()
    game = pyspiel.load_game(f"{CAT_IN_THE_BOX.short_name}(players={PLAYERS})")
    seconds = given.milliseconds / 1000
    search, other = Search(seconds, given.first_deal), Ismcts(game, seconds, given.uct_c, given.first_deal)
    leads = []
    for deal in range(given.first_deal, given.first_deal + given.deals):
        leads.append(fmean(lead_of_search(game, deal, seats, search, other) for seats in SEATINGS))
        found = estimate(leads)
        reach = "" if found.highest is None else f" ± {found.highest - found.mean:.2f}"
        print(
            f"{len(leads)} deals, {len(leads) * len(SEATINGS)} rounds: search is {found.mean:+.2f}{reach} ahead",
            flush=True,
        )
    print(f"{machine()}; {versions('open_spiel')}; UCT with c = {given.uct_c}")
    for name, bot in (("search", search), ("ISMCTS", other)):
        print(f"{name}: {1000 * bot.seconds / bot.moves:.0f} ms and {bot.playouts / bot.moves:.0f} playouts a move")


if __name__ == "__main__":
    main()
