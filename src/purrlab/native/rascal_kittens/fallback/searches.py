"""The search of the core, on the rules in Python: slower, and the same move for the same seed."""

from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.native.arguments import check_policy
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.checks import check_is_known, check_search
from purrlab.native.rascal_kittens.encoding import numbers_in
from purrlab.native.rascal_kittens.fallback.game import Game
from purrlab.native.rascal_kittens.fallback.known import Known
from purrlab.native.rascal_kittens.fallback.policy import Policy
from purrlab.native.rascal_kittens.weights import WEIGHT_PARTS, Weights
from purrlab.native.stopwatch import start_stopwatch

Answer = tuple[int, int, dict[int, float]]  # the action, the playouts made, and how far ahead each action ends
PROSPECT_PARTS = WEIGHT_PARTS * THOUSANDTHS  # of a point
NO_CHANCE = Rng(0)  # the policy needs none


def search(
    known: Known,
    policy: Policy,
    seed: int,
    playouts: int = 0,
    seconds: float = 0.0,
    rounds_ahead: int = ROUNDS,
) -> Answer:
    """Tries every action on the same deals, everybody following the policy; by so many playouts or seconds."""
    check_is_known(known, Known)
    check_policy(policy, Policy, known.players)
    seed, playouts, seconds, rounds_ahead = check_search(seed, playouts, seconds, rounds_ahead)
    is_over, rng = start_stopwatch(playouts, seconds), Rng(seed)
    until = known.next_round + rounds_ahead
    rest = numbers_in(known.legal)
    leads: dict[int, list[int]] = {action: [] for action in rest}
    halvings = (len(rest) - 1).bit_length()
    made = 0
    for halving in range(1, halvings + 1):
        begun = made
        while made == begun or not is_over(made, halving / halvings):
            deal = known.deal(rng)
            for action in rest:
                end = deal.copy()
                end.step(action)
                end.play_on(NO_CHANCE, policy, until)
                leads[action].append(_lead(end, known.seat, policy.weights))
            made += len(rest)
        rest = sorted(rest, key=lambda action: -sum(leads[action]))[: (len(rest) + 1) // 2]
    parts = PROSPECT_PARTS * (known.players - 1)
    return rest[0], made, {action: sum(tried) / (parts * len(tried)) for action, tried in leads.items() if tried}


def _lead(end: Game, seat: int, weights: Weights) -> int:
    """The own prospects less the mean of the others', times the number of others."""
    prospects = [_prospects(end, each, total, weights) for each, total in enumerate(end.totals)]
    return end.players * prospects[seat] - sum(prospects)


def _prospects(end: Game, seat: int, total: int, weights: Weights) -> int:
    """The total, and what the string that is left is worth for the rounds to come."""
    rounds_left = ROUNDS - end.rounds
    if not rounds_left:
        return PROSPECT_PARTS * total
    missing = THOUSANDTHS * rounds_left * weights.run - end.strings[seat] // (BILLIONTHS // THOUSANDTHS)
    return PROSPECT_PARTS * total - weights.shortage * max(0, missing)
