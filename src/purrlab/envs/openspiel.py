"""Both games for OpenSpiel, registered when this is imported.

``pyspiel.load_game("purrlab_cat_in_the_box(players=4,rounds=1)")``, where ``rounds=0`` is a whole game, and
``pyspiel.load_game("purrlab_rascal_kittens(players=2)")``. Cards, tiles, stacks, rooms and the start player come from
chance nodes. ``resample`` is for ``set_resampler`` of OpenSpiel's ISMCTSBot. docs/environments.md describes the
tensors.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel

from purrlab.envs.openspiel_deals import CatInTheBoxDealing, RascalKittensDealing
from purrlab.games.cat_in_the_box.cells import hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOYS, Tile
from purrlab.games.rascal_kittens.rules import RascalKittensState as RascalKittensRules
from purrlab.games.rascal_kittens.rules import opening
from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.cat_in_the_box.encoding import FIRST_BID, FIRST_DISCARD
from purrlab.native.cat_in_the_box.information_state import information_state_layout
from purrlab.native.cat_in_the_box.information_state import write_information_state as write_rounds
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.fallback.known import redeal
from purrlab.native.rascal_kittens.information_state import INFORMATION_STATE, MAX_ACTIONS
from purrlab.native.rascal_kittens.information_state import write_information_state as write_actions

MAX_ROUND_POINTS = 20.0  # more than tricks and bonus can be, either way
MAX_TOTAL = 200.0  # more than a game of Rascal Kittens can bring
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def game_type(
    short_name: str,
    long_name: str,
    players: range,
    parameters: dict[str, int],
    utility: Any = pyspiel.GameType.Utility.GENERAL_SUM,
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


CAT_IN_THE_BOX = game_type("purrlab_cat_in_the_box", "Cat in the Box", range(2, 6), {"players": 4, "rounds": 1})
RASCAL_KITTENS = game_type("purrlab_rascal_kittens", "Rascal Kittens", range(2, 5), {"players": 2})


class CatInTheBoxGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """Single rounds, or whole games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"players": 4, "rounds": 1, **(params or {})}
        self.players = given["players"]
        if self.players not in RULES_BY_PLAYERS or given["rounds"] not in (0, 1, self.players):
            raise ValueError("expected 2 to 5 players, and rounds=1, or rounds=0 for a whole game")
        self.rounds = given["rounds"] or self.players
        rules = RULES_BY_PLAYERS[self.players]
        self.layout = rules.layouts[0]
        decisions = self.players * (1 + bool(rules.bids) + rules.hand - 2)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(cat_in_the_box.ACTIONS),
            max_chance_outcomes=max(rules.highest, self.players),
            num_players=self.players,
            min_utility=-MAX_ROUND_POINTS * self.rounds,
            max_utility=MAX_ROUND_POINTS * self.rounds,
            max_game_length=decisions * self.rounds,
        )
        super().__init__(CAT_IN_THE_BOX, info, params or {})

    def new_initial_state(self) -> "CatInTheBoxState":
        return CatInTheBoxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CatInTheBoxObserver":
        return CatInTheBoxObserver(self, iig_obs_type, params)


class CoreState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A game on the core. Who is to act is kept, not asked for: OpenSpiel asks several times at every step."""

    core: Any  # the game; None before it is dealt
    dealing: Any  # what is dealt; None while a player is to act
    _player: int

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.dealing.outcomes()
        return outcomes

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As OpenSpiel has it, which would come back here for each of the answers."""
        if self._player == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if self._player == TERMINAL or player not in (None, self._player):
            return []
        return self._legal_actions(self._player)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.core.legal_actions if player == self._player else []
        return legal


