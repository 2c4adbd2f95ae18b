"""Pictures of tables: what is in them, and what is not."""

import struct
from pathlib import Path

import pytest
from game_helpers import random_end, random_moments

from purrlab import GAMES, find_game
from purrlab.drawings import png
from purrlab.drawings.cat_in_the_box.research_board import OUTER_RADIUS, OUTLINE, _runs
from purrlab.drawings.png import render_png, render_png_in_process
from purrlab.drawings.rascal_kittens.kitten import kitten
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.drawings.table import HEIGHT_PIXELS, WIDTH_PIXELS, draw_table
from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.registry import BUILT_IN

NAMES = ("Mruczek", "Їжак Ґудзик", "Žluťoučký", "<b>&", "Łatek")
EVERY_GAME_AND_TABLE = [(name, players) for name in BUILT_IN for players in GAMES[name].seats]


def size_of(picture: bytes) -> tuple[int, int]:
    """As the file itself says."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize(("name", "players"), EVERY_GAME_AND_TABLE)
def test_the_end_of_a_game_shows_names_points_and_the_board(name: str, players: int) -> None:
    game = find_game(name)
    end = random_end(game.new(players, "drawn"), 1)
    drawn = draw_table(game, NAMES[:players], end.view(None))
    assert end.outcome is not None
    for shown in (game.title, "Їжак Ґудзик", *(str(total).replace("-", "−") for total in end.outcome.totals)):  # noqa: RUF001
        assert f">{shown}</text>" in drawn.content
    board = BOARD_DRAWINGS[name].draw(end.view(None)).content
    assert board in drawn.content
    assert board not in draw_table(game, NAMES[:players], None).content
    assert size_of(render_png(drawn.alone(WIDTH_PIXELS), WIDTH_PIXELS, HEIGHT_PIXELS)) == (1200, 630)


def test_every_value_of_the_research_board_is_in_sight() -> None:
    """Also below a token: there it stands in the corner, drawn before the token and not under it."""
    game = find_game("cat-in-the-box")
    drawn = draw_table(game, NAMES[:4], random_end(game.new(4, "drawn"), 1).view(None)).content
    cells = drawn[drawn.index("url(#cell-") :]
    assert [cells.count(f">{value}</text>") for value in range(5, 9)] == [4, 4, 4, 4]


def test_a_group_has_one_outline_on_the_research_board() -> None:
    """Around an L and around a square, nothing in its owner's colour is between its cells."""
    corner, square = [(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert set(_runs(corner)) >= {(0, 0, 1, 2), (0, 1, 2, 1)}
    assert (0, 0, 2, 2) not in _runs(corner)
    assert (0, 0, 2, 2) in _runs(square)
    end = random_end(find_game("cat-in-the-box").new(4, "drawn"), 1).view(None)
    drawn = BOARD_DRAWINGS["cat-in-the-box"].draw(end).content
    groups = sum(len(cells) > 1 for cells in end.rounds[-1].groups)
    for radius in (OUTER_RADIUS, OUTER_RADIUS - OUTLINE):  # the outline, and the paper in it
        assert drawn.count(f'stroke-width="{2 * radius}"') == groups > 0


def test_a_kitten_stands_at_the_end_of_every_string() -> None:
    game = find_game("rascal-kittens")
    drawn = draw_table(game, NAMES[:3], random_end(game.new(3, "drawn"), 1).view(None)).content
    assert all(kitten(seat) in drawn for seat in range(3))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_running_game_shows_names_only(name: str) -> None:
    game = find_game(name)
    waiting = draw_table(game, NAMES[:3], None)
    for state, _seat, _action in random_moments(game.new(3, "drawn"), 1):
        assert draw_table(game, NAMES[:3], state.view(None)) == waiting


def test_a_free_seat_has_no_name() -> None:
    drawn = draw_table(find_game("cat-in-the-box"), ["Ann", None, None], None).content
    assert ">Ann</text>" in drawn
    assert drawn.count("<text") == 3  # the game, Purrlab and Ann


def test_a_game_without_a_drawing_shows_names_and_points(monkeypatch: pytest.MonkeyPatch) -> None:
    class Undrawn(CatInTheBox):
        name = "undrawn"

    monkeypatch.setattr("purrlab.games.registry._plugins", lambda: {"undrawn": "nowhere"})
    end = random_end(find_game("cat-in-the-box").new(3, "drawn"), 1)
    assert ">Ann</text>" in draw_table(Undrawn(), ["Ann", "Bo", "Cy"], end.view(None)).content


@pytest.mark.parametrize("letters", ["Aa", "ąćęłńóśźż ĄĆĘŁŃÓŚŹŻ", "áčďéěíňóřšťúůýž", "ґєії ҐЄІЇ щюя", "0−9"])  # noqa: RUF001
def test_the_fonts_have_the_letters_of_all_languages(letters: str) -> None:
    """No font of the machine is used, so a letter that ours do not have would leave nothing."""
    assert list(png.FONT_FOLDER.glob("*.ttf")), "make page makes the fonts"
    for letter in letters.replace(" ", ""):
        assert _drawn(letter) != _drawn("")
        assert _drawn(letter) != _drawn("\N{CJK UNIFIED IDEOGRAPH-4E2D}")  # that is what a missing letter looks like


def test_missing_fonts_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_letters = _drawn("A")
    monkeypatch.setattr(png, "FONT_FOLDER", tmp_path)
    with pytest.warns(UserWarning, match=r"no letters and digits: no fonts in .* make page makes them"):
        assert _drawn("A") != with_letters


def _drawn(text: str) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text y="30" font-size="30">{text}</text></svg>'
    return render_png(svg, 40, 40)


def test_a_process_of_its_own_draws_the_same() -> None:
    svg = draw_table(find_game("cat-in-the-box"), ["Ann", "Їжак"], None).alone(WIDTH_PIXELS)
    assert render_png_in_process(svg, 600, 315) == render_png(svg, 600, 315)
