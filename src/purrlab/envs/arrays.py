"""Many games in lockstep, whose arrays PyTorch, JAX and others take by DLPack without copies, on a CPU or a GPU.

``CatInTheBoxArrays(players=4, size=4096, device="cuda")`` has its games, and all that they tell, in the memory of the
GPU; nvcc compiles the core's headers for it. On the CPU the arrays are those of the core's batch, so the same program
runs on both. docs/environments.md describes observations, actions and rewards.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from purrlab.envs.device_games import DeviceGames, check_gpu, load_library
from purrlab.envs.dlpack_memory import CPU, Place, take_numbers
from purrlab.envs.packed import WORDS, pack, unpack
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.arguments import check_flag, check_seeds
from purrlab.native.cat_in_the_box import neighbours_of
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

Seeds = int | Sequence[int]
HERE = Place(CPU, 0, lambda *_: None)
_DEVICE = re.compile(r"cpu|cuda(?::(\d{1,3}))?")


class CpuGames:
    """The core's batch. ``packed`` observations are made of its own after every step."""

    def __init__(self, batch: CatInTheBoxBatch | RascalKittensBatch, *, packed: bool) -> None:
        self._batch, self._packed = batch, packed
        assert batch.observations is not None
        self._seen = batch.observations
        self.final_observations = None if packed else batch.final_observations
        self.observations: Any = pack(self._seen) if packed else self._seen
        self.mask = None if packed else batch.mask
        self.legal, self.turn = batch.legal.view(f"int{8 * batch.legal.itemsize}"), batch.turn
        self.rewards, self.done, self.winners = batch.rewards, batch.done, batch.winners

    def reset(self, seeds: Sequence[int]) -> None:
        self._batch.reset(seeds)
        self._pack()

    def step(self, actions: Any) -> None:
        self._batch.step(_on_cpu(actions, "actions", len(self.turn)))
        self._pack()

    def sample(self) -> Any:
        return self._batch.sample()

    def observe(self, seats: Any) -> Any:
        given = _on_cpu(seats, "seats", len(self.turn))
        seen = self._batch.observe(given)
        return pack(seen, (self.turn - given) % self.rewards.shape[1]) if self._packed else seen

    def unpack(self, words: Any) -> Any:
        return unpack(_on_cpu(words, "words", None, columns=WORDS).view(np.int64))

    def _pack(self) -> None:
        if self._packed:
            self.observations[:] = pack(self._seen)


class ArrayEnv:
    """The arrays are made once, and every step writes into them: take each once by ``from_dlpack``.

    A game that is over is followed by a new one in the same step. Whoever is to act in each game is ``turn``;
    observation and mask are theirs. Deals and samples have chance of their own. Where observations are packed there is
    no ``mask``, and the bits of ``legal`` say the same; nor are there ``final_observations``, which have what the seat
    that acted last saw, where a game is just over.
    """

    observations: Any  # arrays of NumPy on a CPU, DeviceArray on a GPU
    final_observations: Any
    mask: Any
    legal: Any
    turn: Any
    rewards: Any
    done: Any
    winners: Any

    def __init__(self, games: CpuGames | DeviceGames, size: int, seed: Seeds) -> None:
        self._games, self.size = games, size
        self.final_observations = games.final_observations
        self.observations, self.mask, self.legal = games.observations, games.mask, games.legal
        self.turn, self.rewards, self.done, self.winners = games.turn, games.rewards, games.done, games.winners
        self.reset(seed)

    def reset(self, seed: Seeds) -> None:
        """All games anew, by one seed for all of them or by one for each: the same games on every device."""
        each, seeds = check_seeds(seed, self.size)
        if not each:
            one = Rng(seeds[0])
            seeds = [one.next() for _ in range(self.size)]
        self._games.reset(seeds)

    def step(self, actions: Any) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, where one of them is not legal."""
        self._games.step(actions)

    def sample(self) -> Any:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        return self._games.sample()

    def observe(self, seats: Any) -> Any:
        """What one seat of each game sees, in an array of its own."""
        return self._games.observe(seats)


class CatInTheBoxArrays(ArrayEnv):
    """Single rounds, or whole games. ``packed`` makes ten words of an observation (packed.py)."""

    def __init__(
        self,
        players: int = 4,
        size: int = 1024,
        seed: Seeds = 0,
        layout: str | None = None,  # by default the one that the rules name for so many (CB1)
        *,
        single_rounds: bool = True,
        packed: bool = False,
        device: object = "cpu",  # or cuda, cuda:1 …, or a torch.device
        threads: int | None = None,  # of the CPU
    ) -> None:
        number, packed = _gpu_of(device), check_flag(packed, "packed")
        if number is not None:
            check_gpu(number)
        # The batch checks what was given, for a GPU too.
        batch = CatInTheBoxBatch(
            players, size if number is None else 1, 0, layout, single_rounds=single_rounds, threads=threads
        )
        games: CpuGames | DeviceGames = CpuGames(batch, packed=packed)
        if number is not None:
            neighbours = neighbours_of(layout or RULES_BY_PLAYERS[players].layouts[0])
            library = load_library(on_gpu=True)
            games = DeviceGames(library, number, players, size, neighbours, single_rounds=single_rounds, packed=packed)
        super().__init__(games, size, seed)

    def unpack(self, words: Any) -> Any:
        """Observations from any number of packed ones, in an array of its own."""
        return self._games.unpack(words)


class RascalKittensArrays(ArrayEnv):
    """Whole games, on a CPU only."""

    def __init__(
        self,
        players: int = 2,
        size: int = 1024,
        seed: Seeds = 0,
        options: Mapping[str, Any] | None = None,  # as for a game by the rules
        *,
        device: object = "cpu",
        threads: int | None = None,
    ) -> None:
        if _gpu_of(device) is not None:
            raise ValueError("device: Rascal Kittens is played on a CPU only")
        super().__init__(
            CpuGames(RascalKittensBatch(players, size, 0, options, threads=threads), packed=False), size, seed
        )


def _gpu_of(device: object) -> int | None:
    """The number of the GPU; None for the CPU. A ``torch.device`` has such a name."""
    named = _DEVICE.fullmatch(str(device))
    if named is None:
        raise ValueError(f"device: expected cpu, cuda or such as cuda:1, not {str(device)[:80]!r}")
    return None if str(device) == "cpu" else int(named[1] or 0)


def _on_cpu(array: Any, name: str, size: int | None, columns: int = 0) -> Any:
    """As an array of NumPy on the same memory. What a GPU would refuse is refused here too."""
    take_numbers(array, name, size, HERE, columns)
    return np.from_dlpack(array)
