"""The two cores: the compiled one, and the same on the rules in Python."""

import ast
import inspect
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cat_in_the_box.positions import new

from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import backend, fallback, neighbours_of
from purrlab.native.cat_in_the_box.features import feature_count
from purrlab.native.cat_in_the_box.weights import Weights

COPYING = {"__copy__", "__deepcopy__", "__getstate__", "__setstate__"}  # each core has its own way
STUB = ast.parse((Path(backend.__file__).parent / "_core.pyi").read_text("utf-8"))
NEIGHBOURS = neighbours_of("white")
HANDS = list(new(4).hands)
WEIGHTS = astuple(Weights())
NET_WEIGHTS = bytes(2 * (feature_count(4) + 1 + 2 * len(native.ACTIONS)))  # of the smallest net
CORES = [backend.core, fallback]  # the same one twice where nothing is compiled


def stubbed(body: list[ast.stmt], prefix: str = "") -> dict[str, list[str]]:
    """The functions and methods of the stub by their names, with those of their arguments."""
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found |= stubbed(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list and node.name not in COPYING:
            found[prefix + node.name] = [argument.arg for argument in node.args.args]
    return found


def properties() -> list[tuple[str, str]]:
    classes = [node for node in STUB.body if isinstance(node, ast.ClassDef)]
    return [
        (owner.name, node.name)
        for owner in classes
        for node in owner.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]


@pytest.mark.parametrize(("name", "arguments"), stubbed(STUB.body).items())
def test_both_cores_take_the_same_arguments(name: str, arguments: list[str]) -> None:
    owner, _, method = name.rpartition(".")
    found = getattr(getattr(fallback, owner), method) if owner else getattr(fallback, method)
    assert list(inspect.signature(found).parameters) == arguments


def test_both_cores_tell_the_same() -> None:
    made = {
        "Round": fallback.Round(4, HANDS, [], 0, NEIGHBOURS),
        "Game": fallback.Game(4, [HANDS] * 4, [[]] * 4, 0, NEIGHBOURS),
        "Known": fallback.Known(4, 0, 0, [], HANDS[0], 0, [], NEIGHBOURS),
        "Policy": fallback.Policy(4, WEIGHTS, [1.0, 2.0], NEIGHBOURS, lambda view: view.legal[0]),
        "Net": fallback.Net(4, 1, 0, NET_WEIGHTS),
        "Batch": fallback.Batch(4, 1, 1, NEIGHBOURS, 1, observe=True, single_rounds=False),
    }
    assert properties()
    assert all(hasattr(made[owner], name) for owner, name in properties())


def test_without_a_compiler_a_policy_needs_a_stand_in() -> None:
    with pytest.raises(ValueError, match="stand_in: without a compiled core a policy needs one"):
        fallback.Policy(4, WEIGHTS, [1.0, 2.0], NEIGHBOURS)


OUT_OF_BOUNDS: list[Callable[[Any], Any]] = [
    lambda core: core.Round(6, HANDS, [], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 4, NEIGHBOURS),
    lambda core: core.Round(4, HANDS[:3], [], 0, NEIGHBOURS),
    lambda core: core.Round(4, [0xF, *HANDS[1:]], [], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS[:35]),
    lambda core: core.Round(2, [0x22222] * 2, [1, 2, 99], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS).observe(4, np.zeros(303, np.float32)),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS).observe(0, np.zeros(302, np.float32)),
    lambda core: core.Game(4, [HANDS] * 5, [[]] * 5, 0, NEIGHBOURS),
    lambda core: core.Known(4, 5, 0, [], HANDS[0], 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 0xF, 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], HANDS[0], 1, [0] * 60, NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], HANDS[0], 1, [45, 45, 45, 45, 5, 5, 5, 5], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 0, 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 2**63, 0, [], NEIGHBOURS),
    lambda core: core.Policy(4, [1.0], [1.0, 2.0], NEIGHBOURS, None),
    lambda core: core.Policy(4, [1e308] * len(WEIGHTS), [1.0, 2.0], NEIGHBOURS, None),
    lambda core: core.Net(4, 1, 0, NET_WEIGHTS[:-2]),
    lambda core: core.Net(5, 1, 0, NET_WEIGHTS),
    lambda core: core.Net(4, 2, 0, NET_WEIGHTS),
    lambda core: core.Net(4, 1, 1, NET_WEIGHTS),
    lambda core: core.Net(4, 2**40, 0, NET_WEIGHTS),
    lambda core: core.Net(4, 1, -1, NET_WEIGHTS),
    lambda core: core.Net(4, 1, 0, NET_WEIGHTS).logits(core.Known(5, 0, 0, [], 0x111111111, 0, [], NEIGHBOURS)),
    lambda core: core.Batch(4, 1, 1, NEIGHBOURS, 0, observe=True, single_rounds=False),
    lambda core: core.Batch(6, 1, 1, NEIGHBOURS, 1, observe=True, single_rounds=False),
]


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("call", OUT_OF_BOUNDS)
def test_no_foreign_memory_is_read_or_written(core: Any, call: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match=r"^\w+: .*"):
        call(core)


