"""The nets in PyTorch: what acts, and the critic, which sees all hands."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from purrlab.native.cat_in_the_box.encoding import ACTIONS
from purrlab.native.cat_in_the_box.features import feature_count
from purrlab.native.cat_in_the_box.net_file import NetFile, read_net, write_net
from purrlab.train.errors import TrainingError

GAME = "cat-in-the-box"
LAST_LAYER_SPREAD = 0.003
OUTPUTS = 64  # those beyond the actions stand for nothing, but a GPU multiplies such sizes faster
ILLEGAL_LOGIT = -1e9
Layer = tuple[Any, Any]  # weights, by output and input, and what is added


def new_layers(torch: Any, sizes: Iterable[int], device: str) -> list[Layer]:
    """A layer on bits, blocks that add to it, and a last one that begins small."""
    layers, pairs = [], list(pairwise(sizes))
    for number, (inputs, outputs) in enumerate(pairs):
        weights = torch.empty(outputs, inputs, device=device)
        if number == 0:
            torch.nn.init.normal_(weights, std=0.1)
        elif number == len(pairs) - 1:
            torch.nn.init.normal_(weights, std=LAST_LAYER_SPREAD)
        else:
            torch.nn.init.orthogonal_(weights)
        added = torch.zeros(outputs, device=device)
        layers.append((weights.requires_grad_(), added.requires_grad_()))
    return layers


def forward(torch: Any, layers: list[Layer], seen: Any, dropout: float = 0.0) -> Any:
    """In the precision of what is seen; the last layer in 32 bits."""
    linear = torch.nn.functional.linear
    first, *blocks, last = layers

    def activated(layer: Layer, state: Any) -> Any:
        made = torch.relu(linear(state, *(each.to(seen.dtype) for each in layer)))
        return torch.nn.functional.dropout(made, dropout) if dropout else made

    state = activated(first, seen)
    for block in blocks:
        state = state + activated(block, state)
    return linear(state.float(), *(each.float() for each in last))


def width_of(layers: list[Layer]) -> int:
    return len(layers[0][1])


def copy_into(torch: Any, layers: list[Layer], source: list[Layer]) -> None:
    """A narrower net becomes the same net of this width: what is beyond it stays nothing."""
    with torch.no_grad():
        for (weights, added), (from_weights, from_added) in zip(layers, source, strict=True):
            outputs, inputs = from_weights.shape
            weights.zero_()[:outputs, :inputs] = from_weights
            added.zero_()[:outputs] = from_added


def widen_into(torch: Any, layers: list[Layer], source: list[Layer]) -> None:
    """The same net in these new layers, where what is beyond it counts for nothing yet, but can learn."""
    with torch.no_grad():
        for (weights, added), (from_weights, from_added) in zip(layers, source, strict=True):
            outputs, inputs = from_weights.shape
            weights[:outputs] = 0
            weights[:outputs, :inputs] = from_weights
            added[:outputs] = from_added


def load_layers(torch: Any, file: Path, players: int, device: str) -> list[Layer]:
    net = read_net(file)
    if (net.game, net.players) != (GAME, players):
        raise TrainingError(f"{file} is a net for {net.game} with {net.players} players")
    numbers = np.frombuffer(net.weights, "<f2").astype(np.float32)
    sizes = [feature_count(players), *[net.width] * (net.blocks + 1), len(ACTIONS)]
    layers = []
    for inputs, outputs in pairwise(sizes):
        layer, numbers = np.split(numbers, [(inputs + 1) * outputs])
        rows = torch.from_numpy(layer.reshape(inputs + 1, outputs)).to(device)
        layers.append((rows[:-1].T.contiguous(), rows[-1].clone()))
    return layers


def export_layers(layers: list[Layer], players: int, file: Path) -> None:
    """Without inputs beyond the features, which are read in words of 32 bits, and outputs beyond the actions."""
    width, parts = width_of(layers), []
    sizes = [feature_count(players), *[width] * (len(layers) - 1), len(ACTIONS)]
    for (weights, added), (inputs, outputs) in zip(layers, pairwise(sizes), strict=True):
        rows = weights.detach().float().cpu().numpy().T
        parts += [rows[:inputs, :outputs].ravel(), added.detach().float().cpu().numpy()[:outputs]]
    halves = np.concatenate(parts).astype("<f2")
    if not np.isfinite(halves).all():
        raise TrainingError("the net has numbers that are not finite: train it anew, with a lower learning rate")
    write_net(NetFile(GAME, players, width, len(layers) - 2, halves.tobytes()), file)
