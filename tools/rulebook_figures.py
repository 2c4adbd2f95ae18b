"""The figures of the rulebooks: ``python tools/rulebook_figures.py`` writes them for the page.

A figure is a moment of a real game, dealt by script and played move by move by the rules, and drawn by the components
of the table from the view of that moment. Whatever its caption says is a fact that is taken from the state, or a claim
that is checked here. So no figure can disagree with the rules.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from purrlab.games.game import View
from purrlab.games.registry import BUILT_IN

FOLDER = Path(__file__).parents[1] / "web" / "src" / "rulebook" / "figures"

Fact = int | str | dict[str, Any]  # what fills a blank of the caption: as it is, or a thing of the game that has a name


class Figure(NamedTuple):
    view: View
    show: tuple[str, ...]  # the parts of the table, as the page's figure of the game calls them
    facts: Mapping[str, Fact]


Drawing = Callable[[], Figure]


class ClaimRefutedError(AssertionError):
    """The rules do not have it as a figure claims."""


def claim(is_so: bool, words: str) -> None:  # noqa: FBT001  # the one thing that it is about
    if not is_so:
        raise ClaimRefutedError(words)


def player(seat: int) -> Fact:
    """The name of whoever sits there."""
    return {"player": seat}


def figures_of(game: str) -> Mapping[str, Drawing]:
    """The figures of a game by name, in the order of the rulebook."""
    found: Mapping[str, Drawing] = import_module(f"{game.replace('-', '_')}_figures").FIGURES
    return found


def text_of(game: str) -> str:
    """The figures of a game as the page reads them, each on a line."""
    return "{\n" + ",\n".join(_lines(game)) + "\n}\n"


def _lines(game: str) -> Iterator[str]:
    for name, draw in figures_of(game).items():
        figure = draw()
        content = {"view": figure.view.as_dict(), "show": figure.show, "facts": figure.facts}
        yield f"{json.dumps(name)}: {json.dumps(content, ensure_ascii=False, separators=(',', ':'))}"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in BUILT_IN:
        (FOLDER / f"{game}.json").write_text(text_of(game), "utf-8")


if __name__ == "__main__":
    main()
