"""The coach of Rascal Kittens weighs as the heuristic bot does, from the view alone; who heeds it scores more."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from rascal_kittens.positions import GAME

from purrlab.bots import Bot, find_bot, play_game
from purrlab.bots.bot import choices_in
from purrlab.bots.random_bot import RandomBot
from purrlab.coach import advise
from purrlab.coach.rascal_kittens import POOR_POINTS, RascalKittensAdvice
from purrlab.games.game import Action, View
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOKENS, TOYS, in_order
from purrlab.games.rascal_kittens.notation import Run
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.native.rascal_kittens.evaluation import WORTH_PARTS, Evaluation
from purrlab.native.rascal_kittens.weights import WEIGHT_PARTS, Weights

HEURISTIC, KITTEN = (find_bot("rascal-kittens", name) for name in ("heuristic", "kitten"))
VARIANTS = ("basic", "older")

table_sizes = pytest.mark.parametrize("players", GAME.seats)


def advice_on(view: View) -> RascalKittensAdvice:
    advice = advise(view)
    assert isinstance(advice, RascalKittensAdvice)
    return advice


def moments(players: int, games: int) -> Iterator[tuple[RascalKittensState, int]]:
    """Every moment of games between kittens, and who is to act."""
    for seed in range(games):
        yield from ((state, state.turn) for state in moments_of_game(players, seed))


def moments_of_game(players: int, seed: int) -> list[RascalKittensState]:
    found: list[RascalKittensState] = []
    state = GAME.new(players, f"coach {seed}", {"variant": VARIANTS[seed % 2]})
    play_game(state, [KITTEN] * players, Random(seed), observe=lambda before, _: found.append(before))
    return found


@table_sizes
def test_it_never_warns_of_what_the_heuristic_finds_best_and_always_of_what_is_far_behind(players: int) -> None:
    warned, compared = 0, 0
    for state, seat in moments(players, games=6):
        view = state.view(seat)
        poor = {each.action: each for each in advice_on(view).poor}
        assert str(HEURISTIC.choose(view, Random(1))) not in poor
        assert poor.keys() < set(map(str, view.legal))
        evaluation = Evaluation(view, Weights())
        worths = {str(action): evaluation.worth(action) for action in view.legal}
        best = max(worths.values())
        for action, worth in worths.items():
            behind = (best - worth) / parts_of_a_point(view)
            assert (action in poor) == (behind > POOR_POINTS)
            if action in poor:
                assert poor[action].behind == pytest.approx(behind, abs=0.051)
            warned, compared = warned + (action in poor), compared + 1
    assert 0.1 < warned / compared < 0.7


def parts_of_a_point(view: View) -> int:
    """In which the heuristic counts; an anchor without weights."""
    return WORTH_PARTS // (WEIGHT_PARTS if view.expects == "anchor" else 1)


@table_sizes
def test_points_now_are_what_the_rules_say_that_a_run_can_bring(players: int) -> None:
    compared = 0
    for state, seat in moments(players, games=8):
        view = state.view(seat)
        advice = advice_on(view)
        assert advice.runs == ROUNDS - sum(any(run.seat == seat for run in each.runs) for each in state.rounds)
        if state.expects is Run:
            for prospect, way in zip(advice.prospects, view.ahead, strict=True):
                assert prospect.action == f"run {way.entry}"
                assert way.gain.lowest - 0.05 <= prospect.now <= way.gain.highest + 0.05
                compared += 1
    assert compared > 150


@table_sizes
def test_it_knows_the_view_and_nothing_else(players: int) -> None:
    """The others hold other tiles of the same colours, and other tokens were taken out: the same advice."""
    tiles, tokens = 0, 0
    for number, (state, seat) in enumerate(moments(players, games=2)):
        other = with_other_tokens(with_other_tiles(state, seat, Random(number)), seat, Random(number))
        tiles += other.hands != state.hands
        tokens += other.setup.deal.stacks != state.setup.deal.stacks
        assert advise(other.view(seat)) == advise(state.view(seat))
    assert tiles > 20
    assert tokens > 20 or players == GAME.seats[-1]  # with whom none are taken out


def with_other_tiles(state: RascalKittensState, seat: int, random: Random) -> RascalKittensState:
    """RK6: what the others hold, and what nobody drew, is dealt anew among them, colour by colour."""
    seen = {*state.hands[seat], state.setup.deal.middle, *(each.tile for each in state.rounds)}
    hidden = [tile for tile in TILES if tile not in seen]
    random.shuffle(hidden)
    stock = {colour: [tile for tile in hidden if COLOUR_OF_TILE[tile] == colour] for colour in COLOURS}
    hands = [
        hand if each == seat else in_order([stock[COLOUR_OF_TILE[tile]].pop() for tile in hand])
        for each, hand in enumerate(state.hands)
    ]
    return state._replace(hands=tuple(hands))


def with_other_tokens(state: RascalKittensState, seat: int, random: Random) -> RascalKittensState:
    """RK5: what was taken out of the stacks is chosen anew, as far as the seat's own tokens allow."""
    deal, size = state.setup.deal, len(TOKENS) - state.setup.numbers.removed
    own = [taken_by(state, seat, toy) for toy in TOYS]
    stacks = []
    for stack, known in zip(deal.stacks, own, strict=True):
        other = tuple(sorted(random.sample(TOKENS, size)))
        stacks.append(other if all(other[place] == value for place, value in known.items()) else stack)
    setup = replace(state.setup, deal=deal._replace(stacks=tuple(stacks)))
    return state._replace(setup=setup)


def taken_by(state: RascalKittensState, seat: int, toy: str) -> dict[int, int]:
    """The places in the stack of a toy, and the values, of the tokens that a seat took."""
    runs = [run for each in state.rounds for run in each.runs]
    values = [(run.seat, run.tokens[run.toys.index(toy)]) for run in runs if toy in run.toys]
    return {place: value for place, (taker, value) in enumerate(values) if taker == seat and value}


class CoachedBot:
    """Chooses at random what the coach does not warn of."""

    def choose(self, view: View, random: Random) -> Action:
        warned = {each.action for each in advice_on(view).poor}
        return random.choice([action for action in choices_in(view) if str(action) not in warned])


def test_who_follows_the_coach_scores_clearly_more() -> None:
    """Three games each against kittens, as a newcomer plays them, by learners who know nothing else."""
    assert mean_points(CoachedBot(), 6) > mean_points(RandomBot(), 6) + 5


def mean_points(learner: Bot, learners: int) -> float:
    points = [
        outcome.totals[game]
        for number in range(learners)
        for game in range(3)
        if (
            outcome := play_game(
                GAME.new(3, f"learner {number} game {game}"),
                [learner if seat == game else KITTEN for seat in range(3)],
                Random(f"{number} {game}"),
            ).outcome
        )
    ]
    return sum(points) / len(points)
