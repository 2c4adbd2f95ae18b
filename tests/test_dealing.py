"""Chance that anybody can recompute: the steps of docs/dealing.md, done again with HMAC alone."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purrlab import find_game
from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.dealing import Chance

texts = st.text(st.characters(codec="utf-8"), min_size=1)
PAGE = (Path(__file__).parents[1] / "docs" / "dealing.md").read_text("utf-8")


def shuffled_by_the_page(items: list[int], seed: str, purpose: str) -> list[int]:
    """As the page says it, with no care for speed."""
    stream = b""
    for block in range(20):
        message = f"cat-in-the-box/{purpose}/{block}"
        stream += hmac.new(seed.encode("utf-8"), message.encode("utf-8"), hashlib.sha256).digest()
    at = 0
    for place in range(len(items) - 1, 0, -1):
        k = place + 1
        while stream[at] >= 256 - 256 % k:
            at += 1
        other = stream[at] % k
        at += 1
        items[place], items[other] = items[other], items[place]
    return items


def deck(highest: int) -> list[int]:
    return [value for value in range(1, highest + 1) for _ in range(5)]


def listed(cards: Iterable[int]) -> str:
    return " ".join(map(str, cards))


def dealt(seed: str, players: int) -> CatInTheBoxState:
    state = find_game("cat-in-the-box").new(players, seed)
    assert isinstance(state, CatInTheBoxState)
    return state


def test_the_worked_example_of_the_page() -> None:
    """The literal hands, so that a change of the scheme cannot go unnoticed."""
    state = dealt("purrlab", 4)
    assert state.options["start"] == 1
    assert [listed(values_in(hand)) for hand in state.round.deal.hands] == [
        "1 1 2 3 4 5 6 6 8 8",
        "1 2 3 3 5 6 6 6 7 8",
        "1 3 3 4 5 7 7 7 8 8",
        "1 2 2 2 4 4 4 5 5 7",
    ]
    for seat, hand in enumerate(state.round.deal.hands):
        assert f"seat {seat}: {listed(values_in(hand))}" in PAGE


def test_the_second_example_of_the_page() -> None:
    deal = dealt("Schrödinger's кіт", 2).setup.deal(2)
    for seat, hand in enumerate(deal.hands):
        assert f"seat {seat}: {listed(values_in(hand))}" in PAGE
    assert f"table:  {listed(deal.table)}" in PAGE


@given(seed=texts, players=st.integers(2, 5), number=st.integers(1, 5))
def test_the_page_recomputes_every_deal(seed: str, players: int, number: int) -> None:
    setup = dealt(seed, players).setup
    cards = shuffled_by_the_page(deck(setup.numbers.highest), seed, f"round {number}")
    size = setup.numbers.hand
    hands = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    assert [list(values_in(hand)) for hand in setup.deal(number).hands] == hands
    assert list(setup.deal(number).table) == cards[players * size :]
    assert setup.start == shuffled_by_the_page(list(range(players)), seed, "start")[0]


@given(st.lists(st.integers(), max_size=256), texts)
def test_a_shuffle_keeps_all_items(items: list[int], seed: str) -> None:
    assert Counter(Chance(seed, "game").shuffled(items, "any")) == Counter(items)


def test_more_items_than_a_byte_can_choose_from_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 256 items"):
        Chance("seed", "game").shuffled(range(257), "any")


def test_every_place_is_equally_likely() -> None:
    """Chi-squared over 30,000 shuffles of five: far below what would come up once in a million runs (about 56)."""
    counts = Counter(
        (place, item)
        for number in range(30_000)
        for place, item in enumerate(Chance("fair", "game").shuffled(range(5), str(number)))
    )
    expected = 30_000 / 5
    assert sum((counts[place, item] - expected) ** 2 / expected for place in range(5) for item in range(5)) < 56


def test_seed_game_and_purpose_all_matter() -> None:
    def order(seed: str, game: str, purpose: str) -> list[int]:
        return Chance(seed, game).shuffled(range(50), purpose)

    assert order("a", "x", "1") == order("a", "x", "1")
    assert (
        len({tuple(order(*key)) for key in (("a", "x", "1"), ("b", "x", "1"), ("a", "y", "1"), ("a", "x", "2"))}) == 4
    )
