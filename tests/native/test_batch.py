"""Many games at once, in arrays."""

from types import ModuleType

import numpy as np
import pytest

from purrlab import native
from purrlab.native import fallback
from purrlab.native.batch import GAME_OVER, GOES_ON, ROUND_OVER, Batch

cores = pytest.mark.parametrize("core", [native.core, fallback], ids=["core", "fallback"])


def batch(core: ModuleType, monkeypatch: pytest.MonkeyPatch, players: int, size: int, threads: int = 1) -> Batch:
    monkeypatch.setattr("purrlab.native.batch.core", core)
    return Batch(players, size, 7, "white", threads=threads)


@cores
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_go_on_for_ever(core: ModuleType, monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    """CB5: after as many rounds as players a game is over, and has winners; points come when a round is over."""
    games = batch(core, monkeypatch, players, 4)
    rounds = np.zeros(4, int)
    totals = np.zeros((4, players))
    finished = 0
    for _ in range(60 * players):
        assert ((games.turn >= 0) & (games.turn < players)).all()
        games.step(games.sample())
        assert not games.rewards[games.done == GOES_ON].any()
        totals += games.rewards
        rounds += games.done == ROUND_OVER
        for at in np.flatnonzero(games.done == GAME_OVER):
            assert rounds[at] == players - 1
            best = totals[at] == totals[at].max()
            assert games.winners[at]
            assert not int(games.winners[at]) & ~sum(1 << seat for seat in np.flatnonzero(best).tolist())
            rounds[at], totals[at] = 0, 0
            finished += 1
        assert not games.winners[games.done != GAME_OVER].any()
    assert finished >= 4


@cores
def test_an_action_that_is_not_legal_changes_nothing(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    games = batch(core, monkeypatch, 4, 3)
    actions = games.sample().copy()
    before = games.legal.copy()
    for wrong in (-1, 0, 63, 64, 1000):
        actions[2] = wrong
        with pytest.raises(ValueError, match="not legal"):
            games.step(actions)
    actions[2] = games.sample()[2]
    assert (games.legal == before).all()
    games.step(actions)
    assert not (games.legal == before).all()


@cores
def test_the_same_seed_gives_the_same_games_in_any_number_of_threads(
    core: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (batch(core, monkeypatch, 3, 5, threads) for threads in (1, 2))
    assert one.observations is not None
    assert two.observations is not None
    for _ in range(80):
        one.step(one.sample())
        two.step(two.sample())
        assert (one.legal == two.legal).all()
        assert (one.observations == two.observations).all()
        assert (one.rewards == two.rewards).all()


@cores
def test_arrays_of_another_size_are_refused(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    games = batch(core, monkeypatch, 4, 3)
    with pytest.raises(ValueError, match="one row for each game"):
        games.step(np.zeros(2, np.int32))
    with pytest.raises(ValueError, match="at least 1"):
        batch(core, monkeypatch, 4, 0)


def test_without_observations() -> None:
    games = Batch(4, 2, 1, observe=False)
    games.step(games.sample())
    assert games.observations is None
    assert games.legal.all()
