"""Which names look the same: by the characters that Unicode calls confusable (UTS #39)."""

import json
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from purrlab.bots import BOTS
from purrlab.games.readable import INVISIBLE
from purrlab.server.protocol import BOT_SEAT_NAMES

DIRECTION_MARK = "\u200e"  # with which the data surrounds what is written from right to left
BOT_WORDS = ("bot", "бот")  # by which the page calls bots


@cache
def confusables() -> dict[int, str]:
    """One character for all that look like it. This is read once, from the data of confusable_homoglyphs.

    Those data hold every pair both ways: a look-alike has one entry, what it looks like has as many as look like it.
    """
    read = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    pairs = {_unmarked(sign): [_unmarked(each["c"]) for each in others] for sign, others in read.items()}
    table: dict[int, str] = {}
    for sign, others in pairs.items():
        if len(sign) == 1 and len(others) == 1:
            mutual = len(pairs.get(others[0], [])) == 1
            table[ord(sign)] = min(sign, others[0]) if mutual else others[0]
    return table


def _unmarked(sign: str) -> str:
    return sign.replace(DIRECTION_MARK, "")


def skeletons(name: str) -> set[str]:
    """Two names that look the same have one of these in common, whatever their case. Nobody should read them.

    There are two, because a sign may be told by what it is made of or by how it is drawn: a lunate sigma, made of a
    sigma, is drawn as a c.
    """
    apart = INVISIBLE.sub("", unicodedata.normalize("NFKD", name))
    drawn = INVISIBLE.sub("", unicodedata.normalize("NFD", name)).translate(confusables())
    return {_skeleton(apart), _skeleton(unicodedata.normalize("NFKD", drawn))}


def _skeleton(seen: str) -> str:
    seen = seen.translate(confusables()).casefold()
    seen = unicodedata.normalize("NFKD", seen).translate(confusables()).casefold()
    return seen.replace("i", "l")  # as a capital it looks like an l


def looks_like(name: str, other: str) -> bool:
    """Whether people could take one for the other; spaces, dots and the like make no difference."""
    return not _seen_letters(name).isdisjoint(_seen_letters(other))


@lru_cache(1024)
def _seen_letters(name: str) -> frozenset[str]:
    """Remembered: people who play again are compared again, for every game."""
    return frozenset(map(_letters, skeletons(name)))


def looks_like_bot(name: str) -> bool:
    """As the page names bots: ``tiger bot``, and ``Photon`` at a table."""
    return any(map(_is_of_bot, skeletons(name)))


def _is_of_bot(seen: str) -> bool:
    words = "".join(sign if sign.isalnum() else " " for sign in seen).split()
    return not _bot_words().isdisjoint(words) or _letters(seen) in _bot_names()


@cache
def _bot_words() -> frozenset[str]:
    return frozenset(each for word in BOT_WORDS for each in skeletons(word))


@cache
def _bot_names() -> frozenset[str]:
    bots = {bot for bots in BOTS.values() for bot in bots}
    called = {bot + word for bot in bots for word in BOT_WORDS}
    return frozenset(_letters(each) for name in called.union(BOT_SEAT_NAMES) for each in skeletons(name))


def _letters(seen: str) -> str:
    return "".join(sign for sign in seen if unicodedata.category(sign)[0] not in "PZ") or seen
