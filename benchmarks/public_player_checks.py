"""Whether a public player chooses on our views what it chooses in its own game (``public_players.py --check``).

Rounds are played in our game and in theirs side by side, from the same deal, with the player in all seats, and at each
decision it is asked in both. Positions in which the rules differ, in what is legal or in whether red was played, are
counted apart.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np
from citb_web import ACTIONS, FIRST_PLAY, CitbWebDqn
from public_player import CloneError, PublicPlayer
from quantum_cat_players import BID_OFFSET, DISCARDING, SEATS, VALUES, QuantumCatPlayer, action_of

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.cells import COLOURS
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action

PYTHON_OF_CITB_WEB = (3, 12)


class TheirRound(Protocol):
    """A round of their game, with the player in all seats. Seats are ours."""

    def has_rules_of(self, view: CatInTheBoxView) -> bool: ...

    def choice(self, seat: int, random: Random) -> Action: ...

    def apply(self, seat: int, action: Action) -> None: ...


def compare(player: PublicPlayer, clone: Path, rounds: int, seed: str) -> Counter[tuple[str, str]]:
    """How many decisions were the same, by what was to be chosen."""
    found: Counter[tuple[str, str]] = Counter()
    for number in range(rounds):
        state = CatInTheBox().new(player.seats, f"{seed}/{number}", {"start": number % player.seats})
        views = [state.view(seat) for seat in range(player.seats)]
        theirs = _begun(player, clone, views)
        while not state.view(None).rounds:
            start = state.view(None).table.opening.start
            seat = min(state.to_act, key=lambda each: (each - start) % player.seats)
            view = state.view(seat)
            if len(view.legal) > 1:
                assert view.expects is not None
                same = next(player.ranked(view, Random(number))) == theirs.choice(seat, Random(number))
                rules = "" if view.expects != "play" or theirs.has_rules_of(view) else ", where rules differ"
                found[view.expects, ("same" if same else "not the same") + rules] += 1
            action = player.choose(view, Random(number))
            state = state.apply(seat, action)
            theirs.apply(seat, action)
    return found


def _begun(player: PublicPlayer, clone: Path, views: list[CatInTheBoxView]) -> TheirRound:
    if isinstance(player, QuantumCatPlayer):
        return _QuantumCatRound(player, views)
    assert isinstance(player, CitbWebDqn)
    return _CitbWebRound(player, clone, views)


class _QuantumCatRound:
    def __init__(self, player: QuantumCatPlayer, views: list[CatInTheBoxView]) -> None:
        self._player, self._start = player, views[0].table.opening.start
        self._state = player.theirs.rules.new_initial_state()
        self._state._phase, self._state._current_player = DISCARDING, 0
        for view in views:
            self._state._hands[self._turn(view.seat or 0)][:] = np.bincount(view.hand or (), minlength=VALUES + 1)[1:]

    def _turn(self, seat: int) -> int:
        return (seat - self._start) % SEATS

    def has_rules_of(self, view: CatInTheBoxView) -> bool:
        legal = self._state.legal_actions(self._turn(view.seat or 0))
        red_played = bool((self._state._board_ownership[0] >= 0).any())
        return {action_of(each, self._state._phase) for each in legal} == set(view.legal) and (
            self._state._trump_broken == red_played
        )

    def choice(self, seat: int, random: Random) -> Action:
        return action_of(self._player.step(self._state, self._turn(seat), random), self._state._phase)

    def apply(self, seat: int, action: Action) -> None:
        assert self._state.current_player() == self._turn(seat)
        if isinstance(action, Discard):
            number = action.value - 1
        elif isinstance(action, Bid):
            number = BID_OFFSET + action.tricks
        else:
            assert isinstance(action, Play)
            number = COLOURS.index(action.colour) * VALUES + action.value - 1
        self._state.apply_action(number)


class _CitbWebRound:
    """What they see is by their own code. Their mask is PyTorch, so the one here is ours."""

    def __init__(self, player: CitbWebDqn, clone: Path, views: list[CatInTheBoxView]) -> None:
        if sys.version_info < PYTHON_OF_CITB_WEB:
            raise CloneError("the game of citb-web needs Python 3.12, and so does --check with it")
        self._player = player
        with _importable(clone / "citbweb"):
            self._game: Any = import_module("api.game_logic.game").Game("check")
        self._game.starting_player_idx = self._game.current_player_idx = views[0].table.opening.start
        for view, seat in zip(views, self._game.players, strict=True):
            seat.reset_round()
            seat.set_hand(list(view.hand or ()))

    def has_rules_of(self, view: CatInTheBoxView) -> bool:
        seat = view.seat or 0
        places = self._game.board.get_valid_places(self._game.starting_player_idx == seat)
        legal = set(self._game.players[seat].valid_moves) & set(places)
        return {ACTIONS[FIRST_PLAY + move] for move in legal} == set(view.legal)

    def choice(self, seat: int, random: Random) -> Action:
        del random
        return self._player.choice(self._game._get_observation(seat))

    def apply(self, seat: int, action: Action) -> None:
        number = ACTIONS.index(action)
        if isinstance(action, Discard):
            self._game.players[seat].discard_card(action.value)
        else:
            assert self._game.current_player_idx == seat
            self._game.play_action(number, seat)
        if len(self._game.played_moves) == len(self._game.players):
            self._game._complete_set()
            self._game.turn_number += 1


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
