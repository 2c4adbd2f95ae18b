"""The two cores: the compiled one, and the same on the rules in Python."""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cat_in_the_box.positions import new

from purrlab import native
from purrlab.native import backend, fallback, neighbours_of
from purrlab.native.checks import check_known, check_round

STUB = ast.parse((Path(backend.__file__).parent / "_core.pyi").read_text("utf-8"))
NEIGHBOURS = neighbours_of("white")
HANDS = list(new(4).hands)
CORES = [backend.core, fallback]  # the same one twice where nothing is compiled
compiled_only = pytest.mark.skipif(not native.COMPILED, reason="there is only one core")


def stubbed(body: list[ast.stmt], prefix: str = "") -> dict[str, list[str]]:
    """The functions and methods of the stub by their names, with those of their arguments."""
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found |= stubbed(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
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
        "Policy": fallback.Policy(4, [1.0] * 18, [1.0, 2.0], NEIGHBOURS, lambda view: view.legal[0]),
    }
    assert properties()
    assert all(hasattr(made[owner], name) for owner, name in properties())


def test_without_a_compiler_a_policy_needs_a_stand_in() -> None:
    with pytest.raises(ValueError, match="stand_in: without a compiled core a policy needs one"):
        fallback.Policy(4, [1.0] * 18, [1.0, 2.0], NEIGHBOURS)


OUT_OF_BOUNDS: list[Callable[[Any], Any]] = [
    lambda core: core.Round(6, HANDS, [], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 4, NEIGHBOURS),
    lambda core: core.Round(4, HANDS[:3], [], 0, NEIGHBOURS),
    lambda core: core.Round(4, [0xF, *HANDS[1:]], [], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS[:35]),
    lambda core: core.Round(2, [0x22222] * 2, [1, 2, 99], 0, NEIGHBOURS),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS).observe(4, np.zeros(256, np.float32)),
    lambda core: core.Round(4, HANDS, [], 0, NEIGHBOURS).observe(0, np.zeros(255, np.float32)),
    lambda core: core.Game(4, [HANDS] * 3, [[]] * 3, 0, NEIGHBOURS),
    lambda core: core.Known(4, 5, 0, [], HANDS[0], 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 0xF, 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], HANDS[0], 1, [0] * 60, NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], HANDS[0], 1, [45, 45, 45, 45, 5, 5, 5, 5], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 0, 0, [], NEIGHBOURS),
    lambda core: core.Known(4, 0, 0, [], 2**63, 0, [], NEIGHBOURS),
    lambda core: core.Policy(4, [1.0], [1.0, 2.0], NEIGHBOURS, None),
    lambda core: core.Policy(4, [1e308] * 18, [1.0, 2.0], NEIGHBOURS, None),
    lambda core: core.Batch(4, 1, 1, NEIGHBOURS, 0),
    lambda core: core.Batch(4, 3, 1, NEIGHBOURS, 1).sample(np.zeros(2, np.int32)),
    lambda core: core.Batch(4, 3, 1, NEIGHBOURS, 1).write(np.zeros(2, np.uint64), np.zeros(3, np.int8), None),
]


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("call", OUT_OF_BOUNDS)
def test_no_foreign_memory_is_read_or_written(core: Any, call: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match=r"^\w+: .*"):
        call(core)


@compiled_only
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_deals_that_the_checks_refuse_the_compiled_core_refuses_too(players: int) -> None:
    """And those that they let pass it accepts: real deals, most of them with one digit changed, or two."""
    random, seen = Random(players), {True: 0, False: 0}
    for number in range(400):
        state = new(players, f"deal {number}")
        hands, turned_up = list(state.hands), list(state.round.opening.turned_up)
        for _ in range(random.randrange(3)):
            hands[random.randrange(players)] += random.choice((1, -1, 5, 2**10)) << 4 * random.randrange(10)
        if turned_up and random.random() < 0.3:
            turned_up[0] = random.randrange(7)
        dealt = (players, hands, turned_up, random.randrange(players), NEIGHBOURS)
        accepted = is_accepted(check_round, dealt)
        seen[accepted] += 1
        assert accepted == is_accepted(backend.core.Round, dealt)
    assert min(seen.values()) > 50


@compiled_only
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_histories_that_the_checks_refuse_the_compiled_core_refuses_too(players: int) -> None:
    """And those that they let pass it accepts: real histories, some of them with one move changed."""
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
                accepted = is_accepted(check_known, known)
                seen[accepted] += 1
                assert accepted == is_accepted(backend.core.Known, known)
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
