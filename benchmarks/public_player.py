"""What the players of public repositories have in common (public_players.py)."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action


class CloneError(ValueError):
    """There is no clone of the repository at this path, or another version of it."""


def check_clone(clone: Path, repository: str, commit: str, files: tuple[str, ...]) -> None:
    """All that is read of it must be there."""
    wanted = f"expected a clone of https://github.com/{repository}, tried with commit {commit}"
    for name in files:
        if not (clone / name).is_file():
            raise CloneError(f"{clone} has no {name}: {wanted}")


class PublicPlayer:
    """A player of somebody else, as a bot: it takes its own choice, or where our rules forbid that, its next best."""

    seats: int  # how many play, itself included

    def __init__(self) -> None:
        self.choices: Counter[str] = Counter()  # by what was to be chosen: discard, bid or play
        self.replaced: Counter[str] = Counter()  # those that our rules forbid

    def ranked(self, view: CatInTheBoxView, random: Random) -> Iterator[Action]:
        """Its choice, and what it would choose next; some of it may be illegal."""
        raise NotImplementedError

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        assert view.expects is not None
        ranked = self.ranked(view, random)
        first = next(ranked)
        self.choices[view.expects] += 1
        if first in view.legal:
            return first
        self.replaced[view.expects] += 1
        return next(action for action in ranked if action in view.legal)
