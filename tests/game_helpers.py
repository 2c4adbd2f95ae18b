"""Ways to play games in tests, and to look at what they tell."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from purrlab import GAMES, Action, Game, State
from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.registry import BOTS

GOLDEN = Path(__file__).parent / "golden"

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
TABLE_IDS = [f"{game.name}-{players}" for game, players in TABLES]
RULE_NUMBER = re.compile(r"[A-Z]{2}\d+")

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=TABLE_IDS)
games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# A shell that runs the tests in the background has interrupts ignored, and its children inherit that.
RESTORE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"


def every_bot(game: Game) -> list[Bot]:
    """Those that search with a small budget: with another they see nothing else."""
    bots = BOTS[game.name]
    prompt = (bots[name] for name in bots if not bots.is_search(name))
    return [*prompt, *(search(Budget(playouts=8)) for search in bots.by_budget.values())]


def random_moments(state: State, seed: int) -> Iterator[tuple[State, int, Action]]:
    """A game at random: each state with the seat that acts in it, and how."""
    random = Random(seed)
    while state.to_act:
        seat = random.choice(sorted(state.to_act))
        action = random.choice(state.legal(seat))
        yield state, seat, action
        state = state.apply(seat, action)


def random_end(state: State, seed: int) -> State:
    for before, seat, action in random_moments(state, seed):
        state = before.apply(seat, action)
    return state


def some_moment(game: Game, players: int, seed: int, moves: int, text: str | None = None) -> State:
    """The state after so many moves of a random game, or its last."""
    state = game.new(players, text or f"game {seed}")
    for before, seat, action in random_moments(state, seed):
        if not moves:
            return before
        state = before.apply(seat, action)
        moves -= 1
    return state


def undeclared(view: dict[str, Any], view_type: Any) -> list[str]:
    """Where a view in JSON types is not what is declared; raises where a value has another type."""
    msgspec.convert(view, view_type)
    return _faults(view, inspect.type_info(view_type), "view")


def _faults(value: Any, kind: Any, path: str) -> list[str]:
    """Keys that are told but not declared, and named keys of a mapping that are not told: conversion forgives both."""
    if isinstance(kind, inspect.UnionType):  # of which at most one is made of parts
        fitting: Any = {dict: inspect.TypedDictType, list: inspect.ListType}
        kind = next((each for each in kind.types if isinstance(each, fitting.get(type(value), ()))), None)
    if isinstance(kind, inspect.ListType):
        parts = {f"{path}[{index}]": (item, kind.item_type) for index, item in enumerate(value)}
        return [fault for part, (item, each) in parts.items() for fault in _faults(item, each, part)]
    if isinstance(kind, inspect.TypedDictType):
        known: dict[Any, Any] = {field.name: field.type for field in kind.fields}
        faults = value.keys() - known
    elif isinstance(kind, inspect.DictType):
        assert isinstance(kind.key_type, inspect.LiteralType), path
        known = dict.fromkeys(kind.key_type.values, kind.value_type)
        faults = value.keys() ^ known
    else:
        return []
    inside = [_faults(value[name], known[name], f"{path}.{name}") for name in value.keys() & known.keys()]
    return [f"{path}.{name}" for name in faults] + [fault for found in inside for fault in found]
