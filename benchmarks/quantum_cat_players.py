"""Players of https://github.com/cschubiner/quantum_-cat_openspiel, for three players: their champion net, with and
without the shield by which they avoid the paradox, and their heuristic.

Their own Python is loaded from the clone: the position is set up as a state of their game, whatever computes features,
bids, discards and the heuristic's choices is theirs, and so is the shield. Their modules import PyTorch and OpenSpiel,
which get stand-ins here; the net itself runs on NumPy, with the weights of the Core ML package (16 bits).

Their rules are ours with these differences: all may bid 1 to 4, so that a bid of 2 is illegal here, and their own code
then chooses among 1, 3 and 4; players discard one after the other, without seeing what the others discarded; and in the
published game a red lead does not count as red having been played. For these players it does, as in our rules: they
are offered what is legal here. The round begins with their seat 0, so seats are counted from our start player. The four
numbers with which the net is told the match's score are 0, as their own code fills up what is missing: every round is
to it the first. The hands of the others are empty in that state.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from public_player import CloneError, PublicPlayer, check_clone

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COLOURS, cell
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action

REPOSITORY, COMMIT = "cschubiner/quantum_-cat_openspiel", "ce6ee6f61a5452247f1ca8835a6bb271a6ddffdf"
MODELS = "QuantumCatIOS/QuantumCatIOS/Resources/Models"
WEIGHTS = f"{MODELS}/champion_belief_policy.mlpackage/Data/com.apple.CoreML/weights/weight.bin"
MODULES = {  # in the order in which they need each other
    "open_spiel.python.games.quantum_cat": "open_spiel/python/games/quantum_cat.py",
    "quantum_cat_ai": "quantum_cat_ai.py",
    "quantum_cat_alphazero_torch": "quantum_cat_alphazero_torch.py",
    "quantum_cat_full_match_elo": "quantum_cat_full_match_elo.py",
}
ABSENT = (
    "torch", "torch.nn", "torch.nn.functional", "open_spiel", "open_spiel.python", "open_spiel.python.games",
    "quantum_cat_calibration_transfer_audit",
)  # fmt: skip
SEATS, VALUES, TRICKS = 3, 6, 8
DISCARDING, BIDDING, PLAYING = 1, 2, 3
LETTERS = {colour: colour[0].upper() for colour in COLOURS}
BID_OFFSET = 100  # of the number of a bid
SEEN, FEATURES, WIDTH, HALF = 76, 214, 256, 128
LAYERS = (
    (SEEN, WIDTH), (WIDTH, WIDTH), (WIDTH, WIDTH),  # the state
    (FEATURES, HALF), (HALF, HALF),  # each action
    (WIDTH, HALF),  # the state, to be compared with actions
    (WIDTH + 5 * HALF, WIDTH),  # both
)  # fmt: skip
SHIELD = {  # the settings with which they promote it, in their notes on testing models
    "liveness_shield_base_mode": "policy",
    "liveness_shield_phases": "discard,prediction,play",
    "liveness_shield_min_open_slot_delta": 0,
    "liveness_shield_min_public_damage_delta": 0,
    "liveness_shield_max_policy_log_gap": -1.0,
    "value_scale": 1.0,
}
Floats = NDArray[np.float32]


class TheirModules:
    """What is theirs, from a clone."""

    def __init__(self, clone: Path) -> None:
        check_clone(clone, REPOSITORY, COMMIT, (*MODULES.values(), WEIGHTS))
        with _stand_ins() as modules:
            for name, file in MODULES.items():
                modules[name] = _load(name, clone / file)
            self.game, self.bots, self.net, self.shield = (modules[name] for name in MODULES)
        try:
            self.rules: Any = self.game.QuantumCatGame({"players": SEATS})
        except AttributeError as error:
            raise CloneError(f"{clone} is not as it was at commit {COMMIT}: {error}") from None


def _load(name: str, file: Path) -> ModuleType:
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CloneError(f"{file} cannot be loaded; it was tried with commit {COMMIT}: {error!r}") from error
    return module


@contextmanager
def _stand_ins() -> Iterator[dict[str, Any]]:
    """While their modules are loaded, what they import and is not needed has names only."""
    before: dict[str, Any] = dict(sys.modules)
    absent: Any = _Absent()
    sys.modules.update({**dict.fromkeys(ABSENT, absent), "pyspiel": _pyspiel()})
    try:
        yield sys.modules
    finally:
        for name in (*ABSENT, *MODULES, "pyspiel"):
            sys.modules.pop(name, None)
            if name in before:
                sys.modules[name] = before[name]


class _Absent:
    """Whatever is asked of it."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __call__(self, *_: object, **__: object) -> "_Absent":
        return self

    def __getattr__(self, name: str) -> "_Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def _pyspiel() -> Any:
    """As much of OpenSpiel as their game uses."""
    absent, single = _Absent(), "single player"
    return SimpleNamespace(
        GameType=absent,
        GameParameter=absent,
        register_game=absent,
        GameInfo=SimpleNamespace,
        Game=_Game,
        State=_State,
        PlayerId=SimpleNamespace(CHANCE=-1, TERMINAL=-4),
        PrivateInfoType=SimpleNamespace(SINGLE_PLAYER=single),
        IIGObservationType=lambda **_: SimpleNamespace(private_info=single),
    )