class CatInTheBoxState(CoreState):
    """Cards are dealt one by one, then the round is played on the core."""

    def __init__(self, game: CatInTheBoxGame) -> None:
        super().__init__(game)
        self._player = CHANCE
        self._layout, self._rounds = game.layout, game.rounds
        self.dealing: CatInTheBoxDealing | None = CatInTheBoxDealing(game.players)
        self.core: Any = None  # the game; None before the first deal
        self.past: tuple[Any, ...] = ()  # the rounds that are over
        self._round_began = 0  # so many outcomes and actions came before it was dealt

    def _apply_action(self, action: int) -> None:
        if self.dealing:
            self.dealing.apply(action)
            if self.dealing.done:
                self._begin(self.dealing)
            return
        core = self.core
        core.step(action)
        if core.legal:
            self._player = core.turn
        else:
            self._end_round()

    def _begin(self, dealt: CatInTheBoxDealing) -> None:
        self.dealing = None
        if self.core:
            self.core.deal(dealt.hands, dealt.turned_up)
        else:
            neighbours = cat_in_the_box.neighbours_of(self._layout)
            self.core = cat_in_the_box.Game(dealt.players, [dealt.hands], [dealt.turned_up], dealt.start, neighbours)
        self._player = self.core.turn

    def _end_round(self) -> None:
        """Deals are given one by one, so nobody can act before the next."""
        self.past = (*self.past, self.core.round)
        self._round_began = len(self.history()) + 1
        if len(self.past) == self._rounds:
            self._player = TERMINAL
            return
        self._player = CHANCE
        self.dealing = CatInTheBoxDealing(self.num_players(), start=(self.past[-1].start + 1) % self.num_players())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.dealing.name(action) if self.dealing else f"deal {action}"
        return str(cat_in_the_box.ACTIONS[action])

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return [float(sum(points)) for points in zip(*(each.scores() for each in self.past), strict=True)]

    @property
    def round(self) -> Any:
        """The round in play; None while one is dealt, and at the end."""
        return None if self.dealing or self.is_terminal() else self.core.round

    def __str__(self) -> str:
        rounds = [*self.past, *([self.round] if self.round else [])]
        told = [f"hands {list(map(values_in, each.hands))} {_public(each)}" for each in rounds]
        return " / ".join(told) + (f" dealing {self.dealing}" if self.dealing else "")

    def resample_from_infostate(self, player: int, sampler: Any) -> "CatInTheBoxState":
        made: CatInTheBoxState = resample(self, player, sampler)
        return made

    def resampled_history(self, player: int, seed: int) -> list[int]:
        """The outcomes and actions of a state that looks the same to the player."""
        now = self.core.round
        other = now.known(player).redeal(seed)
        seats = [(now.start + turn) % now.players for turn in range(now.players)]
        discards = [FIRST_DISCARD + other.discards[seat] - 1 for seat in seats if other.discards[seat]]
        bids = [FIRST_BID + bid - 1 for seat in seats if (bid := now.bids[seat])]
        hands = [as_dealt(other, seat) for seat in range(now.players)]
        start = [] if self.past else [now.start]
        dealt = CatInTheBoxDealing.outcomes_of(hands, now.turned_up)
        return [*self.history()[: self._round_began], *start, *dealt, *discards, *bids, *now.plays]


class CatInTheBoxObserver:
    """Observations are those of the core; with perfect recall, its information states."""

    def __init__(self, game: CatInTheBoxGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"params: there are none, but {params} were given")
        self._recall = kind is not None and kind.perfect_recall
        size = information_state_layout(game.rounds).size if self._recall else cat_in_the_box.OBSERVATION.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"information_state" if self._recall else "observation": self.tensor}
        self._rows = self.tensor.reshape(game.rounds, -1) if self._recall else None

    def set_from(self, state: CatInTheBoxState, player: int) -> None:
        if self._rows is not None:
            write_rounds(state.past, state.round, player, self._rows)
        elif state.core:
            state.core.observe(player, self.tensor)
        else:
            self.tensor[:] = 0

    def string_from(self, state: CatInTheBoxState, player: int) -> str:
        past = state.past if self._recall else state.past[-1:]
        rounds = [*past, *([state.round] if state.round else [])]
        told = [
            f"hand {list(values_in(each.hands[player]))} discard {each.discards[player]} {_public(each)}"
            for each in rounds
        ]
        return f"player {player} totals {state.core.totals if state.core else []} " + " / ".join(told)


