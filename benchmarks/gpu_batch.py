"""Games on a GPU against the same on the processor: ``python benchmarks/gpu_batch.py``. It fails where a step differs.

Every array that tells something is compared, then steps are counted with packed observations and the bits of legal
actions written. PyTorch and JAX, where they are installed, play on their own tensors, without copies.
``python benchmarks/gpu_batch.py cpu`` tries the same program out on the processor, on few games.
"""

import sys
from importlib.util import find_spec
from time import perf_counter

import numpy as np

from purrlab.envs.arrays import ArrayEnv, CatInTheBoxArrays
from purrlab.envs.device_games import DeviceGames, load_library
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box import neighbours_of

CHECKED_GAMES, CHECKED_STEPS, REPEATS = 2000, 300, 5
NAMES = ("observations", "mask", "legal", "turn", "rewards", "done", "winners")


def on_device(players: int, size: int, *, packed: bool, single_rounds: bool, on_gpu: bool) -> ArrayEnv:
    if on_gpu:
        return CatInTheBoxArrays(players, size, 1, packed=packed, single_rounds=single_rounds, device="cuda")
    library, neighbours = load_library(on_gpu=False), neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
    games = DeviceGames(library, 0, players, size, neighbours, single_rounds=single_rounds, packed=packed)
    return ArrayEnv(games, size, 1)


def differing_steps(players: int, *, packed: bool, single_rounds: bool, on_gpu: bool, games: int) -> int:
    device = on_device(players, games, packed=packed, single_rounds=single_rounds, on_gpu=on_gpu)
    own = CatInTheBoxArrays(players, games, 1, packed=packed, single_rounds=single_rounds)
    differ = 0
    for _ in range(CHECKED_STEPS):
        told = [(getattr(device, name), getattr(own, name)) for name in NAMES]
        differ += any(not np.array_equal(there.to_numpy(), here) for there, here in told if here is not None)
        chosen = device.sample()
        own.step(chosen.to_numpy())
        device.step(chosen)
    return differ


def play_in_pytorch(env: ArrayEnv, steps: int) -> bool:
    """Always the first legal action. Whether what it sees is the memory of the games."""
    import torch  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  # not everywhere

    seen, mask = torch.from_dlpack(env.observations), torch.from_dlpack(env.mask)
    for _ in range(steps):
        env.step(mask.long().argmax(1))
    same = np.array_equal(seen.cpu().numpy(), env.observations.to_numpy())
    return same and seen.data_ptr() == env.observations.address


def play_in_jax(env: ArrayEnv, steps: int) -> bool:
    """The same. JAX takes its arrays for immutable, so it takes them anew after every step."""
    from jax import dlpack, numpy  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

    for _ in range(steps):
        env.step(numpy.argmax(dlpack.from_dlpack(env.mask), axis=1).block_until_ready())
    seen = dlpack.from_dlpack(env.observations)
    same = np.array_equal(np.asarray(seen), env.observations.to_numpy())
    return same and seen.unsafe_buffer_pointer() == env.observations.address


def steps_a_second(players: int, size: int, steps: int, *, on_gpu: bool) -> float:
    env, quickest = on_device(players, size, packed=True, single_rounds=False, on_gpu=on_gpu), float("inf")
    for _ in range(REPEATS):
        begin = perf_counter()
        for _ in range(steps):
            env.step(env.sample())
        quickest = min(quickest, perf_counter() - begin)
    return size * steps / quickest


def main() -> int:
    on_gpu = sys.argv[1:] != ["cpu"]
    checked, size, steps = (CHECKED_GAMES, 2**22, 50) if on_gpu else (100, 1000, 20)
    wrong = 0
    for players in sorted(RULES_BY_PLAYERS):
        differ = sum(
            differing_steps(players, packed=packed, single_rounds=single, on_gpu=on_gpu, games=checked)
            for packed in (False, True)
            for single in (False, True)
        )
        rate = steps_a_second(players, size, steps, on_gpu=on_gpu) / 1e6
        print(f"{players} players: {rate:,.0f} million steps/s of {size} games")
        print(f"{differ} of {4 * CHECKED_STEPS} steps of {checked} games differ from those on the processor")
        wrong += differ
    for name, play in (("torch", play_in_pytorch), ("jax", play_in_jax)):
        if find_spec(name):
            shared = play(on_device(4, checked, packed=False, single_rounds=False, on_gpu=on_gpu), CHECKED_STEPS)
            print(f"{name} plays {checked} games, {'in their own memory' if shared else 'BUT NOT IN THEIR MEMORY'}")
            wrong += not shared
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
