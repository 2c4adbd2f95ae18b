"""Files that players bring: layouts and rooms are read and refused alike."""

from collections.abc import Callable
from pathlib import Path

import pytest

from purrlab import InvalidSetup
from purrlab.games import cat_in_the_box, rascal_kittens
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.rascal_kittens.rooms import Room, find_room

LAYOUT = Path(cat_in_the_box.__file__).parent / "layouts" / "white.toml"
ROOM = Path(rascal_kittens.__file__).parent / "rooms" / "attic.toml"


def layout_of(file: Path) -> Layout:
    return find_layout(file)


def room_of(file: Path) -> Room:
    return find_room(file, "room")


Find = Callable[[Path], Layout | Room]

kinds = pytest.mark.parametrize(("kind", "find"), [("layout", layout_of), ("room", room_of)])


class TestReading:
    @kinds
    @pytest.mark.parametrize(
        "content",
        [b"x = [", b"\xff\xfe", b"x = " + b"[" * 5000 + b"]" * 5000, b"x = " + b"9" * 5000, None],
        ids=["no TOML", "no UTF-8", "brackets in brackets", "a number beyond all measure", "no file"],
    )
    def test_what_cannot_be_read_is_named(self, tmp_path: Path, kind: str, find: Find, content: bytes | None) -> None:
        file = tmp_path / "bad.toml"
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(InvalidSetup, match=f"cannot be read as a {kind} file") as refused:
            find(file)
        assert refused.value.field == str(file)

    @pytest.mark.parametrize(("find", "good"), [(layout_of, LAYOUT), (room_of, ROOM)])
    def test_a_byte_order_mark_does_no_harm(self, tmp_path: Path, find: Find, good: Path) -> None:
        file = tmp_path / "mine.toml"
        file.write_text(good.read_text("utf-8").replace('"white"', '"mine"'), "utf-8-sig")
        assert find(file).name == "mine"


class TestChecks:
    @kinds
    @pytest.mark.parametrize("name", ['""', '"   "', '"a\\nb"', f'"{"x" * 41}"', "5"])
    def test_names_that_are_none(self, tmp_path: Path, kind: str, find: Find, name: str) -> None:
        file = tmp_path / f"{kind}.toml"
        file.write_text(f"name = {name}\n", "utf-8")
        with pytest.raises(InvalidSetup, match="expected a text of 1 to 40 characters") as refused:
            find(file)
        assert refused.value.field == f"{file}: name"

    @kinds
    def test_what_does_not_belong_there(self, tmp_path: Path, kind: str, find: Find) -> None:
        file = tmp_path / f"{kind}.toml"
        file.write_text('name = "mine"\nwindows = 4\n', "utf-8")
        with pytest.raises(InvalidSetup, match="unknown key; the keys are name") as refused:
            find(file)
        assert refused.value.field == f"{file}: windows"
