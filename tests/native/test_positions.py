"""Rounds and games that are copied, pickled, dealt one by one and seen from any seat, on both cores."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from cat_in_the_box.positions import new

from purrlab.games.cat_in_the_box.cells import hand_of, values_in
from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.cat_in_the_box import fallback, neighbours_of, numbers_in
from purrlab.native.rascal_kittens import fallback as kittens_fallback

CORES = {"compiled": cat_in_the_box.backend.core, "fallback": fallback}
KITTENS_CORES = {"compiled": rascal_kittens.backend.core, "fallback": kittens_fallback}
WHITE = neighbours_of("white")
LAYOUTS = {2: WHITE, 3: WHITE, 4: WHITE, 5: neighbours_of("purple")}
every_core = pytest.mark.parametrize("core", CORES.values(), ids=CORES)
all_players = pytest.mark.parametrize("players", [2, 3, 4, 5])
WAYS: list[Callable[[Any], Any]] = [
    copy,
    deepcopy,
    lambda game: game.copy(),
    lambda game: pickle.loads(pickle.dumps(game)),  # noqa: S301  # our own
]


def start_round(core: ModuleType, players: int, seed: int) -> Any:
    hands, turned_up = core.random_deal(players, seed)
    return core.Round(players, hands, turned_up, seed % players, LAYOUTS[players])


def start_game(core: ModuleType, players: int, seed: int) -> Any:
    hands, turned_up = core.random_deal(players, seed)
    return core.Game(players, [hands], [turned_up], seed % players, LAYOUTS[players])


def seen(game: Any, seat: int, size: int = cat_in_the_box.OBSERVATION.size) -> list[float]:
    out = np.zeros(size, np.float32)
    game.observe(seat, out)
    return out.tolist()


def play_some(game: Any, random: Random, steps: int) -> None:
    for _ in range(steps):
        if game.legal:
            game.step(random.choice(numbers_in(game.legal)))


def assert_goes_on_alone(game: Any, made: Any, size: int) -> None:
    """The copy looks the same, and what happens to one does not happen to the other."""
    before = [seen(game, seat, size) for seat in range(game.players)]
    assert [seen(made, seat, size) for seat in range(game.players)] == before
    made.step(numbers_in(made.legal)[0])
    assert [seen(game, seat, size) for seat in range(game.players)] == before
    game.step(numbers_in(game.legal)[0])
    for seat in range(game.players):
        assert seen(game, seat, size) == seen(made, seat, size)


@pytest.mark.parametrize("way", WAYS)
@every_core
class TestCopies:
    @all_players
    def test_of_rounds_and_games(self, core: ModuleType, players: int, way: Callable[[Any], Any]) -> None:
        for start in (start_round, start_game):
            game = start(core, players, 7)
            play_some(game, Random(players), players + 3)
            assert_goes_on_alone(game, way(game), cat_in_the_box.OBSERVATION.size)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_of_rascal_kittens(self, core: ModuleType, players: int, way: Callable[[Any], Any]) -> None:
        kittens = KITTENS_CORES["compiled" if core is CORES["compiled"] else "fallback"]
        game = kittens.Game(rascal_kittens.random_setup(players, 5))
        play_some(game, Random(players), 12)
        made = way(game)
        assert (made.totals, made.strings, made.taken) == (game.totals, game.strings, game.taken)
        assert_goes_on_alone(game, made, rascal_kittens.OBSERVATION.size)


@pytest.mark.skipif(not cat_in_the_box.COMPILED, reason="the rules in Python are pickled as they are")
def test_what_was_cut_or_changed_is_refused() -> None:
    state = start_round(CORES["compiled"], 4, 1).__getstate__()
    for wrong in (b"", state[:-1], state[:-1] + bytes([state[-1] ^ 1]), state + b"x"):
        with pytest.raises(ValueError, match="saved: expected what a core of this version saved"):
            CORES["compiled"].Round.__new__(CORES["compiled"].Round).__setstate__(wrong)


@all_players
def test_a_seed_deals_the_same_on_both_cores(players: int) -> None:
    for seed in range(50):
        compiled, python = (core.random_deal(players, seed) for core in CORES.values())
        assert compiled == python
    assert CORES["compiled"].random_deal(players, 1) != CORES["compiled"].random_deal(players, 2)


@every_core
class TestDealsOneByOne:
    @all_players
    def test_the_game_is_the_same_as_with_all_deals_at_once(self, core: ModuleType, players: int) -> None:
        deals = [core.random_deal(players, number) for number in range(players)]
        whole = core.Game(players, [hands for hands, _ in deals], [table for _, table in deals], 1, LAYOUTS[players])
        game = core.Game(players, [deals[0][0]], [deals[0][1]], 1, LAYOUTS[players])
        random = Random(players)
        while not whole.over:
            action = random.choice(numbers_in(whole.legal))
            whole.step(action)
            game.step(action)
            if game.awaits_deal:
                assert game.legal == 0
                assert game.round.over
                assert game.round.scores()
                game.deal(*deals[game.number])
            for seat in range(players):
                assert seen(game, seat) == seen(whole, seat)
            assert (game.number, game.totals, game.legal) == (whole.number, whole.totals, whole.legal)
        assert game.over
        assert not game.awaits_deal
        assert game.winners == whole.winners

    def test_no_deal_before_it_is_awaited(self, core: ModuleType) -> None:
        game = start_game(core, 4, 1)
        with pytest.raises(ValueError, match="deal: none is awaited"):
            game.deal(*core.random_deal(4, 2))

    def test_a_deal_that_cannot_be_is_refused(self, core: ModuleType) -> None:
        game = start_game(core, 4, 1)
        play_some(game, Random(1), 100)
        assert game.awaits_deal
        with pytest.raises(ValueError, match="hands: expected"):
            game.deal([0x1] * 4, [])
        assert game.awaits_deal


@every_core
class TestKnownAtAnyMoment:
    @all_players
    def test_redeals_look_the_same_to_the_seat(self, core: ModuleType, players: int) -> None:
        random = Random(players)
        for number in range(6 if core is fallback else 60):
            game = start_round(core, players, number)
            while not game.over:
                for seat in range(players):
                    known = game.known(seat)
                    assert known.legal == (game.legal if game.turn == seat else 0)
                    other = known.redeal(random.getrandbits(64))
                    assert (other.turn, other.over) == (game.turn, False)
                    assert seen(other, seat) == seen(game, seat)
                    self.check_cards(game, other)
                if core is fallback:
                    play_some(game, random, random.randrange(4))
                play_some(game, random, 1)

    @staticmethod
    def check_cards(game: Any, other: Any) -> None:
        """CB1: the same cards in all, and as many in every hand."""
        counts = [[len(values_in(hand)) for hand in each.hands] for each in (game, other)]
        assert counts[0] == counts[1]
        if game.players > 2:
            cards = [sum(each.hands) + hand_of([value for value in each.discards if value]) for each in (game, other)]
            assert cards[0] == cards[1]

    def test_who_led_red_had_nothing_else(self, core: ModuleType) -> None:
        """CB11: a re-deal can be played as it was, to the end."""
        found = 0
        for number in range(400):
            game, random = start_round(core, 3, number), Random(number)
            while not game.over and not (game.plays and game.plays[-1] % 4 == 0):
                legal = numbers_in(game.legal)
                game.step(random.choice([action for action in legal if action >= 36 or action % 4] or legal))
            led_red = not game.over and (len(game.plays) - 1) % 3 == 0
            if not led_red:
                continue
            found += 1
            for seat in range(3):
                other = game.known(seat).redeal(number)
                assert can_be_played(core, game, other), (number, seat)
            if core is fallback and found >= 2:
                return
        assert found >= 2

    def test_not_when_the_round_is_over(self, core: ModuleType) -> None:
        """Nor between two rounds of a game (CB5): nobody has a card to play."""
        game = start_round(core, 4, 1)
        game.playout(1)
        whole = start_game(core, 4, 1)
        while whole.legal:
            whole.step(whole.legal_actions[0])
        assert whole.awaits_deal
        for over in (game, whole):
            with pytest.raises(ValueError, match="round: expected one in play; it is over"):
                over.known(0)


def can_be_played(core: ModuleType, game: Any, other: Any) -> bool:
    """Whether the cards of ``other`` allow all that was done in ``game``."""
    played: list[list[int]] = [[] for _ in range(game.players)]
    replay = core.Round(game.players, dealt(game), game.turned_up, game.start, LAYOUTS[game.players])
    for action in actions_in(game):
        if action < 36:
            played[replay.turn].append(action // 4 + 1)
        replay.step(action)
    hands = [
        hand + hand_of([*cards, discard])
        for hand, cards, discard in zip(other.hands, played, other.discards, strict=True)
    ]
    again = core.Round(game.players, hands, game.turned_up, game.start, LAYOUTS[game.players])
    for turn in range(game.players):
        again.step(36 + other.discards[(game.start + turn) % game.players] - 1)
    for action in actions_in(game)[game.players :]:
        if not again.legal >> action & 1:
            return False
        again.step(action)
    return True


def dealt(game: Any) -> list[int]:
    """CB6: the hands as they were dealt."""
    played = [hand_of([cell // 4 + 1 for cell in range(36) if tokens >> cell & 1]) for tokens in game.tokens]
    discards = [hand_of([value]) if value else 0 for value in game.discards]
    return [sum(cards) for cards in zip(game.hands, played, discards, strict=True)]


def actions_in(game: Any) -> list[int]:
    seats = [(game.start + turn) % game.players for turn in range(game.players)]
    discards = [36 + game.discards[seat] - 1 for seat in seats if game.discards[seat]]
    bids = [45 + game.bids[seat] - 1 for seat in seats if game.bids[seat]]
    return [*discards, *bids, *game.plays]


@all_players
def test_plays_in_their_order(players: int) -> None:
    for core in CORES.values():
        game, made, random = start_round(core, players, 3), [], Random(players)
        while not game.over:
            action = random.choice(numbers_in(game.legal))
            made.append(action)
            game.step(action)
        assert actions_in(game) == made


def test_turned_up_cards() -> None:
    """CB20."""
    state = new(2, "turned up")
    for core in CORES.values():
        game = core.Round(2, state.hands, state.round.opening.turned_up, 0, WHITE)
        assert sorted(game.turned_up) == sorted(state.round.opening.turned_up)


@every_core
@all_players
def test_masks_of_cat_in_the_box(core: ModuleType, players: int) -> None:
    assert_masks(start_game(core, players, 7), 49, cat_in_the_box.OBSERVATION.size)


@pytest.mark.parametrize("core", KITTENS_CORES.values(), ids=KITTENS_CORES)
def test_masks_of_rascal_kittens(core: ModuleType) -> None:
    assert_masks(core.Game(rascal_kittens.random_setup(3, 5)), 28, rascal_kittens.OBSERVATION.size)


def assert_masks(game: Any, actions: int, size: int) -> None:
    """Whoever is to act may do what is legal, the others nothing; at the end nobody may do anything."""
    random, out = Random(1), np.zeros(size, np.float32)
    while game.legal:
        assert game.legal_actions == numbers_in(game.legal)
        for seat in range(game.players):
            mask = np.full(actions, 7, np.int8)
            game.observe(seat, out, mask)
            may = game.legal if seat == game.turn else 0
            assert mask.tolist() == [may >> action & 1 for action in range(actions)]
        game.step(random.choice(game.legal_actions))
    assert game.legal_actions == []
    game.observe(0, out, mask)
    assert not mask.any()
