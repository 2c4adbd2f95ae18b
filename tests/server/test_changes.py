"""Changes are written by the core, where it is compiled, as they are in Python: to the byte, in every game."""

import random

import pytest

from purrlab import GAMES
from purrlab.native import cat_in_the_box, changes
from purrlab.native.changes import shape_of_fields
from purrlab.native.changes.shapes import ANY, Shape
from purrlab.server.patch import python_writer_of, writer_of

CASES = [(name, players) for name, game in GAMES.items() for players in game.seats]
STRANGE = 'a "quoted" \\ word,\n\x1f\u007f é 猫'
BIG = 1 << 70


@pytest.mark.parametrize(("game", "players"), CASES)
def test_the_core_writes_what_python_writes(game: str, players: int) -> None:
    chance = random.Random(f"changes/{game}/{players}")
    state, kind = GAMES[game].new(players, "changes"), GAMES[game].view_class
    write_shared, write_own = writer_of(kind, kind.shared), writer_of(kind, kind.own)
    shared_in_python, own_in_python = python_writer_of(kind, kind.shared), python_writer_of(kind, kind.own)
    earlier = [state]
    while state.to_act:
        seat = chance.choice(sorted(state.to_act))
        state = state.apply(seat, chance.choice(state.legal(seat)))
        for before in (earlier[-1], chance.choice(earlier)):  # any two states have a difference
            shared = before.shared_view(), state.shared_view()
            assert write_shared(*shared) == shared_in_python(*shared)
            for viewer in (None, *range(players)):
                own = before.own_view(viewer), state.own_view(viewer)
                assert write_own(*own) == own_in_python(*own)
        earlier.append(state)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_who_is_said_to_see_the_same_does(game: str, players: int) -> None:
    chance = random.Random(f"same/{game}/{players}")
    state = GAMES[game].new(players, "same")
    while state.to_act:
        seat = chance.choice(sorted(state.to_act))
        before, state = state, state.apply(seat, chance.choice(state.legal(seat)))
        for viewer in (None, *range(players)):
            if viewer not in state.own_views_changed(before):
                assert state.own_view(viewer) == before.own_view(viewer)


@pytest.mark.parametrize("value", [STRANGE, BIG, -BIG, 0, -1, True, False, None, 0.25, "", [1, {"a": STRANGE}]])
def test_every_value_is_written_as_python_writes_it(value: object) -> None:
    kind = GAMES["cat-in-the-box"].view_class
    names = ("expects", "seat", "options")
    write, write_in_python = writer_of(kind, names), python_writer_of(kind, names)
    for before, after in (
        ((7, 7, {"x": 7}), (value, 7, {"x": value})),
        ((value, 7, {}), ("word", value, {"y": value})),
    ):
        assert write(before, after) == write_in_python(before, after)


def test_the_types_of_a_view_are_known_to_the_core() -> None:
    """What is not is written all the same, only slower; here that is the options alone."""
    kind = GAMES["cat-in-the-box"].view_class
    shape = shape_of_fields(kind, kind._fields)
    assert {name for name, _, _, inner in shape[1] if _has_unknown(inner)} <= {"options", "layout"}


def _has_unknown(shape: Shape) -> bool:
    if shape == ANY:
        return True
    if shape[0] == "parts":
        return any(_has_unknown(part[3]) for part in shape[1])
    if shape[0] == "places":
        return any(map(_has_unknown, shape[1]))
    return shape[0] in ("optional", "items") and _has_unknown(shape[1])


def test_it_is_compiled_with_the_rest_of_the_core() -> None:
    assert changes.COMPILED == cat_in_the_box.COMPILED
