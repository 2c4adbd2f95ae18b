"""The searches: what a seat should do, by many playouts on deals that fit what it knows."""

from purrlab.native import backend
from purrlab.native.arguments import check_budget, check_seed
from purrlab.native.known import Known
from purrlab.native.policy import Policy, check_policy

Answer = tuple[int, int, dict[int, float]]  # the action, the playouts made, and what the actions seemed worth
NODES = 1 << 20  # that a tree keeps unless told otherwise


def search(
    known: Known, policy: Policy, seed: int, playouts: int = 0, seconds: float = 0.0, nodes: int = NODES
) -> Answer:
    """Tries every action on the same deals, everybody following the policy; by so many playouts or seconds."""
    of = _check_known(known)
    chosen = check_policy(policy, known.players)
    return backend.core.search(of, chosen, check_seed(seed), *check_budget(playouts, seconds, nodes))


def ismcts(known: Known, seed: int, playouts: int = 0, seconds: float = 0.0, nodes: int = NODES) -> Answer:
    """Information-set Monte Carlo tree search with uniform playouts, as a yardstick."""
    return backend.core.ismcts(_check_known(known), check_seed(seed), *check_budget(playouts, seconds, nodes))


def _check_known(known: Known) -> "backend.core.Known":
    """What the core has of it."""
    if not isinstance(known, Known):
        raise TypeError("known: expected a Known")
    return known._core  # noqa: SLF001  # its own
