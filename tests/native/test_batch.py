"""Many games at once, in arrays."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import COMPILED, backend, fallback
from purrlab.native.cat_in_the_box.batch import GAME_OVER, GOES_ON, ROUND_OVER, Batch

CORES = {"compiled": backend.core, "fallback": fallback} if COMPILED else {"fallback": fallback}
both_cores = pytest.mark.usefixtures("core")


@both_cores
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_go_on_for_ever(players: int) -> None:
    """CB5: after as many rounds as players a game is over, and has winners; points come when a round is over."""
    games = Batch(players, 4, 7, "white", threads=1)
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


@both_cores
def test_an_action_that_is_not_legal_changes_nothing() -> None:
    games = Batch(4, 3, 7, threads=1)
    actions = games.sample().copy()
    before = games.legal.copy()
    for wrong in (-1, 0, 63, 64, 1000):
        actions[2] = wrong
        with pytest.raises(ValueError, match=f"actions: {wrong} is not legal in game 2"):
            games.step(actions)
    actions[2] = games.sample()[2]
    assert (games.legal == before).all()
    games.step(actions)
    assert not (games.legal == before).all()


@both_cores
def test_the_same_seed_gives_the_same_games_in_any_number_of_threads() -> None:
    one, two = (Batch(3, 5, 7, threads=threads) for threads in (1, 2))
    assert one.observations is not None
    assert two.observations is not None
    for _ in range(80):
        one.step(one.sample())
        two.step(two.sample())
        assert (one.legal == two.legal).all()
        assert (one.observations == two.observations).all()
        assert (one.rewards == two.rewards).all()


def test_without_observations() -> None:
    games = Batch(4, 2, 1, observe=False)
    games.step(games.sample())
    assert games.observations is None
    assert games.legal.all()


@pytest.mark.parametrize(("players", "layout"), [(2, "white"), (4, "white"), (5, "purple")])
def test_the_layout_that_the_rules_name(players: int, layout: str) -> None:
    """CB1."""
    games, same = Batch(players, 8, 1), Batch(players, 8, 1, layout)
    for _ in range(60 * players):
        games.step(games.sample())
        same.step(same.sample())
        assert (games.rewards == same.rewards).all()


@pytest.mark.parametrize(("players", "layout"), [(2, "purple"), (5, "white")])
def test_a_layout_for_others_is_refused(players: int, layout: str) -> None:
    with pytest.raises(ValueError, match="CB1"):
        Batch(players, 1, 1, layout)
    with pytest.raises(ValueError, match="players: expected 2 to 5"):
        Batch(7, 1, 1, layout)


def test_all_cores_are_not_no_threads() -> None:
    with pytest.raises(ValueError, match="threads: expected"):
        Batch(4, 1, 1, threads=0)


@both_cores
class TestArrays:
    @pytest.mark.parametrize("actions", [[36], [36.0], np.array([36.0])], ids=repr)
    def test_actions_that_are_no_array_of_whole_numbers(self, actions: Any) -> None:
        with pytest.raises(TypeError, match="actions: expected an array of whole numbers"):
            Batch(4, 1, 1).step(actions)

    def test_their_types_and_shapes(self) -> None:
        games = Batch(4, 3, 1)
        assert games.observations is not None
        arrays = (games.legal, games.turn, games.observations, games.rewards, games.done, games.winners)
        assert [array.dtype.name for array in arrays] == ["uint64", "int8", "float32", "float32", "uint8", "uint8"]
        assert [array.shape for array in arrays] == [(3,), (3,), (3, 303), (3, 4), (3,), (3,)]

    def test_they_outlive_the_batch(self) -> None:
        legal = Batch(4, 3, 1).legal
        assert legal.tolist() == Batch(4, 3, 1).legal.tolist()

    def test_what_was_sampled_stays_until_the_next_sample(self) -> None:
        games = Batch(4, 3, 1)
        sampled = games.sample()
        before = sampled.copy()
        games.step(before[:])
        assert (sampled == before).all()

    def test_actions_of_another_shape(self) -> None:
        games = Batch(4, 3, 1)
        with pytest.raises(ValueError, match="actions: expected one row for each game"):
            games.step(np.zeros(2, np.int32))
        with pytest.raises(TypeError, match="actions: expected one action for each game"):
            games.step(games.sample().reshape(3, 1))

    def test_actions_of_other_kinds(self) -> None:
        """What is too large for the core is refused, not cut off."""
        games = Batch(4, 3, 1)
        wide = games.sample().astype(np.int64)
        with pytest.raises(ValueError, match=f"actions: {wide[0] + 2**32} is not legal in game 0"):
            games.step(wide + 2**32)
        games.step(wide)

    def test_actions_may_come_in_an_array_that_cannot_be_written(self) -> None:
        games = Batch(4, 3, 1)
        actions = games.sample().copy()
        actions.flags.writeable = False
        games.step(actions)
        assert games.done.tolist() == [0, 0, 0]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are made to fail as Linux does")
def test_threads_that_cannot_start() -> None:
    """What they would have done is done all the same."""
    code = """