class _Game:
    def __init__(self, _type: object, info: Any, _parameters: object) -> None:
        self._info = info

    def num_players(self) -> int:
        return int(self._info.num_players)


class _State:
    def __init__(self, game: Any) -> None:
        self._rules = game

    def clone(self) -> Any:
        return self._clone_impl()  # type: ignore[attr-defined]

    def apply_action(self, action: int) -> None:
        self._apply_action(action)  # type: ignore[attr-defined]

    def num_distinct_actions(self) -> int:
        return int(self._rules.num_distinct_actions())


def state_of(theirs: TheirModules, view: CatInTheBoxView) -> Any:
    """The same position in their game."""
    assert view.seat is not None
    assert view.hand is not None
    table, start = view.table, view.table.opening.start
    seats = [(start + turn) % SEATS for turn in range(SEATS)]
    turn_of = {seat: turn for turn, seat in enumerate(seats)}
    boards = [table.boards[seat] for seat in seats]
    own, finished = turn_of[view.seat], len(table.finished_tricks)
    state = theirs.rules.new_initial_state()
    state._phase = {"discard": DISCARDING, "bid": BIDDING, "play": PLAYING}[view.expects or ""]
    state._current_player = own
    state._hands[own][:] = np.bincount(view.hand, minlength=VALUES + 1)[1:]
    state._has_discarded = [state._phase > DISCARDING or turn < own for turn in range(SEATS)]
    state._discarded_cards[own] = -1 if view.discard is None else view.discard
    state._predictions = [-1 if board.bid is None else board.bid for board in boards]
    state._tricks_won = np.array([board.tricks for board in boards])
    state._trick_number = finished
    state._start_player = turn_of[table.finished_tricks[-1].winner] if finished else 0
    state._led_color = None if table.led is None else LETTERS[table.led]
    cards = [(turn_of[seat], (play.value, LETTERS[play.colour])) for seat, play in table.plays]
    state._completed_tricks = [cards[at : at + SEATS] for at in range(0, finished * SEATS, SEATS)]
    for turn, card in cards[finished * SEATS :]:
        state._cards_played_this_trick[turn] = card
    for turn, board in enumerate(boards):
        for row, colour in enumerate(COLOURS):
            state._color_tokens[turn, row] = bool(board.markers & COLOUR_BIT[colour])
            for value in range(1, VALUES + 1):
                if board.tokens & cell(value, colour):
                    state._board_ownership[row, value - 1] = turn
    state._trump_broken = bool((state._board_ownership[0] >= 0).any())
    return state


def action_of(number: int, phase: int) -> Action:
    """What one of their actions is here."""
    if phase == DISCARDING:
        return Discard(number + 1)
    if phase == BIDDING:
        return Bid(number - BID_OFFSET)
    row, value = divmod(number, VALUES)
    return Play(value + 1, COLOURS[row])


class QuantumCatPlayer(PublicPlayer):
    """A player of theirs on our views."""

    seats = SEATS

    def __init__(self, theirs: TheirModules) -> None:
        super().__init__()
        self.theirs = theirs

    def ranked(self, view: CatInTheBoxView, random: Random) -> Iterator[Action]:
        state = state_of(self.theirs, view)
        turn, phase = state._current_player, state._phase
        yield action_of(self.step(state, turn, random), phase)
        assert phase == BIDDING  # all else that they allow is legal here, too
        legal = [BID_OFFSET + action.tricks for action in view.legal if isinstance(action, Bid)]
        yield action_of(int(self.theirs.bots.shared_prediction_action(state, turn, legal)), phase)

    def step(self, state: Any, turn: int, random: Random) -> int:
        """Their number of what it chooses in a state of theirs."""
        raise NotImplementedError


