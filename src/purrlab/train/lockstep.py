"""Many rounds at once, compiled for the GPU by nvcc, or for the CPU by the C++ compiler of the machine."""

import ctypes
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from purrlab.bots.cat_in_the_box.tunings import Tuning
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box.encoding import neighbours_of


class Lockstep:
    """The functions of the library. Arrays are tensors of PyTorch on one device."""

    def __init__(self, torch: Any, library: Path, players: int, tunings: Sequence[Tuning], device: str) -> None:
        self._torch, self._library = torch, ctypes.CDLL(str(library))
        self.players, self.device, self.on_gpu = players, device, device != "cpu"
        sizes = (ctypes.c_int * 6)()
        self._library.sizes(players, sizes)
        self.round_bytes, policy_bytes, self.words, self.hidden_words, self.steps, self.search_bytes = sizes
        self.all_words = self.words + self.hidden_words
        layouts = RULES_BY_PLAYERS[players].layouts
        made = bytearray()
        for layout in layouts:
            neighbours = (ctypes.c_uint64 * 36)(*neighbours_of(layout))
            for weights, limits in tunings:
                policy = (ctypes.c_ubyte * policy_bytes)()
                numbers = astuple(weights)
                self._library.make_policy(
                    players,
                    (ctypes.c_double * len(numbers))(*numbers),
                    (ctypes.c_double * len(limits))(*limits),
                    neighbours,
                    policy,
                )
                made += bytes(policy)
        self.policies = (bytes(made), len(tunings), len(layouts))  # for each layout, by each of the tunings
        self._variants = (torch.frombuffer(made, dtype=torch.uint8).to(device), len(tunings), len(layouts))
        self.second_layout = len(layouts) > 1

    def __getattr__(self, name: str) -> Any:
        """A function of the library: tensors are given by where they are, floats as such, and the stream comes last."""
        function = getattr(self._library, name)

        def call(*arguments: Any) -> None:
            stream = self._torch.cuda.current_stream().cuda_stream if self.on_gpu else 0
            function(*map(_as_argument, arguments), ctypes.c_void_p(stream))

        return call

    def observe(self, rounds: Any, n: int, *out: Any) -> None:
        self.__getattr__("observe")(rounds, n, self.players, *self._variants, *out)

    def leads(self, rounds: Any, n: int, paradox_cost: float, out: Any) -> None:
        self.__getattr__("leads")(rounds, n, self.players, *self._variants, paradox_cost, out)

    def search(self, rounds: Any, n: int, players: Any, *rest: Any) -> None:
        self.__getattr__("search")(rounds, n, players, *self._variants, *rest)

    def act(self, rounds: Any, n: int, nets: Sequence[Any], tables: Sequence[Any], *rest: Any) -> None:
        self.__getattr__("act")(rounds, n, *nets, *tables, *self._variants, *rest)


def _as_argument(value: Any) -> Any:
    if value is None:
        return ctypes.c_void_p(0)
    if hasattr(value, "data_ptr"):
        return ctypes.c_void_p(value.data_ptr())
    return ctypes.c_float(value) if isinstance(value, float) else int(value)