import resource
from purrlab.native.cat_in_the_box.batch import Batch
one, many = (Batch(4, 2000, 1, threads=threads, observe=False) for threads in (1, 1000))
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + 50_000_000
resource.setrlimit(resource.RLIMIT_AS, (most, most))
for _ in range(5):
    one.step(one.sample())
    many.step(many.sample())
assert (one.legal == many.legal).all()
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603  # ourselves


@both_cores
class TestChance:
    def test_samples_do_not_change_the_deals(self) -> None:
        one, other = Batch(4, 3, 7), Batch(4, 3, 7)
        for _ in range(120):
            actions = one.sample().copy()
            other.sample()
            other.sample()
            one.step(actions)
            other.step(actions)
            assert (one.legal == other.legal).all()

    def test_a_seed_for_each_game(self) -> None:
        one, alone = Batch(4, 3, [5, 6, 7]), Batch(4, 1, [6])
        assert one.legal[1] == alone.legal[0]
        assert one.observations is not None
        assert alone.observations is not None
        assert (one.observations[1] == alone.observations[0]).all()
        one.reset([6, 6, 6])
        assert (one.observations == alone.observations[0]).all()
        with pytest.raises(ValueError, match="seed: expected one, or one for each game"):
            one.reset([1, 2])

    def test_numbers_of_numpy_are_seeds(self) -> None:
        one, other = Batch(4, 3, np.int64(5)), Batch(4, 3, 5)  # type: ignore[arg-type]
        assert (one.legal == other.legal).all()
        one.reset(np.array([5, 6, 7]))  # type: ignore[arg-type]
        assert (one.legal == Batch(4, 3, [5, 6, 7]).legal).all()

    def test_what_is_neither_true_nor_false(self) -> None:
        for name in ("single_rounds", "observe"):
            given: Any = {name: 0}
            with pytest.raises(TypeError, match=f"{name}: expected True or False"):
                Batch(4, 1, 1, **given)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("single_rounds", [False, True])
def test_both_cores_play_the_same(players: int, single_rounds: bool, use_core: Any) -> None:  # noqa: FBT001
    made = []
    for core in CORES.values():
        use_core(core)
        made.append(Batch(players, 2, 9, single_rounds=single_rounds))
    one, other = made[0], made[-1]
    for _ in range(150):
        for games in (one, other):
            games.step(games.sample())
        arrays = [(g.legal, g.mask, g.turn, g.observations, g.rewards, g.done, g.winners) for g in (one, other)]
        assert all((a == b).all() for a, b in zip(*arrays, strict=True))
        if single_rounds:
            assert not (one.done == ROUND_OVER).any()


def _damaged(saved: bytes, at: int) -> bytes:
    return saved[:at] + bytes([saved[at] ^ 1]) + saved[at + 1 :]


@pytest.mark.skipif(not COMPILED, reason="there is one core only")
def test_no_save_is_for_both_cores(use_core: Any) -> None:
    saved, made = {}, {}
    for name, core in CORES.items():
        use_core(core)
        made[name] = Batch(2, 1, 1)
        saved[name] = made[name].save()
    with pytest.raises(ValueError, match="what a batch of the compiled core saved, not a batch on the rules in Python"):
        made["compiled"].restore(saved["fallback"])
    with pytest.raises(ValueError, match="what a batch on the rules in Python saved, not a batch of the compiled core"):
        made["fallback"].restore(saved["compiled"])


