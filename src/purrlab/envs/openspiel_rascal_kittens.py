"""Rascal Kittens for OpenSpiel."""

from collections.abc import Sequence
from typing import Any

import pyspiel

from purrlab.envs.openspiel_rascal_kittens_deals import RascalKittensDealing, chance_nodes
from purrlab.envs.openspiel_states import (
    CHANCE,
    TERMINAL,
    CoreGame,
    CoreObserver,
    CoreState,
    game_type,
    positions_of,
    resample,
)
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOYS, Tile
from purrlab.games.rascal_kittens.rules import RascalKittensState as RascalKittensRules
from purrlab.games.rascal_kittens.rules import opening
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS
from purrlab.native import rascal_kittens
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.information_state import INFORMATION_STATE, MAX_ACTIONS
from purrlab.native.rascal_kittens.information_state import write_information_state as write_actions
from purrlab.native.rascal_kittens.observation import OBSERVATION, PARTS
from purrlab.native.rascal_kittens.redeal import redeal

PRIVATE = [PARTS[name] for name in ("hand", "own_tokens", "total")]
MAX_TOTAL = 200.0  # more than a game of Rascal Kittens can bring
RASCAL_KITTENS = game_type("purrlab_rascal_kittens", "Rascal Kittens", range(2, 5), {"players": 2})


class RascalKittensGame(CoreGame):
    """Whole games, of the basic rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.players = {"players": 2, **(params or {})}["players"]
        if self.players not in RULES_BY_PLAYERS:
            raise ValueError(f"players: expected 2 to 4, not {self.players}")
        self.chance_nodes = chance_nodes(self.players)
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

    notation = rascal_kittens.ACTIONS

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

    def _outcome_name(self, outcome: int) -> str:
        if self.dealing:
            return self.dealing.name(outcome)
        return f"deal {range(self.get_game().max_chance_outcomes())[outcome]}"

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


class RascalKittensObserver(CoreObserver):
    """Observations are those of the core; with perfect recall, its information states."""

    def __init__(self, kind: Any, params: Any) -> None:
        self._recall = kind is not None and kind.perfect_recall
        super().__init__(kind, params, INFORMATION_STATE if self._recall else OBSERVATION, positions_of(PRIVATE))

    def _write(self, state: RascalKittensState, player: int) -> None:
        if not state.core:
            self._all[:] = 0
        elif self._recall:
            write_actions(state.core, state.actions, player, self._all)
        else:
            state.core.observe(player, self._all)

    def string_from(self, state: RascalKittensState, player: int) -> str:
        core, told = state.core, [f"player {player}"]
        if core and self._private:
            own = {toy: values for toy, values in zip(TOYS, core.taken[player], strict=True) if values}
            told.append(f"hand {_tiles(core.hands[player])} tokens {own}")
        if core and self._public:
            held = [[COLOUR_OF_TILE[tile] for tile in _tiles(hand)] for hand in core.hands]
            told.append(f"colours {held} left {core.left} {state.told()}")
        return " ".join(told)


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
