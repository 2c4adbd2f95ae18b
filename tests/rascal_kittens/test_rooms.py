"""RK2 to RK4: rooms, our own and those that people bring."""

import copy
import json
import tomllib
from collections.abc import Callable
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from rascal_kittens.checker import Floor, built_in_rooms, squared_distance_to_segment
from rascal_kittens.positions import COLOURS, GAME, PIECES, TOYS, plain_room

from purrlab import InvalidSetup
from purrlab.games.rascal_kittens.rooms import BUILT_IN, find_room
from purrlab.records import decode, encode, record_of, verify

built_in = pytest.mark.parametrize("name", BUILT_IN)


def content(name: str) -> dict[str, Any]:
    return tomllib.loads((built_in_rooms() / f"{name}.toml").read_text("utf-8"))


class TestBuiltIn:
    @built_in
    def test_rk2_one_colour_and_all_five_pieces_a_wall(self, name: str) -> None:
        walls = content(name)["walls"]
        assert sorted(wall["colour"] for wall in walls.values()) == sorted(COLOURS)
        for wall in walls.values():
            assert sorted(piece["piece"] for piece in wall["pieces"]) == sorted(PIECES)

    @built_in
    def test_rk4_ten_toys_that_do_not_overlap(self, name: str) -> None:
        toys = content(name)["toys"]
        assert list(toys) == list(TOYS)
        for one, other in combinations(toys.values(), 2):
            assert sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) > one[2] + other[2] + 1

    def test_rk2_rk4_every_room_is_different(self) -> None:
        rooms = [content(name) for name in BUILT_IN]
        for one, other in combinations(rooms, 2):
            assert all(one["toys"][toy][:2] != other["toys"][toy][:2] for toy in TOYS)
            assert all(one["walls"][place] != other["walls"][place] for place in one["walls"])

    @built_in
    def test_rk11_no_way_ends_within_a_hair_of_a_rim(self, name: str) -> None:
        """So that whoever checks a game with plain floats comes to the same."""
        floor = Floor(name)
        for (start, end), (x, y, radius) in product(combinations(floor.notches.values(), 2), floor.toys.values()):
            assert abs(sqrt(squared_distance_to_segment(start, end, (x, y))) - float(radius)) > 1e-3

    @built_in
    def test_a_room_is_known_by_its_name_alone(self, name: str) -> None:
        assert find_room(name, "room").option == name


class TestOwn:
    def test_a_room_of_ones_own_stands_whole_in_the_options(self) -> None:
        state = GAME.new(2, "any", {"rooms": ["attic", plain_room()]})
        assert state.options["rooms"][0] == "attic"
        assert state.options["rooms"][1]["name"] == "plain"
        assert state.options["rooms"][1]["toys"]["ball"] == (5.0, 99.5, 0.001)
        assert json.loads(json.dumps(state.view(0).as_dict()))["rooms"][1]["name"] == "plain"

    def test_a_record_of_it_stands_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.toml"
        file.write_text((built_in_rooms() / "attic.toml").read_text("utf-8"), "utf-8")
        state = GAME.new(2, "any", {"rooms": [file, "library"]})
        line = encode(record_of(state, ["ann", "bo"], secrets=True))
        file.unlink()
        assert verify(decode(line)) == state
        assert json.loads(line)["options"]["rooms"][0]["name"] == "mine"

    def test_a_built_in_file_given_as_a_path_plays_the_same(self) -> None:
        by_name = GAME.new(2, "any", {"rooms": ["attic", "library"], "start": 0})
        paths = [built_in_rooms() / "attic.toml", built_in_rooms() / "library.toml"]
        by_path = GAME.new(2, "any", {"rooms": paths, "start": 0})
        assert by_name.setup.rooms[0].toys == by_path.setup.rooms[0].toys
        assert by_name.setup.rooms[0].notches == by_path.setup.rooms[0].notches
        assert by_path.options["rooms"][0]["name"] == "attic"

    def test_the_content_of_a_file_may_be_given_for_it(self) -> None:
        assert find_room(content("attic"), "room").name == "own room"
        assert find_room(content("attic") | {"name": "loft"}, "room").name == "loft"

    @pytest.mark.parametrize(
        "room", ["dungeon", "attic.toml", "../attic", "/etc/passwd", "", 5, None, ["attic"]], ids=repr
    )
    def test_texts_are_built_in_names_only(self, room: object) -> None:
        """Options may come from the network: a text is never taken for a file."""
        with pytest.raises(InvalidSetup, match="expected attic, nursery, library or conservatory") as refused:
            find_room(room, "options.rooms[1]")
        assert refused.value.field == "options.rooms[1]"


Spoil = Callable[[dict[str, Any]], object]

