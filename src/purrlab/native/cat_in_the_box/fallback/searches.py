"""The searches of the core, on the rules in Python: simpler, and some hundred times slower."""

from dataclasses import dataclass, field
from math import ceil, log, log2, sqrt
from random import Random
from statistics import stdev

from purrlab.native.arguments import check_policy
from purrlab.native.cat_in_the_box.checks import check_is_known, check_search
from purrlab.native.cat_in_the_box.encoding import numbers_in
from purrlab.native.cat_in_the_box.fallback.known import Known
from purrlab.native.cat_in_the_box.fallback.policy import Policy
from purrlab.native.cat_in_the_box.fallback.round import Round
from purrlab.native.limits import DEFAULT_NODES
from purrlab.native.stopwatch import start_stopwatch

Answer = tuple[int, int, dict[int, float]]  # the action, the playouts made, and what the actions seemed worth
MIN_DEALS_TO_COMPARE = 8  # so many say whether another move is better than the heuristic's own
MIN_STANDARD_ERRORS = 2.0  # by which another move must be ahead of the heuristic's own
UCB_EXPLORATION_POINTS = 7.0  # about the spread of points in a round
PLAYOUT_NOISE = 0.05  # how often a playout of the tree leaves the policy


def search(
    known: Known, policy: Policy, seed: int, playouts: int = 0, seconds: float = 0.0, nodes: int = DEFAULT_NODES
) -> Answer:
    """The heuristic's own move, unless another does better on the same deals by more than chance explains. No tree.

    So few playouts alone would choose by luck, and play worse than the policy that they follow.
    """
    check_is_known(known, Known)
    check_policy(policy, Policy, known.players)
    seed, playouts, seconds, _ = check_search(seed, playouts, seconds, nodes)
    is_over, random = start_stopwatch(playouts, seconds), Random(seed)
    own = known.redeal(0, None).advice(policy)
    rivals = [action for action in numbers_in(known.legal) if action != own]
    gains: dict[int, list[float]] = {action: [] for action in (own, *rivals)}
    made, halvings = 0, ceil(log2(len(gains)))
    for halving in range(1, halvings + 1):
        while not made or not is_over(made, halving / halvings):
            deal = known.redeal(random.getrandbits(64), None)
            for action in (own, *rivals):
                gains[action].append(_try(deal.copy(), action, known.seat, policy))
                made += 1
        rivals.sort(key=lambda action: -_mean(gains[action]))
        rivals = rivals[: (len(rivals) + 1) // 2]
    best = next((action for action in rivals if _is_better(gains[action], gains[own])), own)
    return best, made, {action: _mean(tried) for action, tried in gains.items() if tried}


def _is_better(gains: list[float], others: list[float]) -> bool:
    """Whether it is ahead on the same deals, by more than so many standard errors."""
    ahead = [gain - other for gain, other in zip(gains, others, strict=True)]
    return len(ahead) >= MIN_DEALS_TO_COMPARE and _mean(ahead) > MIN_STANDARD_ERRORS * stdev(ahead) / sqrt(len(ahead))


def _try(deal: Round, action: int, seat: int, policy: Policy) -> float:
    deal.step(action)
    deal.playout(0, policy)
    return _lead(deal.scores(), seat)


@dataclass(slots=True)
class _Node:
    seat: int
    visits: int = 0
    available: int = 1
    gain: float = 0.0
    children: dict[int, "_Node"] = field(default_factory=dict)


def ismcts(
    known: Known,
    seed: int,
    playouts: int = 0,
    seconds: float = 0.0,
    nodes: int = DEFAULT_NODES,
    policy: Policy | None = None,
) -> Answer:
    """Single-observer information-set Monte Carlo tree search, with playouts by the policy, or uniform ones."""
    check_is_known(known, Known)
    if policy is not None:
        check_policy(policy, Policy, known.players)
    seed, playouts, seconds, nodes = check_search(seed, playouts, seconds, nodes)
    is_over, random = start_stopwatch(playouts, seconds), Random(seed)
    root, made = _Node(-1), 0
    while not made or not is_over(made, 1.0):
        deal = known.redeal(random.getrandbits(64), None)
        _simulate(root, deal, known.seat, policy, random, grow=made < nodes)
        made += 1
    best = max(root.children, key=lambda action: root.children[action].visits)
    return best, made, {action: node.gain / node.visits for action, node in sorted(root.children.items())}


def _simulate(root: _Node, deal: Round, seat: int, policy: Policy | None, random: Random, *, grow: bool) -> None:
    path, node = [], root
    while not deal.over and (node is root or node.visits):
        legal = numbers_in(deal.legal)
        if 0 in deal.discards and deal.turn != seat:  # a discard that nobody sees is no branch of the tree
            deal.step(_choose_outside(deal, policy, random))
            continue
        action = _descend(node, legal, random, grow=grow)
        if action is None:
            break
        node = node.children.setdefault(action, _Node(deal.turn))
        path.append(node)
        deal.step(action)
    while not deal.over:
        deal.step(_choose_outside(deal, policy, random))
    scores = deal.scores()
    for node in path:
        node.visits += 1
        node.gain += _lead(scores, node.seat)


def _choose_outside(deal: Round, policy: Policy | None, random: Random) -> int:
    """What is not a branch of the tree."""
    if policy is None or random.random() < PLAYOUT_NOISE:
        return random.choice(numbers_in(deal.legal))
    return deal.advice(policy)


def _descend(node: _Node, legal: list[int], random: Random, *, grow: bool) -> int | None:
    """An action never tried, if the tree may grow, or else by UCB1 over how often each was available."""
    untried = [action for action in legal if action not in node.children]
    known = {action: node.children[action] for action in legal if action in node.children}
    for child in known.values():
        child.available += 1
    if untried and grow:
        return random.choice(untried)
    return max(known, key=lambda action: _bound(known[action]), default=None)


def _bound(node: _Node) -> float:
    return node.gain / node.visits + UCB_EXPLORATION_POINTS * sqrt(log(node.available) / node.visits)


def _lead(scores: list[int], seat: int) -> float:
    """Own points less the mean of the others'."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def _mean(gains: list[float]) -> float:
    return sum(gains) / len(gains)
