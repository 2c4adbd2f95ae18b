"""A net that chooses actions, in NumPy (core/cat_in_the_box/net.hpp)."""

from itertools import pairwise
from typing import Any, NoReturn

from purrlab.native.arguments import refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_is_known, check_net, check_net_players
from purrlab.native.cat_in_the_box.encoding import ACTIONS
from purrlab.native.cat_in_the_box.fallback.features import features
from purrlab.native.cat_in_the_box.fallback.known import Known
from purrlab.native.cat_in_the_box.features import feature_count


class Net:
    """Every sum is made row by row, as the compiled core makes it, so that both come to the same numbers."""

    def __init__(self, players: int, width: int, blocks: int, weights: bytes) -> None:
        try:
            import numpy as np  # noqa: PLC0415  # an extra
        except ImportError:
            raise ValueError("a net needs NumPy where the core is not compiled: pip install 'purrlab[batch]'") from None
        self.players, width, blocks, weights = check_net(players, width, blocks, weights)
        sizes = [feature_count(self.players), *[width] * (blocks + 1), len(ACTIONS)]
        numbers = np.frombuffer(weights, "<f2").astype(np.float32)
        self._np: Any = np
        self._layers = []  # for each layer a row for every input, and then what is added
        for inputs, outputs in pairwise(sizes):
            layer, numbers = np.split(numbers, [(inputs + 1) * outputs])
            self._layers.append(layer.reshape(inputs + 1, outputs))

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def logits(self, known: Known) -> list[float]:
        check_is_known(known, Known)
        check_net_players(self.players, known.players)
        first, *blocks, last = self._layers
        seen = first[features(known.redeal(0).state, known.seat)]
        state = self._np.maximum(self._sum(first[-1:], seen), 0)
        for block in blocks:
            state = state + self._np.maximum(self._sum(block[-1:], state[:, None] * block[:-1]), 0)
        return [float(number) for number in self._sum(last[-1:], state[:, None] * last[:-1])]

    def _sum(self, added: Any, rows: Any) -> Any:
        return self._np.add.reduce(self._np.concatenate([added, rows]), axis=0)
