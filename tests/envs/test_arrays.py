"""Games in arrays that other libraries take without copies, on a CPU, and as on a GPU."""

import gc
from typing import Any

import numpy as np
import pytest

from purrlab.envs import arrays, device_games
from purrlab.envs.arrays import ArrayEnv, CatInTheBoxArrays, RascalKittensArrays
from purrlab.envs.device_games import DeviceError, DeviceGames, load_library
from purrlab.envs.dlpack_memory import CPU, DeviceArray, Place, _given, take_numbers
from purrlab.envs.packed import PACKED, PLAYS, TOKENS, WORDS, pack, unpack
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box import OBSERVATION, neighbours_of
from purrlab.native.cat_in_the_box.batch import Batch
from purrlab.native.progress import GAME_OVER

ENVS: dict[str, Any] = {"cat-in-the-box": CatInTheBoxArrays, "rascal-kittens": RascalKittensArrays}
TOLD = ("observations", "mask", "legal", "turn", "rewards", "done", "winners")


class TestPackedObservations:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_nothing_is_missing(self, players: int) -> None:
        batch = Batch(players, 50, 1)
        assert batch.observations is not None
        for _ in range(80):
            batch.step(batch.sample())
            assert np.array_equal(unpack(pack(batch.observations)), batch.observations)

    def test_every_bit_belongs_to_one_part(self) -> None:
        words = [0] * WORDS
        for part in PACKED:
            for word in range(part.first_word, part.last_word + 1):
                bits = (1 << part.bits) - 1 << part.first_bit
                assert not words[word] & bits
                words[word] |= bits
        assert all(word < 2**63 for word in words)

    def test_they_are_unpacked_by_the_games(self) -> None:
        env, other = CatInTheBoxArrays(3, 5, 1), CatInTheBoxArrays(3, 5, 1, packed=True)
        assert np.array_equal(env.unpack(other.observations), env.observations)
        assert np.array_equal(env.unpack(other.observations.view(np.uint64)), env.observations)
        no_rows = np.zeros((0, WORDS), np.int64)  # whose strides are 0
        for nothing in (other.observations[:0], no_rows, DeviceArray(0, (0, WORDS), "int64", HERE, None)):
            assert env.unpack(nothing).shape == (0, OBSERVATION.size)
        with pytest.raises(TypeError, match="words: expected whole numbers of 64 bits"):
            env.unpack(env.observations)
        with pytest.raises(ValueError, match="words: expected rows of 10 words"):
            env.unpack(env.legal)

    def test_parts_are_had_from_any_array(self) -> None:
        env = CatInTheBoxArrays(3, 5, 1, packed=True)
        assert TOKENS.of(env.observations).shape == (5, 5)
        assert not PLAYS.of(env.observations).any()  # nothing is played yet


@pytest.mark.parametrize("game", ENVS)
class TestOnACpu:
    def test_arrays_are_taken_without_copies(self, game: str) -> None:
        env = ENVS[game](size=3, seed=1)
        taken = {name: np.from_dlpack(getattr(env, name)) for name in TOLD}
        for _ in range(100):
            env.step(env.sample())
            assert all(np.array_equal(taken[name], getattr(env, name)) for name in TOLD)

    def test_the_bits_of_legal_are_the_mask(self, game: str) -> None:
        env = ENVS[game](size=20, seed=1)
        for _ in range(60):
            assert np.array_equal(env.legal[:, None].astype(np.int64) >> np.arange(env.mask.shape[1]) & 1, env.mask)
            env.step(env.sample())

    def test_seeds(self, game: str) -> None:
        env, other = ENVS[game](size=4, seed=5), ENVS[game](size=4, seed=[1, 2, 3, 4])
        first = env.observations.copy()
        assert not np.array_equal(first, other.observations)
        env.reset([1, 2, 3, 4])
        assert np.array_equal(env.observations, other.observations)
        env.reset(5)
        assert np.array_equal(env.observations, first)

    def test_what_is_wrong_is_named_and_changes_nothing(self, game: str) -> None:
        env = ENVS[game](size=2, seed=1)
        before = env.observations.copy()
        with pytest.raises(ValueError, match="actions: -1 is not legal in game 0"):
            env.step(np.array([-1, -1]))
        with pytest.raises(ValueError, match="actions: expected one for each game"):
            env.step(np.zeros(3, np.int64))
        with pytest.raises(TypeError, match="actions: expected an array with DLPack"):
            env.step([0, 0])
        with pytest.raises(ValueError, match="seats: no such seat"):
            env.observe(np.array([0, 9]))
        with pytest.raises(TypeError, match="actions: expected whole numbers of 32 or 64 bits"):
            env.step(env.sample().astype(np.int8))
        with pytest.raises(ValueError, match="actions: expected an array without gaps"):
            env.step(env.sample().repeat(2)[::2])
        fixed = env.sample().copy()
        fixed.flags.writeable = False
        with pytest.raises(ValueError, match=r"actions: expected an array that DLPack can pass on: .*readonly"):
            env.step(fixed)
        with pytest.raises(ValueError, match=r"actions: expected an array that DLPack can pass on: .*byte order"):
            env.step(env.sample().astype(env.sample().dtype.newbyteorder()))
        assert np.array_equal(env.observations, before)
        with pytest.raises(ValueError, match="device: expected cpu, cuda or such as cuda:1, not 'gpu'"):
            ENVS[game](device="gpu")


