"""Searches that play in the training. What needs PyTorch is tested by ``make test-heavy``."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from purrlab import train
from purrlab.native.compiler import compile_library
from purrlab.train.lockstep import Lockstep
from purrlab.train.ppo import HEURISTIC, SEARCHER, tunings_for
from purrlab.train.recipe import recipe_for

MAX_PLAYERS = 5
HIDDEN = np.dtype(  # of the rounds in the core
    {
        "names": ["legal", "hands", "discards", "turn"],
        "formats": ["u8", ("u8", MAX_PLAYERS), ("i1", MAX_PLAYERS), "i1"],
        "offsets": [0, 24, 119, 132],
        "itemsize": 176,
    }
)


class Rounds:
    """Rounds of which every seat is of one kind."""

    def __init__(self, lockstep: Lockstep, kinds: np.ndarray, playouts: int, seed: int = 1) -> None:
        self._torch, self._lockstep, self._playouts = import_module("torch"), lockstep, playouts
        self.count, players = kinds.shape
        self._kinds = self._torch.from_numpy(kinds.astype(np.uint8))
        self._variants = self._torch.zeros_like(self._kinds)
        self._seed = self._torch.tensor([seed], dtype=self._torch.int64)
        self.bytes = self._torch.zeros(self.count * lockstep.round_bytes, dtype=self._torch.uint8)
        lockstep.deal(self.bytes, self.count, players, self._seed)

    def parts(self) -> np.ndarray:
        return np.asarray(self.bytes.numpy().view(HIDDEN))

    def search(self, step: int, rounds: Any) -> np.ndarray:
        """What the seats to act find in these rounds; 255 where there is nothing to choose."""
        found = self._torch.full((self.count,), 255, dtype=self._torch.uint8)
        memory = self._torch.randint(0, 256, (self.count * self._lockstep.search_bytes,), dtype=self._torch.uint8)
        self._lockstep.search(rounds, self.count, self._kinds, self._playouts, self._seed, step, memory, found)
        return np.asarray(found.numpy())

    def play(self) -> Iterator[tuple[int, np.ndarray]]:
        """To the end: the numbers of the steps, and what was found before everybody acted."""
        numbers = self._torch.zeros(self.count, 64)
        likelihood = self._torch.zeros(self.count)
        action, learns = (self._torch.zeros(self.count, dtype=self._torch.uint8) for _ in range(2))
        for step in range(self._lockstep.steps):
            found = self.search(step, self.bytes)
            yield step, found
            how = (self._torch.from_numpy(found), self._seed, step, True, True)
            nets, tables = (numbers, numbers, 0), (self._kinds, self._variants)
            self._lockstep.act(self.bytes, self.count, nets, tables, *how, action, likelihood, learns)

    def leads(self) -> np.ndarray:
        lead = self._torch.zeros(self._kinds.shape)
        self._lockstep.leads(self.bytes, self.count, 0.0, lead)
        return np.asarray(lead.numpy())


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = Path(train.__file__).with_name("lockstep.cpp")
    return compile_library(source, tmp_path_factory.mktemp("lockstep"), on_gpu=False)


def lockstep_for(library: Path, players: int) -> Lockstep:
    return Lockstep(import_module("torch"), library, players, tunings_for(players, 1), "cpu")


@pytest.mark.heavy
@pytest.mark.timeout(600)
class TestSearchers:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_they_choose_what_is_legal_by_what_their_seat_sees(self, library: Path, players: int) -> None:
        """Whatever the others hold and discarded, and whatever was in memory before."""
        rounds = Rounds(lockstep_for(library, players), np.full((24, players), SEARCHER), playouts=60)
        decisions = 0
        for step, found in rounds.play():
            others = rounds.bytes.clone()
            parts = others.numpy().view(HIDDEN)
            hidden = np.arange(MAX_PLAYERS) != parts["turn"][:, None]
            parts["hands"][hidden] = 0
            parts["discards"][hidden & (parts["discards"] > 0)] = 1
            assert (rounds.search(step, others) == found).all()
            for legal, action in zip(parts["legal"].tolist(), found.tolist(), strict=True):
                assert legal >> action & 1 if legal & (legal - 1) else action == 255
                decisions += action != 255
        assert decisions > 24 * players * 4
        assert not rounds.parts()["legal"].any()

    def test_another_seed_another_choice(self, library: Path) -> None:
        rounds = Rounds(lockstep_for(library, 4), np.full((24, 4), SEARCHER), playouts=60)
        first = rounds.search(0, rounds.bytes)
        assert (rounds.search(0, rounds.bytes) == first).all()
        assert (rounds.search(1, rounds.bytes) != first).any()

    def test_they_are_ahead_of_heuristics(self, library: Path) -> None:
        tables = np.arange(400)
        kinds = np.full((len(tables), 4), HEURISTIC)
        kinds[tables, tables % 4] = SEARCHER
        rounds = Rounds(lockstep_for(library, 4), kinds, playouts=500)
        for _ in rounds.play():
            pass
        assert rounds.leads()[tables, tables % 4].mean() > 1

    def test_a_net_trains_against_them(self, tmp_path: Path) -> None:
        usual = recipe_for(4, 0.1, on_gpu=False, searcher_playouts=20)
        recipe = replace(usual, tables=128, minibatch=512, width=32, critic_width=32)
        said: list[str] = []
        import_module("purrlab.train.run").train(recipe, tmp_path, "cpu", said.append)
        assert any(line.startswith("ahead of searchers@20 by") and line.endswith("in 51 rounds") for line in said)
        with (tmp_path / "curve.csv").open(newline="") as file:
            assert float(list(csv.DictReader(file))[-1]["searchers@20"]) < 0