@both_cores
class TestPositions:
    def test_masks(self) -> None:
        games = Batch(4, 3, 1)
        assert games.mask.dtype == bool
        assert games.mask.shape == (3, 49)
        bits = [sum(1 << action for action in np.flatnonzero(row).tolist()) for row in games.mask]
        assert bits == games.legal.tolist()

    def test_what_any_seat_sees(self) -> None:
        games = Batch(4, 3, 1)
        games.step(games.sample())
        assert (games.observe(games.turn) == games.observations).all()
        out = np.zeros(303, np.float32)
        games.game(2).observe(3, out)
        assert (games.observe(np.array([0, 1, 3]))[2] == out).all()
        with pytest.raises(ValueError, match="seats: no such seat"):
            games.observe(np.array([0, 1, 4]))
        with pytest.raises(TypeError, match="seats: expected whole numbers"):
            games.observe(np.zeros(3))  # type: ignore[arg-type]  # that is the question

    def test_copies_go_on_alone(self) -> None:
        games = Batch(3, 2, 1)
        games.step(games.sample())
        other, saved = games.copy(), games.save()
        later = []
        for each in (games, other):
            for _ in range(60):
                each.step(each.sample())
            assert each.observations is not None
            later.append(each.observations.copy())
        assert (later[0] == later[1]).all()
        games.restore(saved)
        for _ in range(60):
            games.step(games.sample())
        assert games.observations is not None
        assert (games.observations == later[0]).all()
        for wrong in (b"", saved[:-1], b"\x80\x04" + saved, *(_damaged(saved, at) for at in range(len(saved)))):
            with pytest.raises(ValueError, match="saved: expected what a core of this version saved"):
                games.restore(wrong)
        with pytest.raises(TypeError, match="saved: expected bytes"):
            games.restore("x")  # type: ignore[arg-type]  # that is the question

    def test_ends_are_restored_too(self) -> None:
        """CB5: where a game is just over, whatever the batch that restores it had seen."""
        games, other = (Batch(3, 3, seed, single_rounds=True) for seed in (1, 2))
        while not games.done.any():
            games.step(games.sample())
        for _ in range(60):
            other.step(other.sample())
        over = games.done == GAME_OVER
        assert games.final_observations is not None
        assert other.final_observations is not None
        assert not (other.final_observations[over] == games.final_observations[over]).all()
        other.restore(games.save())
        assert (other.final_observations[over] == games.final_observations[over]).all()
        assert np.array_equal(games.copy().final_observations, games.final_observations)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("field", "other"),
        [
            ("players", {"players": 3}),
            ("size", {"size": 1}),
            ("observe", {"observe": False}),
            ("layout", {"layout": "purple"}),
            ("single_rounds", {"single_rounds": True}),
        ],
    )
    def test_only_games_of_the_same_kind_are_restored(self, field: str, other: dict[str, Any]) -> None:
        """Others would go on by other rules, as by another layout (CB17) or with other rounds (CB5)."""
        kind: dict[str, Any] = {"players": 4, "size": 2, "seed": 1, "layout": "white"}
        games = Batch(**kind)
        before = games.save()
        with pytest.raises(ValueError, match=f"saved: expected what a batch with the same {field} saved"):
            games.restore(Batch(**kind | other).save())
        assert games.save() == before

    def test_a_game_that_is_put(self) -> None:
        games, other = Batch(4, 3, 1), Batch(4, 1, 99)
        games.put(1, other.game(0))
        assert games.legal[1] == other.legal[0]
        assert games.game(1).round.hands == other.game(0).round.hands
        with pytest.raises(ValueError, match="game: it is for another number of players"):
            games.put(0, Batch(3, 1, 1).game(0))
        with pytest.raises(ValueError, match="index: no such game"):
            games.put(3, other.game(0))

    def test_the_batch_deals_after_the_round_of_a_game_that_is_put(self) -> None:
        """CB5: by the chance that it has for that game, whatever deals the game was given."""
        hands, turned_up = zip(*(native.random_deal(3, seed) for seed in (1, 2, 3)), strict=True)
        games, other = Batch(3, 2, [5, 6]), Batch(3, 2, [5, 6])
        games.put(0, native.Game(3, hands, turned_up, 0, native.neighbours_of("white")))
        other.put(0, native.Game(3, hands[:1], turned_up[:1], 0, native.neighbours_of("white")))
        ends = []
        while GAME_OVER not in ends:
            for each in (games, other):
                each.step(each.sample())
            assert (games.legal == other.legal).all()
            assert (games.rewards == other.rewards).all()
            assert (games.done == other.done).all()
            ends += [games.done[0]] if games.done[0] else []
        assert ends == [ROUND_OVER, ROUND_OVER, GAME_OVER]

    def test_a_game_on_another_layout_is_not_put(self) -> None:
        """CB17: a batch scores all games by its one layout."""
        games = Batch(4, 2, 1, "white")
        before = games.save()
        with pytest.raises(ValueError, match=r"game: it is on another layout than the batch \(CB3\)"):
            games.put(0, Batch(4, 1, 1, "purple").game(0))
        assert games.save() == before
