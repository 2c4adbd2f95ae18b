"""Games of Cat in the Box in the memory of a GPU: ``device_games.cpp``, compiled once a process."""

import ctypes
import sys
import tempfile
import weakref
from collections.abc import Sequence
from functools import cache, partial
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from purrlab.envs.dlpack_memory import DeviceArray, Place, take_numbers
from purrlab.envs.packed import WORDS
from purrlab.native.cat_in_the_box import ACTIONS, OBSERVATION
from purrlab.native.compiler import compile_library

Pointer = ctypes.c_void_p
_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "device_type": (ctypes.c_int, []),
    "problem": (ctypes.c_char_p, []),
    "make": (Pointer, [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_bool, ctypes.c_bool, Pointer]),
    "drop": (None, [Pointer]),
    "fetch": (ctypes.c_bool, [Pointer, Pointer, ctypes.c_size_t]),
    "reset": (ctypes.c_bool, [Pointer, Pointer]),
    "step": (ctypes.c_int, [Pointer, Pointer, ctypes.c_bool]),
    "sample": (ctypes.c_bool, [Pointer]),
    "observe_seats": (ctypes.c_int, [Pointer, Pointer, ctypes.c_bool, Pointer]),
    "unpack": (ctypes.c_bool, [ctypes.c_int, ctypes.c_int, Pointer, Pointer]),
    "memory": (Pointer, [ctypes.c_int, ctypes.c_size_t]),
    "release": (None, [Pointer]),
}


class DeviceError(RuntimeError):
    """The GPU could not do it."""


class _Arrays(ctypes.Structure):
    """As in device_games.cpp."""

    _fields_ = tuple(
        (name, Pointer)
        for name in (
            *("legal", "mask", "observations", "finals", "packed"),
            *("rewards", "turn", "done", "winners", "sampled"),
        )
    )


def check_gpu(number: int) -> None:
    """Before anything is compiled for it. Raises DeviceError where there is no such GPU."""
    count = count_gpus()
    if number >= count:
        there = f"only {count} on this machine" if count else "no GPU of NVIDIA's, or no driver for it, on this machine"
        raise DeviceError(f"device: there is {there}; device='cpu' plays the same games")


def count_gpus() -> int:
    """As the driver says, which comes with the GPU and not with the compiler."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    works = driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
    return count.value if works else 0


@cache
def load_library(*, on_gpu: bool) -> Any:
    """Compiled in this process; for a CPU only to try it out where there is no GPU."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(__file__).with_name("device_games.cpp")
        library = ctypes.CDLL(str(compile_library(source, Path(folder), on_gpu=on_gpu)))
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.arrays.restype, library.arrays.argtypes = _Arrays, [Pointer]
    return library


class DeviceGames:
    """Arrays of the device, and what changes them. Every call returns when the device is done."""

    def __init__(
        self,
        library: Any,
        device: int,
        players: int,
        size: int,
        neighbours: Sequence[int],
        *,
        single_rounds: bool,
        packed: bool,
    ) -> None:
        self._library, self._size, self.place = library, size, Place(library.device_type(), device, self._fetch)
        layout = (ctypes.c_uint64 * len(neighbours))(*neighbours)
        made = library.make(device, players, size, single_rounds, packed, layout)
        if not made:
            raise self._problem()
        self._games, self._closing = made, weakref.finalize(self, library.drop, made)
        at = library.arrays(made)
        array = partial(DeviceArray, place=self.place, owner=self)
        self.seen_shape, self.seen_type = ((size, WORDS), "int64") if packed else ((size, OBSERVATION.size), "float32")
        self.observations = array(at.packed if packed else at.observations, self.seen_shape, self.seen_type)
        self.final_observations = None if packed else array(at.finals, self.seen_shape, self.seen_type)
        self.mask = None if packed else array(at.mask, (size, len(ACTIONS)), "bool")
        self.legal, self.turn = array(at.legal, (size,), "int64"), array(at.turn, (size,), "int8")
        self.rewards = array(at.rewards, (size, players), "float32")
        self.done, self.winners = array(at.done, (size,), "uint8"), array(at.winners, (size,), "uint8")
        self._sampled = array(at.sampled, (size,), "int32")

    def reset(self, seeds: Sequence[int]) -> None:
        self._check(self._library.reset(self._games, (ctypes.c_uint64 * self._size)(*seeds)))

    def step(self, actions: Any) -> None:
        taken = take_numbers(actions, "actions", self._size, self.place)
        self._refuse(self._library.step(self._games, taken.address, taken.wide), "an action is not legal")

    def sample(self) -> DeviceArray:
        self._check(self._library.sample(self._games))
        return self._sampled

    def observe(self, seats: Any) -> DeviceArray:
        taken = take_numbers(seats, "seats", self._size, self.place)
        made = self._new_array(self.seen_shape, self.seen_type)
        unknown = self._library.observe_seats(self._games, taken.address, taken.wide, made.address)
        self._refuse(unknown, "seats: no such seat")
        return made

    def unpack(self, words: Any) -> DeviceArray:
        taken = take_numbers(words, "words", None, self.place, columns=WORDS)
        made = self._new_array((taken.rows, OBSERVATION.size), "float32")
        self._check(self._library.unpack(self.place.number, taken.rows, taken.address, made.address))
        return made

    def _new_array(self, shape: tuple[int, ...], dtype: str) -> DeviceArray:
        memory = _Memory(self._library, self.place.number, prod(shape) * np.dtype(dtype).itemsize)
        if not memory.address:
            raise self._problem()
        return DeviceArray(memory.address, shape, dtype, self.place, memory)

    def _fetch(self, to: Any, address: int, size: int) -> None:
        self._check(self._library.fetch(to, address, size))

    def _refuse(self, wrong: int, message: str) -> None:
        self._check(wrong >= 0)
        if wrong:
            raise ValueError(message)

    def _check(self, worked: bool) -> None:  # noqa: FBT001  # reads like an assertion
        if not worked:
            raise self._problem()

    def _problem(self) -> DeviceError:
        return DeviceError(f"the GPU says: {self._library.problem().decode()}")


class _Memory:
    """Given back when nobody uses it any more."""

    def __init__(self, library: Any, device: int, size: int) -> None:
        self.address = library.memory(device, max(1, size))
        weakref.finalize(self, library.release, self.address)
