"""Rooms on the screen and as pictures."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from game_helpers import random_end, random_moments
from rascal_kittens.checker import built_in_rooms
from rascal_kittens.positions import GAME, PIECES, TOYS, do, laid, plain_room

from purrlab.cli.room import room_command
from purrlab.drawings.rascal_kittens import PAGE_ART
from purrlab.drawings.rascal_kittens.room import PICTURE_PIXELS, draw_room
from purrlab.games.game import InvalidSetup
from purrlab.games.rascal_kittens.rooms import BUILT_IN, find_room
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.terminal.rascal_kittens import TEXT_VIEW
from purrlab.terminal.rascal_kittens.room import draw_room as draw_on_screen
from purrlab.terminal.text import columns_of

NAMES = ["ann", "bo", "cy", "dee"]


def bare(text: str) -> str:
    """Without colours: what is left must say everything."""
    return re.sub(r"\033\[[\d;]*m", "", text)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(room_command, list(map(str, arguments)))


class TestScreen:
    def test_furniture_toys_and_notches_have_names_and_letters(self) -> None:
        text = bare(TEXT_VIEW.draw(laid(4).view(0), NAMES))
        for word in ("yellow", "turquoise", "red", "violet", *PIECES, "plain"):
            assert word in text
        for toy in "BCDFKMRSTY":
            assert re.search(rf"\b{toy}\b", text)
        assert text.count("┳") + text.count("┻") == 19  # two notches for each of ten pieces, and the string in one

    def test_the_ways_in_are_marked_and_told(self) -> None:
        rooms = [plain_room(ball=[30, 50, 5])] * 4
        state = laid(4, "lay red-bed", options={"rooms": rooms}, red=["bed"])
        text = bare(TEXT_VIEW.draw(state.view(0), NAMES))
        assert "run left: touches ball; 1180 of string left" in text
        assert "run right: touches ball; 1184 of string left" in text
        assert re.search(r"└.*R━+L.*┘", text)  # on the bottom wall left is to the right
        assert "run left" not in bare(TEXT_VIEW.draw(state.view(1), NAMES))

    def test_short_strings_and_empty_stacks_are_told(self) -> None:
        rooms = [plain_room(ball=[30, 50, 5])] * 4
        state = laid(4, options={"rooms": rooms, "string": 118.0}, red=["bed"])
        state = state._replace(left=(0, *state.left[1:]))
        text = bare(TEXT_VIEW.draw(state.view(0), NAMES))
        assert "lay red-bed, then run left: the string is too short" in text
        assert "lay red-bed, then run right: touches ball (no token left); 2 of string left" in text

    def test_crowded_furniture_keeps_its_names(self) -> None:
        room = plain_room()
        for place in ("top", "left"):
            pieces = [{"piece": piece, "notches": [40 + 2 * at, 41 + 2 * at]} for at, piece in enumerate(PIECES)]
            room["walls"][place]["pieces"] = pieces
        rows = [bare(line) for line in draw_on_screen(find_room(room, "room"))]
        assert all(any(row.startswith(f"{piece:>10}") for row in rows) for piece in PIECES)
        assert max(map(len, rows)) <= 80

    def test_hidden_totals_are_question_marks(self) -> None:
        state = laid(2)
        rows = [line for line in bare(TEXT_VIEW.draw(state.view(0), NAMES)).splitlines() if " bo " in line]
        assert rows[0].endswith("?")

    def test_a_long_name_of_a_room_is_cut_in_the_table_of_players(self) -> None:
        rooms = [plain_room() | {"name": "x" * 40}] * 2
        drawn = TEXT_VIEW.draw(laid(2, options={"rooms": rooms}).view(0), ["a" * 20, "b" * 20])
        assert "x" * 11 + "…  " in bare(drawn)
        assert max(map(columns_of, drawn.splitlines())) <= 79

    def test_rk5_everybody_sees_who_has_taken_which_toys(self) -> None:
        state = laid(4, options={"rooms": [plain_room(ball=[30, 50, 5], top=[41, 70, 3])] * 4}, red=["bed"])
        lines = bare(TEXT_VIEW.draw(do(state, "lay red-bed", "run left").view(1), NAMES)).splitlines()
        counts = {line.split()[1]: line for line in lines if re.search(r"[1-5·]{10}", line)}
        (letters,) = (line for line in lines if "BCDFKMRSTY" in line)
        taken = [
            letters[at] for at in range(letters.index("BCDF"), letters.index("BCDF") + 10) if counts["ann"][at] != "·"
        ]
        assert taken == ["B", "T"]
        assert "··········" in counts["dee"]

    @pytest.mark.parametrize("variant", ["basic", "older"])
    def test_rk14_rk15_at_the_end_all_is_told(self, variant: str) -> None:
        state = GAME.new(3, "any", {"variant": variant})
        moments = list(random_moments(state, 1))
        before, seat, action = moments[-1]
        end = before.apply(seat, action)
        assert isinstance(end, RascalKittensState)
        told = " ".join(bare(line) for line in TEXT_VIEW.narrate(before.view(0), end.view(0), NAMES[:3]))
        assert end.outcome is not None
        for name, total in zip(NAMES, end.outcome.totals, strict=False):
            (sums,) = re.findall(rf"{name}: ((?:(?!in on).)*?) = {total}\b", told)
            assert sum(map(int, re.findall(r"[ +](\d)\b(?! kind)", sums))) == total - 10 * sums.count("+15")
            assert ("kinds +" in sums) == (variant == "older")
        assert told.count("Tokens taken out: ") == 1
        assert told.count("Tiles never laid: ") == 1

    def test_what_happened_is_told(self) -> None:
        rooms = [plain_room(ball=[30, 50, 5])] * 4
        state = laid(4, options={"rooms": rooms}, red=["bed"])
        after = do(state, "lay red-bed", "run left", "run left")
        told = [bare(line) for line in TEXT_VIEW.narrate(state.view(0), after.view(0), NAMES)]
        assert told == [
            "Round 1, led by ann: red-bed",
            "ann: in on the left, touching the ball (2 points)",
            "bo: in on the left, touching the ball",
        ]

    def test_rk13_a_run_that_could_not_be_is_told(self) -> None:
        state = laid(4, options={"string": 100.0}, red=["bed"])
        told = list(TEXT_VIEW.narrate(state.view(0), do(state, "lay red-bed").view(0), NAMES))
        assert told[1:] == [f"{name}: no run, as the string is too short for both ways in (RK13)" for name in NAMES]


class TestSvg:
    @pytest.mark.parametrize("name", BUILT_IN)
    def test_a_picture_is_well_formed_and_has_everything(self, name: str) -> None:
        root = ET.fromstring(draw_room(find_room(name, "room")).alone(PICTURE_PIXELS))  # noqa: S314  # our own picture
        titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
        assert titles[0] == f"The room {name}"
        assert len(set(titles[1:])) == len(titles[1:]) == 30
        assert set(TOYS) < set(titles)
        groups = [each for each in root.iter("{http://www.w3.org/2000/svg}g") if each[0].text in TOYS]
        assert len(groups) == len(TOYS)
        assert all(re.fullmatch(r"translate\(.+\) scale\(.+\)", each.get("transform", "")) for each in groups)

    def test_names_are_escaped(self) -> None:
        room = find_room(plain_room() | {"name": "<b>&\"'"}, "room")
        root = ET.fromstring(draw_room(room).alone(PICTURE_PIXELS))  # noqa: S314  # our own picture
        assert root[0].text == "The room <b>&\"'"

    @pytest.mark.parametrize("name", BUILT_IN)
    def test_the_page_has_what_is_drawn(self, name: str) -> None:
        """The walls, the floor, the toys and the furniture, as they are generated for the page."""
        room, art = find_room(name, "room"), PAGE_ART.constants
        drawn = draw_room(room).content
        assert art["FRAME"] in drawn
        assert art["FLOORS"][name] in drawn
        assert all(picture in drawn for picture in art["TOY_PICTURES"].values())
        for wall in room.walls:
            assert art["WALLS"][wall.colour] in drawn
            for piece in PIECES:
                picture = art["PIECE_PICTURES"][piece]
                for shade, colour in art["FURNITURE_SHADES"][wall.colour].items():
                    picture = picture.replace(f"var(--{shade})", colour)
                assert picture in drawn
                assert "var(" not in picture

    def test_a_room_of_ones_own_has_a_floor_too(self) -> None:
        assert PAGE_ART.constants["USUAL_FLOOR"] in draw_room(find_room(plain_room(), "room")).content

    def test_a_piece_is_as_small_as_the_distance_of_its_notches(self) -> None:
        room = plain_room()
        room["walls"]["top"]["pieces"] = [
            {"piece": each, "notches": [4 * at, 4 * at + 2.6]} for at, each in enumerate(PIECES)
        ]
        drawn = draw_room(find_room(room, "room")).content
        assert re.findall(r"0 0\) translate\(\S+ 0\) scale\((\S+)\)", drawn)[PIECES.index("bed")] == "0.2"

    def test_a_string_can_be_drawn_in_it(self) -> None:
        end = random_end(GAME.new(2, "any", {"rooms": ["attic", "attic"]}), 1)
        assert isinstance(end, RascalKittensState)
        stretches = end.view(None).course(0)
        assert len(stretches) == sum(
            run.seat == 0 and run.entry is not None for each in end.rounds for run in each.runs
        )
        room = end.setup.rooms[0]
        plain, strung = draw_room(room).content, draw_room(room, stretches).content
        assert strung.count("<path") == plain.count("<path") + 4


class TestCommand:
    def test_a_built_in_room_to_svg(self, tmp_path: Path) -> None:
        out = tmp_path / "attic.svg"
        assert run("attic", "--out", out).exit_code == 0
        assert out.read_text("utf-8").startswith("<svg ")

    def test_a_room_file_to_png(self, tmp_path: Path) -> None:
        out = tmp_path / "mine.PNG"
        assert run(built_in_rooms() / "library.toml", "--out", out, "--size", 200).exit_code == 0
        picture = out.read_bytes()
        assert picture.startswith(b"\x89PNG\r\n\x1a\n")
        assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (200, 200)

    def test_without_a_file_it_is_drawn_on_the_screen(self) -> None:
        result = run("nursery")
        assert result.exit_code == 0
        assert all(piece in result.output for piece in PIECES)

    def test_another_ending_is_refused(self, tmp_path: Path) -> None:
        result = run("attic", "--out", tmp_path / "attic.gif")
        assert result.exit_code == 2
        assert "expected a file that ends in .svg or .png" in result.output

    @pytest.mark.parametrize("room", ["dungeon", "", "."])
    def test_unknown_rooms_are_refused_with_those_there_are(self, room: str) -> None:
        result = run(room)
        assert result.exit_code == 2
        assert "there are attic, nursery, library, conservatory" in result.output

    def test_a_bad_file_is_refused_with_its_fault(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.toml"
        file.write_text('name = "bad"\n', "utf-8")
        result = run(file, "--out", tmp_path / "bad.svg")
        assert isinstance(result.exception, InvalidSetup)
        assert str(file) in str(result.exception)
        assert not (tmp_path / "bad.svg").exists()
