"""What the pages about environments say is so."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.cat_in_the_box.information_state import information_state_layout
from purrlab.native.rascal_kittens.information_state import INFORMATION_STATE

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "environments.md": 5,
    "environments/cat-in-the-box.md": 1,
    "environments/rascal-kittens.md": 1,
}
SECTIONS = [
    "What it is",
    "Quick start",
    "Observation",
    "Information state",
    "Actions",
    "Rewards",
    "Chance",
    "Variants",
    "Baselines",
    "Versions",
    "Citation",
]


@pytest.mark.parametrize(("page", "count"), PAGES.items())
def test_the_programs_run(page: str, count: int) -> None:
    programs = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert len(programs) == count
    for program in programs:
        names: dict[str, object] = {}
        exec(program.replace("print(", "shown = ("), names)  # noqa: S102  # our own page
        assert names["shown"] is not None


@pytest.mark.parametrize(("page", "native"), [("cat-in-the-box", cat_in_the_box), ("rascal-kittens", rascal_kittens)])
def test_the_pages_of_the_games(page: str, native: ModuleType) -> None:
    text = (DOCS / "environments" / f"{page}.md").read_text("utf-8")
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == SECTIONS
    assert f"`Discrete({len(native.ACTIONS)})`" in text
    assert f"({native.OBSERVATION.size},), float32)" in text
    assert f"observations of version {native.OBSERVATION.version}." in text


@pytest.mark.parametrize("layout", [information_state_layout(3), INFORMATION_STATE])
def test_every_number_of_an_information_state_belongs_to_one_part(layout: object) -> None:
    assert isinstance(layout, type(cat_in_the_box.OBSERVATION))
    positions = [at for part in layout.parts for at in part.positions]
    assert sorted(positions) == list(range(layout.size))
    assert information_state_layout(1).size == 312