def test_packed_or_not() -> None:
    no_flag: Any = "no"
    with pytest.raises(TypeError, match="packed: expected True or False"):
        CatInTheBoxArrays(packed=no_flag)


@pytest.mark.parametrize("game", ENVS)
def test_what_was_seen_at_the_end(game: str) -> None:
    env = ENVS[game](size=20, seed=1)
    over = np.zeros(20, bool)
    while not over.any():
        env.step(env.sample())
        over = env.done == GAME_OVER
    assert (env.final_observations[over] != env.observations[over]).any(axis=1).all()


def test_a_device_by_another_name() -> None:
    class Device:
        """As PyTorch's: its text is its name."""

        def __str__(self) -> str:
            return "cpu"

    assert CatInTheBoxArrays(size=2, device=Device()).observations.shape[0] == 2


class TestWithoutAGpu:
    @pytest.fixture(autouse=True)
    def _nothing_is_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(arrays, "load_library", lambda **_: pytest.fail("compiled"))

    def test_that_there_is_none_is_said_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(device_games, "count_gpus", lambda: 0)
        with pytest.raises(DeviceError, match="device: there is no GPU"):
            CatInTheBoxArrays(device="cuda")

    def test_that_there_are_fewer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(device_games, "count_gpus", lambda: 1)
        with pytest.raises(DeviceError, match="device: there is only 1 on this machine"):
            CatInTheBoxArrays(device="cuda:1")

    def test_without_a_driver_there_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(_name: str) -> None:
            raise OSError

        monkeypatch.setattr("ctypes.CDLL", refuse)
        assert device_games.count_gpus() == 0


def test_rascal_kittens_is_not_for_a_gpu() -> None:
    with pytest.raises(ValueError, match="device: Rascal Kittens is played on a CPU only"):
        RascalKittensArrays(device="cuda")


def test_rascal_kittens_unpacks_nothing() -> None:
    assert not hasattr(RascalKittensArrays(size=2), "unpack")


def test_observations_of_any_seat() -> None:
    env = CatInTheBoxArrays(4, 6, 1)
    assert np.array_equal(env.observe(env.turn.astype(np.int64)), env.observations)
    others = ((env.turn + 1) % 4).astype(np.int32)
    assert not np.array_equal(env.observe(others), env.observations)
    packed = CatInTheBoxArrays(4, 6, 1, packed=True)
    random = np.random.default_rng(1)
    for _ in range(40):
        seats = random.integers(4, size=6)
        assert np.array_equal(packed.unpack(packed.observe(seats)), env.observe(seats))
        chosen = env.sample()
        env.step(chosen)
        packed.step(chosen)


HERE = Place(CPU, 0, lambda *_: None)