def as_dealt(each: Any, seat: int) -> int:
    """CB6: a hand with what was discarded and played of it."""
    played = [cell // len(COLOURS) + 1 for cell in cat_in_the_box.numbers_in(each.tokens[seat])]
    discard = each.discards[seat]
    hand: int = each.hands[seat] + hand_of([*played, *([discard] if discard else [])])
    return hand


def _public(each: Any) -> str:
    """What lies open of a round, with the order of all that was done."""
    discarded = "" if all(each.discards) else " discarding"  # who has and who has not, nobody is told (CB7)
    plays = [str(cat_in_the_box.ACTIONS[cell]) for cell in each.plays]
    shown = "" if each.paradox is None else f" paradox {each.paradox} {list(values_in(each.hands[each.paradox]))}"
    turned_up = f" turned up {sorted(each.turned_up)}" if each.turned_up else ""
    return f"start {each.start}{turned_up}{discarded} bids {each.bids} {', '.join(plays)}{shown}"


class RascalKittensGame(pyspiel.Game):  # type: ignore[misc]
    """Whole games, of the basic rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.players = {"players": 2, **(params or {})}["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rascal_kittens.ACTIONS),
            max_chance_outcomes=len(TILES),
            num_players=self.players,
            min_utility=0.0,
            max_utility=MAX_TOTAL,
            max_game_length=MAX_ACTIONS,
        )
        super().__init__(RASCAL_KITTENS, info, params or {})

    def new_initial_state(self) -> "RascalKittensState":
        return RascalKittensState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RascalKittensObserver":
        return RascalKittensObserver(iig_obs_type, params)


class RascalKittensState(CoreState):
    """All that chance decides comes first, then the game is played on the core."""

    def __init__(self, game: RascalKittensGame) -> None:
        super().__init__(game)
        self._player = CHANCE
        self.dealing: RascalKittensDealing | None = RascalKittensDealing(game.players)
        self.core: Any = None  # the game; None before it is dealt
        self.actions: tuple[tuple[int, int], ...] = ()  # seats and actions

    def _apply_action(self, action: int) -> None:
        if not self.dealing:
            core = self.core
            core.step(action)
            self.actions = (*self.actions, (self._player, action))
            self._player = core.turn if core.legal else TERMINAL
            return
        self.dealing.apply(action)
        if self.dealing.done:
            self.core = rascal_kittens.Game(self.dealing.setup())
            self.rooms = [room.name for room in self.dealing.rooms]
            self._dealt, self.dealing = self.dealing, None
            self._player = self.core.turn

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.dealing.name(action) if self.dealing else f"deal {action}"
        return str(rascal_kittens.ACTIONS[action])

    def returns(self) -> list[float]:
        return list(map(float, self.core.totals)) if self.is_terminal() else [0.0] * self.num_players()

    def __str__(self) -> str:
        if self.dealing:
            return f"dealing {self.dealing}"
        hands = [_tiles(hand) for hand in self.core.hands]
        return f"hands {hands} taken {self.core.taken} left {self.core.left} {self.told()}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "RascalKittensState":
        made: RascalKittensState = resample(self, player, sampler)
        return made

    def resampled_history(self, player: int, seed: int) -> list[int]:
        """The outcomes and actions of a state that looks the same to the player."""
        setup = self._dealt.setup()
        state = opening(setup)
        for seat, action in self.actions:
            state = state.apply(seat, rascal_kittens.ACTIONS[action])
        other = redeal(state.view(player), Rng(seed))
        deal, opened = other.setup.deal, 1 + setup.players  # start player and rooms lie open
        tiles = _stacks_of_tiles(other, [action for _, action in self.actions])
        dealt = self._dealt.outcomes_of(deal.stacks, deal.middle, tiles)
        return [*self.history()[:opened], *dealt, *(action for _, action in self.actions)]

    def told(self) -> str:
        """What everybody has seen."""
        acted = ", ".join(f"{seat} {rascal_kittens.ACTIONS[action]}" for seat, action in self.actions)
        return f"rooms {self.rooms} top {TILES[self.core.top]} turn {self.core.turn} {acted}"


class RascalKittensObserver:
    """Observations are those of the core; with perfect recall, its information states."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"params: there are none, but {params} were given")
        self._recall = kind is not None and kind.perfect_recall
        size = (INFORMATION_STATE if self._recall else rascal_kittens.OBSERVATION).size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"information_state" if self._recall else "observation": self.tensor}

    def set_from(self, state: RascalKittensState, player: int) -> None:
        if not state.core:
            self.tensor[:] = 0
        elif self._recall:
            write_actions(state.core, state.actions, player, self.tensor)
        else:
            state.core.observe(player, self.tensor)

    def string_from(self, state: RascalKittensState, player: int) -> str:
        if not state.core:
            return f"player {player}"
        core = state.core
        held = [[COLOUR_OF_TILE[tile] for tile in _tiles(hand)] for hand in core.hands]
        own = {toy: values for toy, values in zip(TOYS, core.taken[player], strict=True) if values}
        hand = _tiles(core.hands[player])
        return f"player {player} hand {hand} tokens {own} colours {held} left {core.left} {state.told()}"


def _stacks_of_tiles(state: RascalKittensRules, actions: Sequence[int]) -> list[Tile]:
    """RK6: the tiles of each colour from the top on, so that everybody draws what it has or has laid in this state."""
    players, start = state.players, state.setup.start
    order = [(start + turn) % players for turn in range(players)]
    owned = {seat: list(state.hands[seat]) for seat in order}
    for each in state.rounds:
        owned[each.leader].append(each.tile)
    extra = [seat for seat in order for _ in state.draws[seat]]
    stacks = []
    for colour in COLOURS:
        drawers = [*order, *(seat for seat, drawn in zip(extra, actions, strict=False) if COLOURS[drawn] == colour)]
        drawn = []
        for seat in drawers:
            tile = next(tile for tile in owned[seat] if COLOUR_OF_TILE[tile] == colour)
            owned[seat].remove(tile)
            drawn.append(tile)
        stacks += [*drawn, *(tile for tile in state.setup.deal.tiles[colour] if tile not in drawn)]
    return stacks


def _tiles(hand: int) -> list[str]:
    return [TILES[number] for number in rascal_kittens.numbers_in(hand)]


def resample(state: Any, player: int, sampler: Any = None) -> Any:
    """A state that looks the same to the player: what it cannot see is dealt anew, each deal as likely as any other.

    ``sampler`` gives numbers from 0 to 1. In Cat in the Box rounds that are over stay as they were; nothing that is
    hidden in them changes what is to come.
    """
    seed = int((Random().random() if sampler is None else sampler()) * 2**53)
    made = state.get_game().new_initial_state()
    for outcome_or_action in state.resampled_history(player, seed):
        made.apply_action(outcome_or_action)
    return made


pyspiel.register_game(CAT_IN_THE_BOX, CatInTheBoxGame)
pyspiel.register_game(RASCAL_KITTENS, RascalKittensGame)