def can_be_dealt(players: int, hands: list[int], turned_up: list[int]) -> bool:
    """CB1, counted card by card."""
    rules = RULES_BY_PLAYERS[players]
    counts = [[hand >> 4 * at & 15 for at in range(16)] for hand in hands]
    seen = [sum(column) for column in zip(*counts, strict=True)]
    for value in turned_up:
        seen[value - 1] += 1
    return (
        min(hands) >= 0
        and all(sum(count) == rules.hand for count in counts)
        and not any(seen[rules.highest :])
        and all(value in range(1, rules.highest + 1) for value in turned_up)
        and max(seen) <= COPIES_PER_VALUE
    )


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deal_is_accepted_where_it_can_be_dealt(core: Any, players: int) -> None:
    """Real deals, most of them with one digit changed, or two."""
    random, seen = Random(players), {True: 0, False: 0}
    for number in range(400):
        state = new(players, f"deal {number}")
        hands, turned_up = list(state.hands), list(state.round.opening.turned_up)
        for _ in range(random.randrange(3)):
            hands[random.randrange(players)] += random.choice((1, -1, 5, 2**10)) << 4 * random.randrange(10)
        if turned_up and random.random() < 0.3:
            turned_up[0] = random.randrange(7)
        accepted = is_accepted(core.Round, (players, hands, turned_up, random.randrange(players), NEIGHBOURS))
        seen[accepted] += 1
        assert accepted == can_be_dealt(players, hands, turned_up)
    assert min(seen.values()) > 50


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_history_is_refused_or_leads_both_cores_to_the_same_choice(players: int) -> None:
    """Real histories, which are all accepted, and others with one move changed."""
    random, seen = Random(players), {True: 0, False: 0}
    layout = neighbours_of("purple" if players == 5 else "white")
    for number in range(60):
        state = new(players, f"history {number}")
        dealt, turned_up = list(state.hands), list(state.round.opening.turned_up)
        game = native.Round(players, dealt, turned_up, state.setup.start, layout)
        moves: list[int] = []
        while game.legal:
            if 0 not in game.discards:
                seat, given = game.turn, list(moves)
                if given and random.random() < 0.7:
                    given[random.randrange(len(given))] = random.choice((*range(36), *range(45, 49)))
                known = (players, seat, game.start, turned_up, game.hands[seat], game.discards[seat], given, layout)
                accepted = is_accepted(backend.core.Known, known)
                seen[accepted] += 1
                assert accepted or given != moves
                if accepted and number % 10 == 0:  # the rules in Python take their time
                    assert backend.core.Known(*known).legal == fallback.Known(*known).legal
            action = random.choice(native.numbers_in(game.legal))
            moves += [action] if not 36 <= action < 45 else []
            game.step(action)
    assert min(seen.values()) > 100


def is_accepted(make: Callable[..., Any], known: tuple[Any, ...]) -> bool:
    try:
        make(*known)
    except ValueError:
        return False
    return True
