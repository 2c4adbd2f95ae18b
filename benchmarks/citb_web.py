"""The masked DQN of https://github.com/ambarish-prakash/citb-web, for four players, without PyTorch.

Cards, discards and bids are as in our rules. Two things differ: the third row of the board is green and the fourth
yellow, so our rows are matched with theirs by place; and a leader who has nothing but red, before red was played,
causes the paradox, where our rules let red be led. Their net knows one layout, which is our ``white``.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray
from public_player import CloneError, PublicPlayer, check_clone

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COLOURS, cell
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action

REPOSITORY, COMMIT = "ambarish-prakash/citb-web", "42a968a87530cde1e3714694ce2aed1b7ba4a584"
MODEL = "citbweb/model.zip"
SEATS, VALUES, LEADER = 4, range(1, 9), 80  # where an observation says who leads, counted from the own seat
NO_CARD = 32  # in the place of a card of the trick
BARRED = -100.0
ACTIONS: tuple[Action, ...] = (
    *map(Discard, VALUES),
    *map(Bid, (1, 2, 3)),
    *(Play(value, colour) for colour in COLOURS for value in VALUES),
)
FIRST_PLAY = 11  # of them
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]


class CitbWebDqn(PublicPlayer):
    """Takes what its net values most of what its own mask allows."""

    seats = SEATS

    def __init__(self, clone: Path) -> None:
        super().__init__()
        check_clone(clone, REPOSITORY, COMMIT, (MODEL,))
        self.sizes, self.layers = read_model(clone / MODEL)

    def ranked(self, view: CatInTheBoxView, random: Random) -> Iterator[Action]:
        del random
        seen = observation(view)
        yield self.choice(seen)
        yield from (ACTIONS[at] for at in np.argsort(-self.values(seen), kind="stable"))

    def choice(self, seen: NDArray[np.int64]) -> Action:
        return ACTIONS[int(np.argmax(np.where(barred(seen), BARRED, self.values(seen))))]

    def values(self, seen: NDArray[np.int64]) -> NDArray[np.float32]:
        """Of all 43 actions. Each number of the observation sets one of as many bits as it has values."""
        found = np.zeros(sum(self.sizes), np.float32)
        found[np.cumsum([0, *self.sizes[:-1]]) + seen] = 1
        for number, (weights, added) in enumerate(self.layers):
            found = weights @ (np.maximum(found, 0) if number else found) + added
        return found


def observation(view: CatInTheBoxView) -> NDArray[np.int64]:
    """The 81 numbers that their game tells a player. Seats are counted from the own one."""
    assert view.seat is not None
    assert view.hand is not None
    table, own = view.table, view.seat
    boards = [table.boards[(own + turn) % SEATS] for turn in range(SEATS)]
    played = [play.value for seat, play in table.plays if seat == own]
    phase = ("discard", "bid", "play").index(view.expects or "")
    away = played if view.discard is None else [view.discard, *played]
    leader = table.finished_tricks[-1].winner if table.finished_tricks else table.opening.start
    owners = (
        next((turn for turn, board in enumerate(boards, 1) if board.tokens & cell(value, colour)), 0)
        for colour in COLOURS
        for value in VALUES
    )
    trick = [COLOURS.index(play.colour) * len(VALUES) + play.value - 1 for _, play in table.trick]
    numbers = [
        phase + len(played),
        *(int(phase == each) for each in range(3)),
        *owners,
        *(view.hand.count(value) for value in VALUES),
        *(away.count(value) for value in VALUES),
        *(int(bool(board.markers & COLOUR_BIT[colour])) for board in boards for colour in COLOURS),
        *(board.bid or 0 for board in boards),
        *(board.tricks for board in boards),
        *(trick + [NO_CARD] * (SEATS - len(trick))),
        (leader - own) % SEATS,
    ]
    return np.array(numbers)


def barred(seen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The actions that their own rules forbid."""
    phase = int(np.argmax(seen[1:4]))
    board, no_card, markers = seen[4:36].reshape(4, 8), seen[36:44] == 0, seen[52:56]
    plays = (board != 0) | no_card | (markers == 0)[:, np.newaxis]
    plays[0] |= seen[LEADER] == 0 and not board[0].any()
    nothing = [np.ones(8, bool), np.ones(3, bool), np.ones(32, bool)]
    allowed = [no_card, np.zeros(3, bool), plays.ravel()]
    return np.concatenate([*nothing[:phase], allowed[phase], *nothing[phase + 1 :]])


def read_model(file: Path) -> tuple[list[int], list[Layer]]:
    """How many values each number of an observation has, and the layers, from the numbers that PyTorch stored."""
    try:
        with ZipFile(file) as whole:
            space = json.loads(whole.read("data"))["observation_space"]["nvec"]
            with ZipFile(BytesIO(whole.read("policy.pth"))) as stored:
                arrays = [np.frombuffer(stored.read(f"archive/data/{number}"), "<f4") for number in range(6)]
        sizes = [int(size) for size in space.strip("[]").split()]
        widths = [sum(sizes), len(arrays[1]), len(arrays[3]), len(ACTIONS)]
        shaped = [
            (weights.reshape(after, before), added.reshape(after))
            for weights, added, before, after in zip(arrays[::2], arrays[1::2], widths, widths[1:], strict=False)
        ]
    except (BadZipFile, KeyError, TypeError, ValueError, AttributeError) as error:
        raise CloneError(f"{file} is not the model of {REPOSITORY} at commit {COMMIT}: {error}") from None
    return sizes, shaped
