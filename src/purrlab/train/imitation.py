"""Nets that play like a search, as opponents: a search is too slow to sit at a million tables itself.

While the net learns on the GPU, the teachers play on the other cores, among heuristics and the net as it is then.
"""

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from purrlab.native.cat_in_the_box.encoding import ACTIONS
from purrlab.native.cat_in_the_box.net_file import read_net
from purrlab.native.compiler import compile_library
from purrlab.train.lockstep import Lockstep
from purrlab.train.networks import (
    ILLEGAL_LOGIT,
    OUTPUTS,
    Layer,
    copy_into,
    export_layers,
    forward,
    load_layers,
    new_layers,
)
from purrlab.train.ppo import Trainer
from purrlab.train.teacher import Teacher

TEACHERS = ("search", "ismcts", "tree")
MAX_ROWS = 400_000  # of decisions, for each teacher
PASSES, BATCH, RATE, WEIGHT_DECAY, DROPOUT = 8, 1024, 3e-4, 0.05, 0.2
DOUBT = 0.05  # by which the numbers of the net that begins are multiplied: too certain, it would lose what it knows
HELD_OUT_EVERY = 20  # every so many rows


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was seen, what was legal, and how likely each action is to be imitated, in parts of 255."""

    seen: np.ndarray
    legal: np.ndarray
    chances: np.ndarray


class Recording:
    """Decisions of one teacher, made in threads of their own."""

    def __init__(
        self, library: Path, lockstep: Lockstep, teacher: Teacher, seconds: float, seed: int, net: Path
    ) -> None:
        self.teacher = teacher
        self._library, self._lockstep, self._seconds, self._seed = ctypes.CDLL(str(library)), lockstep, seconds, seed
        self._library.record.restype = ctypes.c_long
        self._net = read_net(net)
        self._made: Decisions | None = None
        self._thread = Thread(target=self._record)
        self._thread.start()

    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def decisions(self) -> Decisions:
        self._thread.join()
        assert self._made is not None
        return self._made

    def _record(self) -> None:
        words, net = self._lockstep.words, self._net
        seen = np.zeros((MAX_ROWS, words), np.uint32)
        legal, chances = np.zeros(MAX_ROWS, np.uint64), np.zeros((MAX_ROWS, len(ACTIONS)), np.uint8)
        policies, variants, layouts = self._lockstep.policies
        rows = self._library.record(
            self._lockstep.players,
            policies,
            variants,
            layouts,
            TEACHERS.index(self.teacher.name),
            ctypes.c_long(self.teacher.playouts),
            ctypes.c_double(self._seconds),
            ctypes.c_uint64(self._seed),
            max(1, len(os.sched_getaffinity(0)) - 1),
            net.weights,
            ctypes.c_long(len(net.weights)),
            net.width,
            net.blocks,
            ctypes.c_long(MAX_ROWS),
            *(ctypes.c_void_p(array.ctypes.data) for array in (seen, legal, chances)),
        )
        self._made = Decisions(seen[:rows], legal[:rows], chances[:rows])


def imitate(torch: Any, made: Decisions, begin_with: list[Layer], lockstep: Lockstep) -> tuple[list[Layer], float]:
    """A net that decides likewise, and how often it does where it has not learned from the decision."""
    device = lockstep.device
    on_device = [torch.from_numpy(array.view(f"i{array.itemsize}")).to(device) for array in (made.seen, made.legal)]
    chances = torch.from_numpy(made.chances).to(device).float()
    chances /= chances.sum(1, keepdim=True)
    rows = torch.randperm(len(chances), device=device)
    held_out, learned = rows[::HELD_OUT_EVERY], rows[torch.arange(len(rows), device=device) % HELD_OUT_EVERY != 0]
    layers = new_layers(torch, [32 * lockstep.words, *(len(added) for _, added in begin_with)], device)
    copy_into(torch, layers, begin_with)
    with torch.no_grad():
        for each in layers[-1]:
            each.mul_(DOUBT)
    optimiser = torch.optim.AdamW([each for layer in layers for each in layer], lr=RATE, weight_decay=WEIGHT_DECAY)
    bits, actions = torch.arange(32, device=device, dtype=torch.int32), torch.arange(OUTPUTS, device=device)

    def logits_of(chosen: Any, dropout: float) -> Any:
        inputs = (on_device[0][chosen, :, None] >> bits & 1).view(len(chosen), -1).float()
        legal = on_device[1][chosen, None] >> actions & 1
        return forward(torch, layers, inputs, dropout) + (1 - legal) * ILLEGAL_LOGIT

    steps = max(1, PASSES * len(learned) // BATCH)
    for step in range(steps):
        optimiser.param_groups[0]["lr"] = RATE * (1 - step / steps)
        chosen = learned[torch.randint(len(learned), (min(BATCH, len(learned)),), device=device)]
        likely = torch.log_softmax(logits_of(chosen, DROPOUT), -1)
        loss = -(chances[chosen] * likely[:, : len(ACTIONS)].clamp(min=-50)).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():
        same = logits_of(held_out, 0.0).argmax(1) == chances[held_out].argmax(1)
    return [(weights.detach(), added.detach()) for weights, added in layers], float(same.float().mean())


class Imitations:
    """One of each teacher of a recipe, one after another. The folder keeps them."""

    def __init__(self, trainer: Trainer, folder: Path, say: Callable[[str], None]) -> None:
        self._trainer, self._folder, self._say = trainer, folder, say
        self._recording: Recording | None = None
        self._left: list[Teacher] = []
        for teacher in () if trainer.recipe.versus else trainer.recipe.teachers:
            if (file := self._file(teacher)).exists():
                trainer.add_opponent(load_layers(trainer.torch, file, trainer.recipe.players, trainer.device))
            else:
                self._left.append(teacher)
        self._library = (
            compile_library(Path(__file__).with_name("teachers.cpp"), folder, on_gpu=False) if self._left else None
        )

    def _file(self, teacher: Teacher) -> Path:
        return self._folder / f"like-{teacher}.net"

    def advance(self, progress: float) -> None:
        """Begins what it is time for, and adds to the opponents what is there."""
        recipe = self._trainer.recipe
        if self._recording and self._recording.is_over():
            self._add(self._recording)
            self._recording = None
        if self._library and self._left and not self._recording and progress >= recipe.recording_begins:
            file = self._folder / "sitter.net"
            export_layers(self._trainer.actor, recipe.players, file)
            teacher, lockstep = self._left.pop(0), self._trainer.lockstep
            seconds = 60 * recipe.minutes * recipe.recording
            self._recording = Recording(self._library, lockstep, teacher, seconds, recipe.seed + len(self._left), file)

    def _add(self, recording: Recording) -> None:
        trainer, made = self._trainer, recording.decisions()
        layers, same = imitate(trainer.torch, made, trainer.actor, trainer.lockstep)
        export_layers(layers, trainer.recipe.players, self._file(recording.teacher))
        trainer.add_opponent(layers)
        count = len(made.legal)
        self._say(f"{recording.teacher} is imitated by {count:,} of its decisions; {same:.0%} of others are the same")

    def wait(self) -> None:
        if self._recording:
            self._recording.decisions()
