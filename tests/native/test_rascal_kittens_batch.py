"""Many games of Rascal Kittens at once, in arrays, and what a seat sees, as numbers."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from rascal_kittens.own_rooms import random_room
from rascal_kittens.positions import GAME

from purrlab.games.game import InvalidSetup
from purrlab.native import rascal_kittens as native
from purrlab.native.rascal_kittens import ACTIONS, OBSERVATION, backend, fallback, numbers_in
from purrlab.native.rascal_kittens.batch import GAME_OVER, GOES_ON, Batch
from purrlab.native.rascal_kittens.fallback.observation import ObservationWriter, observation
from purrlab.native.rascal_kittens.observation import PARTS

CORES = [backend.core, fallback]  # the same one twice where nothing is compiled
sizes = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture(params=CORES, ids=["compiled", "fallback"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Batches on each of the cores."""
    monkeypatch.setattr(backend, "core", request.param)
    return request.param


both_cores = pytest.mark.usefixtures("core")


def seen_by(game: Any, seat: int) -> list[float]:
    out = np.zeros(OBSERVATION.size, np.float32)
    game.observe(seat, out)
    return out.tolist()


class TestBatch:
    @both_cores
    @sizes
    def test_games_go_on_for_ever(self, players: int) -> None:
        """RK14: a game that is over has winners, who have the highest total; another follows."""
        games, finished = Batch(players, 3, 7, threads=1, observe=False), 0
        for _ in range(100):
            games.step(games.sample())
            over = games.done == GAME_OVER
            assert set(games.done.tolist()) <= {GOES_ON, GAME_OVER}
            assert not games.rewards[~over].any()
            assert not games.winners[~over].any()
            for at in np.flatnonzero(over):
                best = np.flatnonzero(games.rewards[at] == games.rewards[at].max()).tolist()
                assert games.winners[at]
                assert not int(games.winners[at]) & ~sum(1 << seat for seat in best)
                assert games.game(int(at)).rounds == 0
                finished += 1
        assert finished >= 3

    @sizes
    def test_both_cores_come_to_the_same(self, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same deals, samples, masks, observations and results from the same seed."""
        rooms = [random_room(Random(players))] * players
        for options in (None, {"rooms": rooms, "variant": "older", "start": 1, "string": 400.0}):
            batches = []
            for core in CORES:
                monkeypatch.setattr(backend, "core", core)
                batches.append(Batch(players, 2, 11, options, threads=1))
            one, other = batches
            for _ in range(70):
                actions = one.sample().copy()
                assert actions.tolist() == other.sample().tolist()
                for batch in batches:
                    batch.step(actions)
                for name in ("legal", "mask", "turn", "observations", "rewards", "done", "winners"):
                    assert (getattr(one, name) == getattr(other, name)).all()

    @both_cores
    def test_a_mask_says_what_is_legal(self) -> None:
        games = Batch(2, 4, 1, observe=False)
        for _ in range(30):
            assert games.mask.dtype == np.bool_
            assert games.mask.shape == (4, len(ACTIONS))
            assert [np.flatnonzero(row).tolist() for row in games.mask] == list(map(numbers_in, games.legal.tolist()))
            games.step(games.sample())

    @both_cores
    def test_what_is_sampled_changes_no_deal(self) -> None:
        """Whoever chooses otherwise plays the same deals."""
        one, other = Batch(4, 2, 5, observe=False), Batch(4, 2, 5, observe=False)
        ended = [[], []]  # type: list[list[list[int]]]
        while min(map(len, ended)) < 2:
            for which, batch in enumerate((one, other)):
                batch.step(batch.sample() if which else batch.mask.argmax(axis=1))
                for at in np.flatnonzero(batch.done == GAME_OVER):
                    ended[which].append([int(at), *batch.game(int(at)).hands])
        assert sorted(ended[0][:2]) == sorted(ended[1][:2])

    @both_cores
    def test_an_action_that_is_not_legal_changes_nothing(self) -> None:
        games = Batch(3, 3, 7, threads=1)
        actions, before = games.sample().copy(), games.legal.copy()
        for wrong in (-1, 27, 28, 1000):
            actions[2] = wrong
            with pytest.raises(ValueError, match="not legal"):
                games.step(actions)
        assert (games.legal == before).all()

    @both_cores
    def test_reset_begins_anew(self) -> None:
        games = Batch(2, 3, 1)
        assert games.observations is not None
        first = games.observations.copy()
        for _ in range(60):
            games.step(games.sample())
        games.reset(1)
        assert (games.observations == first).all()
        assert not games.done.any()
        assert not games.rewards.any()
        games.reset(2)
        assert not (games.observations == first).all()

    def test_any_number_of_threads(self) -> None:
        one, two = (Batch(3, 5, 7, threads=threads) for threads in (1, 2))
        assert one.observations is not None
        assert two.observations is not None
        for _ in range(80):
            one.step(one.sample())
            two.step(two.sample())
            assert (one.observations == two.observations).all()
            assert (one.rewards == two.rewards).all()

    @both_cores
    def test_what_is_wrong_is_named(self) -> None:
        with pytest.raises(InvalidSetup, match="players: Rascal Kittens is for 2 to 4 players"):
            Batch(5, 1, 1)
        for players in (2.0, True):
            with pytest.raises(TypeError, match=f"players: expected 2 to 4, not {players}"):
                Batch(players, 1, 1)  # type: ignore[arg-type]  # that is the question
        with pytest.raises(InvalidSetup, match=r"options\.variant"):
            Batch(2, 1, 1, {"variant": "oldest"})
        with pytest.raises(InvalidSetup, match=r"options\.rooms"):
            Batch(3, 1, 1, {"rooms": ["attic", "attic"]})
        with pytest.raises(ValueError, match="size: expected"):
            Batch(2, 0, 1)
        with pytest.raises(ValueError, match="threads: expected"):
            Batch(2, 1, 1, threads=0)
        with pytest.raises(ValueError, match="index: no such game"):
            Batch(2, 1, 1).game(1)
        with pytest.raises(TypeError, match="actions: expected an array of whole numbers"):
            Batch(2, 1, 1).step([0])  # type: ignore[arg-type]  # that is the question
        with pytest.raises(TypeError, match=r"cannot be pickled: keep .*, or copy\(\) it, or save\(\) its games"):
            pickle.dumps(Batch(2, 1, 1))

    @both_cores
    def test_arrays_and_games_outlive_the_batch(self) -> None:
        legal, game = Batch(4, 3, 1).legal, Batch(4, 3, 1).game(2)
        assert legal.tolist() == Batch(4, 3, 1).legal.tolist()
        assert game.playout(1) > 12


class TestObservation:
    def test_every_number_belongs_to_one_part(self) -> None:
        positions = [at for part in OBSERVATION.parts for at in part.positions]
        assert positions == list(range(OBSERVATION.size))
        with pytest.raises(IndexError, match="phase: no row 0, column 4"):
            ObservationWriter().put("phase", 1, 0, 4)

    @sizes
    def test_what_is_hidden_makes_no_difference(self, players: int) -> None:
        """Both cores see the same, for every seat at any moment, and nothing that the seat cannot see."""
        state, random = GAME.new(players, "seen", {"variant": "older"}), Random(players)
        game = native.Game(state.setup)
        while state.to_act:
            seat = random.randrange(players)
            seen = seen_by(game, seat)
            assert seen == np.array(observation(state.view(seat)), np.float32).tolist()
            assert seen_by(game.known(seat).redeal(random.getrandbits(64)), seat) == seen
            action = random.choice(numbers_in(game.legal))
            state = state.apply(game.turn, ACTIONS[action])
            game.step(action)

    def test_some_parts(self) -> None:
        state = GAME.new(3, "parts", {"start": 2})
        seen = observation(state.view(0))
        assert [seen[at] for at in PARTS["leader"].positions] == [0, 0, 1, 0]
        assert [seen[at] for at in PARTS["phase"].positions] == [1, 0, 0, 0]
        assert sum(seen[at] for at in PARTS["hand"].positions) == 4
        assert [seen[at] for at in PARTS["left"].positions] == [1] * 10
        assert not any(seen[at] for at in PARTS["ends"].positions)

    def test_only_into_an_array_that_fits(self) -> None:
        for core in CORES:
            game = core.Game(GAME.new(2, "any").setup)
            with pytest.raises(ValueError, match=f"expected a C-ordered array of {OBSERVATION.size} float32"):
                game.observe(0, np.zeros(5, np.float32))
            with pytest.raises(TypeError, match="observation: expected"):
                game.observe(0, [0.0] * OBSERVATION.size)


@both_cores
class TestPositions:
    def test_copies_go_on_alone(self) -> None:
        games = Batch(3, 2, [1, 2])
        games.step(games.sample())
        other, saved = games.copy(), games.save()
        later = []
        for each in (games, other):
            for _ in range(30):
                each.step(each.sample())
            assert each.observations is not None
            later.append(each.observations.copy())
        assert (later[0] == later[1]).all()
        games.restore(saved)
        for _ in range(30):
            games.step(games.sample())
        assert games.observations is not None
        assert (games.observations == later[0]).all()

    @pytest.mark.parametrize(
        ("field", "other"),
        [
            ("players", {"players": 3}),
            ("size", {"size": 1}),
            ("observe", {"observe": False}),
            ("options.variant", {"options": {"variant": "older"}}),
            ("options.rooms", {"options": {"rooms": ["attic", "library"]}}),
            ("options.start", {"options": {"start": 1}}),
            ("options.string", {"options": {"string": 400}}),
        ],
    )
    def test_only_games_of_the_same_kind_are_restored(self, field: str, other: dict[str, Any]) -> None:
        """Others would go on by other rules, as by the older variant (RK15)."""
        kind: dict[str, Any] = {"players": 2, "size": 2, "seed": 1}
        games = Batch(**kind)
        before = games.save()
        with pytest.raises(ValueError, match=f"saved: expected what a batch with the same {field} saved"):
            games.restore(Batch(**kind | other).save())
        assert games.save() == before

    def test_rooms_that_were_put_are_there_when_they_are_restored(self) -> None:
        """RK7: rooms are known by what they are, not by when they came."""
        games, put = Batch(2, 1, 1), [Batch(2, 1, 1, {"rooms": [random_room(Random(at))] * 2}).game(0) for at in (1, 2)]
        games.put(0, put[0])
        games.put(0, put[1])
        other = Batch(2, 1, 1)
        other.put(0, put[1])
        other.put(0, put[0])
        other.restore(games.save())
        assert (other.observe(np.array([0])) == games.observe(np.array([0]))).all()

    def test_strings_that_observations_would_not_tell_are_not_put(self) -> None:
        """RK7: `observation_bound` holds for all games of a batch."""
        games, long = Batch(2, 1, 1), Batch(2, 1, 1, {"string": 9000})
        before = games.save()
        with pytest.raises(ValueError, match=r"game: its strings are longer than observations of the batch tell"):
            games.put(0, long.game(0))
        assert games.save() == before
        for put in (Batch(2, 1, 1, {"string": 4000}).game(0), games.game(0)):
            games.put(0, put)
            long.put(0, put)
            assert games.observations is not None
            assert games.observations.max() <= games.observation_bound

    def test_rooms_that_were_never_put_are_not_restored(self) -> None:
        """A save names its rooms, and does not hold them."""
        games, other = Batch(2, 1, 1), Batch(2, 1, 1)
        games.put(0, Batch(2, 1, 1, {"rooms": [random_room(Random(3))] * 2}).game(0))
        before = other.save()
        for batch in (other, other.copy()):
            with pytest.raises(ValueError, match=r"saved: expected games in rooms of options\.rooms, or"):
                batch.restore(games.save())
        assert other.save() == before
        games.copy().restore(games.save())

    def test_ends_are_restored_too(self) -> None:
        """RK14."""
        games, other = Batch(2, 2, 1), Batch(2, 2, 2)
        while not games.done.any():
            games.step(games.sample())
        other.restore(games.save())
        over = games.done == GAME_OVER
        assert games.final_observations is not None
        assert other.final_observations is not None
        assert games.final_observations[over].any()
        assert (other.final_observations[over] == games.final_observations[over]).all()

    def test_a_game_that_is_put_keeps_its_rooms(self) -> None:
        games, other = Batch(2, 2, 1), Batch(2, 1, 99, {"rooms": ["attic", "library"]})
        games.put(1, other.game(0))
        assert other.observations is not None
        assert games.observations is not None
        assert (games.observations[1] == other.observations[0]).all()
        assert (games.observe(np.array([0, 1]))[1] == seen_by(other.game(0), 1)).all()

    def test_a_seed_for_each_game(self) -> None:
        one, alone = Batch(2, 3, [5, 6, 7]), Batch(2, 1, [6])
        assert one.observations is not None
        assert one.observations[1].tolist() == seen_by(alone.game(0), alone.game(0).turn)
