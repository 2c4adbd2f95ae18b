"""What a player types in the words of their language, as they stand beside the choices."""

import re
from collections.abc import Callable, Sequence

from purrlab.games.game import Action
from purrlab.terminal.language import knows, say

Matches = Callable[[str, str], bool]
SHORTEST_STEM = 3


def spoken_choice(game: str, choices: Sequence[Action], describe: Callable[[Action], str], text: str) -> Action | None:
    """The one that is meant: its telling words were typed, in any order and nearly any form, and no strange ones."""
    described = {action: words_in(describe(action)) for action in choices}
    common = set.intersection(*map(set, described.values())) if len(described) > 1 else set()
    typed = words_in(text)
    for matches in (str.__eq__, _have_one_stem):
        found = [
            action for action, words in described.items() if _means(typed, words, common, _verbs(game, action), matches)
        ]
        if len(found) == 1:
            return found[0]
    return None


def words_in(text: str) -> list[str]:
    return re.findall(r"[\w\N{RIGHT SINGLE QUOTATION MARK}]+", text.lower())


def _verbs(game: str, action: Action) -> list[str]:
    """What may stand beside a choice: “play”, “as”."""
    key = f"{game}.says.{action.verb}"
    return words_in(say(key)) if knows(key) else []


def _means(typed: list[str], words: list[str], common: set[str], verbs: list[str], matches: Matches) -> bool:
    telling = [word for word in words if word not in common]
    return all(any(matches(word, each) for each in typed) for word in telling) and all(
        any(matches(each, word) for word in words) or any(_have_one_stem(each, verb) for verb in verbs)
        for each in typed
    )


def _have_one_stem(one: str, other: str) -> bool:
    """They differ in their last letter, as cases and genders do."""
    length = max(min(len(one), len(other)) - 1, SHORTEST_STEM)
    return one == other or (
        one.isalpha() and abs(len(one) - len(other)) < SHORTEST_STEM and one[:length] == other[:length]
    )