class QuantumCatHeuristic(QuantumCatPlayer):
    def __init__(self, theirs: TheirModules, name: str) -> None:
        super().__init__(theirs)
        self.bot = theirs.bots.make_bot(name)

    def step(self, state: Any, turn: int, random: Random) -> int:
        self.bot._rng = random  # which breaks ties
        return int(self.bot.step(state, turn))


class QuantumCatChampion(QuantumCatPlayer):
    """The net, or, with ``shield``, what they play it with."""

    def __init__(self, theirs: TheirModules, clone: Path, *, shield: bool = False) -> None:
        super().__init__(theirs)
        net = ChampionNet(clone / WEIGHTS)

        def policy(_model: object, state: Any, player: int, *_: object) -> tuple[Floats, None]:
            return shares(theirs, net, state, player), None

        theirs.net.model_policy_value = theirs.shield.model_policy_value = policy
        if shield:
            self.bot = theirs.shield.AZLivenessShieldPolicyBot(net, "champion", None, SimpleNamespace(**SHIELD))
        else:
            self.bot = theirs.net.AZPolicyBot(net, "champion", None, SHIELD["value_scale"])

    def step(self, state: Any, turn: int, random: Random) -> int:
        del random
        return int(self.bot.step(state, turn))


def shares(theirs: TheirModules, net: "ChampionNet", state: Any, player: int) -> Floats:
    """How likely the net takes each of their actions; bids are by the rule that all their players share."""
    found = np.zeros(state.num_distinct_actions(), np.float32)
    bid = theirs.bots.shared_prediction_action(state, player)
    if bid is not None:
        found[bid] = 1
        return found
    legal = state.legal_actions(player)
    features = theirs.net.action_feature_matrix(state, player, len(found))[legal]
    logits = net.logits(theirs.net.adapt_observation(state.observation_tensor(player), SEEN), features)
    likely = np.exp(logits - logits.max())
    found[legal] = likely / likely.sum()
    return found


class ChampionNet:
    """Compares an embedding of the state with one of each legal action, and with the mean and the maximum of these."""

    def __init__(self, file: Path) -> None:
        arrays = read_core_ml(file)
        needed = [size for before, after in LAYERS for size in (before * after, after)]
        if [len(each) for each in arrays[: len(needed)]] != needed or len(arrays[len(needed)]) != WIDTH:
            raise CloneError(f"{file} has not the layers of the champion at commit {COMMIT}")
        pairs = zip(arrays[::2], arrays[1::2], LAYERS, strict=False)
        self.layers = [(weights.reshape(after, before).T, added) for weights, added, (before, after) in pairs]
        self.last = arrays[len(needed)]

    def logits(self, seen: Floats, features: Floats) -> Floats:
        state, actions = self._through(seen, 0, 3), self._through(features, 3, 5)
        compared = self._through(state, 5, 6)
        parts = (state, actions, compared * actions, np.abs(compared - actions), actions.mean(0), actions.max(0))
        wide: Sequence[Floats] = [np.broadcast_to(each, (len(actions), each.shape[-1])) for each in parts]
        return self._through(np.concatenate(wide, axis=1), 6, 7) @ self.last

    def _through(self, found: Floats, first: int, after_last: int) -> Floats:
        for weights, added in self.layers[first:after_last]:
            found = np.maximum(found @ weights + added, 0)
        return found


def read_core_ml(file: Path) -> list[Floats]:
    """The arrays of a Core ML weight file, in order: it has a head of 64 bytes, and as many say where an array is."""
    whole, arrays, at = file.read_bytes(), [], 64
    try:
        for _ in range(int.from_bytes(whole[:4], "little")):
            size, begin = np.frombuffer(whole, "<u8", 2, at + 8).tolist()
            arrays.append(np.frombuffer(whole, "<f2", size // 2, begin).astype(np.float32))
            at = -(-(begin + size) // 64) * 64
    except ValueError as error:
        raise CloneError(f"{file} is not a Core ML weight file: {error}") from None
    return arrays