FAULTS: dict[str, tuple[Spoil, str, str]] = {
    "no walls": (lambda room: room.pop("walls"), "walls", "expected a table"),
    "no toys": (lambda room: room.pop("toys"), "toys", "expected a table"),
    "a missing wall": (lambda room: room["walls"].pop("left"), "walls", "RK2: the left wall is missing"),
    "a wall too many": (lambda room: room["walls"].update(roof={}), "walls.roof", "unknown key"),
    "a missing colour": (
        lambda room: room["walls"]["top"].update(colour="red"),
        "walls",
        "RK2: no wall is yellow",
    ),
    "an unknown colour": (
        lambda room: room["walls"]["top"].update(colour="pink"),
        "walls.top.colour",
        "RK2: expected yellow",
    ),
    "no colour": (lambda room: room["walls"]["top"].pop("colour"), "walls.top.colour", "RK2: expected yellow"),
    "no pieces": (lambda room: room["walls"]["top"].pop("pieces"), "walls.top.pieces", "expected a list of pieces"),
    "a missing piece": (
        lambda room: room["walls"]["top"]["pieces"].pop(2),
        "walls.top.pieces",
        "RK2: the bed is missing",
    ),
    "a piece twice": (
        lambda room: room["walls"]["top"]["pieces"][0].update(piece="bed"),
        "walls.top.pieces",
        "RK2: the bed stands here 2 times",
    ),
    "a piece too many": (
        lambda room: room["walls"]["top"]["pieces"].append({"piece": "bed", "notches": [96, 98]}),
        "walls.top.pieces",
        "RK2: five pieces",
    ),
    "an unknown piece": (
        lambda room: room["walls"]["right"]["pieces"][1].update(piece="sofa"),
        "walls.right.pieces[1].piece",
        "RK2: expected chair",
    ),
    "a piece that is none": (
        lambda room: room["walls"]["right"].update(pieces=["bed"]),
        "walls.right.pieces[0]",
        "expected a table",
    ),
    "notches of a piece out of order": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=[20, 10]),
        "walls.top.pieces",
        "RK3: notches out of order",
    ),
    "pieces out of order": (
        lambda room: room["walls"]["top"]["pieces"].reverse(),
        "walls.top.pieces",
        "RK3: notches out of order",
    ),
    "a shared notch": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=[10, 28]),
        "walls.top.pieces",
        "RK3: two notches at 28.0; every piece has two of its own",
    ),
    "a notch shared in the corner": (
        lambda room: (
            room["walls"]["left"]["pieces"][4].update(notches=[82, 100]),
            room["walls"]["top"]["pieces"][0].update(notches=[0, 20]),
        ),
        "walls",
        "RK3: the left wall ends with a notch where the top wall starts with one",
    ),
    "one notch": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=[10]),
        "walls.top.pieces[0].notches",
        "RK3: expected two notches",
    ),
    "a notch off the wall": (
        lambda room: room["walls"]["top"]["pieces"][4].update(notches=[82, 100.5]),
        "walls.top.pieces[4].notches",
        "RK3: a notch lies on its wall",
    ),
    "a notch that is no number": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=["10", 20]),
        "walls.top.pieces[0].notches",
        "expected a number",
    ),
    "a notch that is true": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=[True, 20]),
        "walls.top.pieces[0].notches",
        "expected a number",
    ),
    "a notch too fine": (
        lambda room: room["walls"]["top"]["pieces"][0].update(notches=[10.0001, 20]),
        "walls.top.pieces[0].notches",
        "at most three decimals",
    ),
    "a missing toy": (lambda room: room["toys"].pop("kite"), "toys", "RK4: the kite is missing"),
    "an unknown toy": (lambda room: room["toys"].update(laser=[1, 1, 1]), "toys.laser", "unknown key"),
    "a toy off the floor": (
        lambda room: room["toys"].update(kite=[3, 50, 5]),
        "toys.kite",
        "RK4: the toy lies off the floor",
    ),
    "a toy far away": (
        lambda room: room["toys"].update(kite=[50, 500, 5]),
        "toys.kite",
        "RK4: the toy lies off the floor",
    ),
    "a toy over another": (
        lambda room: room["toys"].update(ball=[50, 50, 5], kite=[58, 50, 5]),
        "toys.kite",
        "RK4: the kite lies over the ball",
    ),
    "a toy without size": (lambda room: room["toys"].update(kite=[50, 50, 0]), "toys.kite", "RK4: a toy has a size"),
    "a toy without radius": (
        lambda room: room["toys"].update(kite=[50, 50]),
        "toys.kite",
        "RK4: expected x, y and radius",
    ),
    "a toy nowhere": (
        lambda room: room["toys"].update(kite=[float("nan"), 50, 5]),
        "toys.kite",
        "expected a number, not nan",
    ),
    "a toy at infinity": (
        lambda room: room["toys"].update(kite=[float("inf"), 50, 5]),
        "toys.kite",
        "expected a number",
    ),
    "a name that is none": (lambda room: room.update(name=""), "name", "expected a text"),
    "a name of many lines": (lambda room: room.update(name="a\nb"), "name", "expected a text"),
    "a long name": (lambda room: room.update(name="x" * 41), "name", "expected a text"),
    "something else": (lambda room: room.update(windows=4), "windows", "unknown key"),
}


class TestFaults:
    @pytest.mark.parametrize(("spoil", "field", "message"), FAULTS.values(), ids=FAULTS)
    def test_a_bad_room_is_refused_with_its_fault_named(self, spoil: Spoil, field: str, message: str) -> None:
        room = copy.deepcopy(plain_room())
        assert find_room(copy.deepcopy(room), "room").name == "plain"
        spoil(room)
        with pytest.raises(InvalidSetup) as refused:
            find_room(room, "options.rooms[0]")
        assert refused.value.field == f"options.rooms[0]: {field}"
        assert message in refused.value.message

    def test_a_bad_file_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.toml"
        file.write_text("[walls]\n", "utf-8")
        with pytest.raises(InvalidSetup) as refused:
            GAME.new(2, "any", {"rooms": [file, "attic"]})
        assert refused.value.field == f"{file}: walls"