class TestMemoryOfADevice:
    """Here the device is the CPU, and its memory an array."""

    def test_it_is_kept_as_long_as_somebody_uses_it(self) -> None:
        memory, before = np.arange(6, dtype=np.int64), len(_given)
        array: Any = DeviceArray(memory.ctypes.data, (2, 3), "int64", HERE, memory)
        taken: Any = np.from_dlpack(array)
        memory[5] = 50
        assert taken.tolist() == [[0, 1, 2], [3, 4, 50]]
        del array, memory
        gc.collect()
        assert taken.tolist() == [[0, 1, 2], [3, 4, 50]]
        assert len(_given) == before + 1
        del taken
        assert len(_given) == before

    def test_a_capsule_that_nobody_takes(self) -> None:
        memory, before = np.zeros(2, np.float32), len(_given)
        capsule = DeviceArray(memory.ctypes.data, (2,), "float32", HERE, memory).__dlpack__()
        assert len(_given) == before + 1
        del capsule
        assert len(_given) == before

    @pytest.mark.parametrize("dtype", [np.int32, np.int64])
    def test_numbers_are_taken_where_they_are(self, dtype: type) -> None:
        numbers: Any = np.arange(4, dtype=dtype)
        taken = take_numbers(numbers, "actions", 4, HERE)
        assert (taken.address, taken.wide) == (numbers.ctypes.data, dtype is np.int64)

    @pytest.mark.parametrize(
        ("given", "error", "message"),
        [
            ([1, 2], TypeError, "actions: expected an array with DLPack"),
            (np.zeros(2), TypeError, "actions: expected whole numbers of 32 or 64 bits"),
            (np.zeros(2, np.int8), TypeError, "actions: expected whole numbers of 32 or 64 bits"),
            (np.zeros(3, np.int32), ValueError, "actions: expected one for each game"),
            (np.zeros((2, 1), np.int32), ValueError, "actions: expected one for each game"),
            (np.array(0, np.int32), ValueError, "actions: expected one for each game"),
            (np.zeros(4, np.int32)[::2], ValueError, "actions: expected an array without gaps"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, given: Any, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            take_numbers(given, "actions", 2, HERE)

    def test_another_device_is_refused(self) -> None:
        with pytest.raises(ValueError, match="actions: expected an array on the device of the games"):
            take_numbers(np.zeros(2, np.int32), "actions", 2, Place(2, 0, HERE.fetch))


class OnADevice(CatInTheBoxArrays):
    def __init__(self, games: DeviceGames, size: int, seed: int) -> None:
        ArrayEnv.__init__(self, games, size, seed)


def device_env(players: int, size: int, seed: int, *, packed: bool = False, single_rounds: bool = True) -> OnADevice:
    """The program of a GPU, on the CPU."""
    library, neighbours = load_library(on_gpu=False), neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
    games = DeviceGames(library, 0, players, size, neighbours, single_rounds=single_rounds, packed=packed)
    return OnADevice(games, size, seed)


@pytest.mark.heavy
class TestProgramOfAGpu:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    @pytest.mark.parametrize("packed", [False, True])
    @pytest.mark.parametrize("single_rounds", [False, True])
    def test_it_plays_as_the_core_does(self, players: int, packed: bool, single_rounds: bool) -> None:  # noqa: FBT001
        own = CatInTheBoxArrays(players, 100, 7, packed=packed, single_rounds=single_rounds)
        device = device_env(players, 100, 7, packed=packed, single_rounds=single_rounds)
        for _ in range(120):
            for name in TOLD:
                here, there = getattr(own, name), getattr(device, name)
                assert there is None if here is None else np.array_equal(np.from_dlpack(there), here)
            if not packed:
                over = own.done == GAME_OVER
                there = np.from_dlpack(device.final_observations)
                assert np.array_equal(there[over], own.final_observations[over])
            seats = np.arange(100, dtype=np.int32) % players
            assert np.array_equal(device.observe(seats).to_numpy(), own.observe(seats))
            chosen = device.sample()
            own.step(chosen.to_numpy())
            device.step(chosen)

    def test_with_pytorch(self) -> None:
        import torch  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  # only here

        own, device = CatInTheBoxArrays(4, 64, 3), device_env(4, 64, 3)
        assert torch.from_dlpack(own.observations).data_ptr() == own.observations.ctypes.data
        seen, mask = torch.from_dlpack(device.observations), torch.from_dlpack(device.mask)
        for _ in range(40):
            assert np.array_equal(seen.numpy(), own.observations)
            chosen = torch.distributions.Categorical(logits=torch.where(mask, 0.0, -1e9)).sample()
            own.step(chosen)
            device.step(chosen)
        seats = torch.zeros(64, dtype=torch.int64)
        assert np.array_equal(device.observe(seats).to_numpy(), own.observe(seats))

    def test_packed_observations_are_unpacked_there(self) -> None:
        own, device = CatInTheBoxArrays(5, 50, 3), device_env(5, 50, 3, packed=True)
        for _ in range(25):
            chosen = device.sample()
            own.step(chosen.to_numpy())
            device.step(chosen)
        assert np.array_equal(device.unpack(device.observations).to_numpy(), own.observations)
        rows = device.observations.to_numpy()[10:13]
        assert np.array_equal(device.unpack(rows).to_numpy(), own.observations[10:13])
        assert device.unpack(rows[:0]).to_numpy().shape == (0, OBSERVATION.size)
        with pytest.raises(ValueError, match="words: expected rows of 10 words"):
            device.unpack(rows[:, :9].copy())
        with pytest.raises(ValueError, match="words: expected an array without gaps"):
            device.unpack(device.observations.to_numpy()[::2])

    def test_what_is_wrong_changes_nothing(self) -> None:
        env = device_env(4, 2, 1)
        before = env.observations.to_numpy()
        assert before.shape == (2, OBSERVATION.size)
        with pytest.raises(ValueError, match="an action is not legal"):
            env.step(np.array([int(env.sample().to_numpy()[0]), 2**32]))
        with pytest.raises(ValueError, match="seats: no such seat"):
            env.observe(np.array([0, 4]))
        assert np.array_equal(env.observations.to_numpy(), before)
