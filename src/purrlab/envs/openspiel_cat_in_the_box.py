"""Cat in the Box for OpenSpiel: rounds, or whole games."""

from typing import Any

import pyspiel

from purrlab.envs.openspiel_cat_in_the_box_deals import CatInTheBoxDealing, dealt_cards
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
from purrlab.games.cat_in_the_box.cells import COLOURS, hand_of, values_in
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native import cat_in_the_box
from purrlab.native.cat_in_the_box.encoding import FIRST_BID, FIRST_DISCARD
from purrlab.native.cat_in_the_box.information_state import ROW_SIZE, information_state_layout
from purrlab.native.cat_in_the_box.information_state import write_information_state as write_rounds
from purrlab.native.cat_in_the_box.observation import DISCARD, HAND, OBSERVATION

MAX_ROUND_POINTS = 20.0  # more than tricks and bonus can be, either way
# ``layout``: white or purple, or nothing for the one that the rules name first (CB1).
PARAMETERS: dict[str, int | str] = {"players": 4, "rounds": 1, "layout": ""}
CAT_IN_THE_BOX = game_type("purrlab_cat_in_the_box", "Cat in the Box", range(2, 6), PARAMETERS)


class CatInTheBoxGame(CoreGame):
    """Single rounds, or whole games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {**PARAMETERS, **(params or {})}
        self.players = given["players"]
        if self.players not in RULES_BY_PLAYERS:
            raise ValueError(f"players: expected 2 to 5, not {self.players}")
        if given["rounds"] not in (0, 1, self.players):
            raise ValueError(f"rounds: expected 1, or 0 for a whole game, not {given['rounds']}")
        self.rounds = given["rounds"] or self.players
        rules = RULES_BY_PLAYERS[self.players]
        self.layout = given["layout"] or rules.layouts[0]
        if self.layout not in rules.layouts:
            raise ValueError(f"layout: expected {' or '.join(rules.layouts)} with {self.players} players")
        self.chance_nodes = 1 + dealt_cards(self.players) * self.rounds
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


class CatInTheBoxState(CoreState):
    """Cards are dealt one by one, then the round is played on the core."""

    notation = cat_in_the_box.ACTIONS

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

    def _outcome_name(self, outcome: int) -> str:
        if self.dealing:
            return self.dealing.name(outcome)
        return f"deal {range(self.get_game().max_chance_outcomes())[outcome]}"

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


class CatInTheBoxObserver(CoreObserver):
    """Observations are those of the core; with perfect recall, its information states."""

    def __init__(self, game: CatInTheBoxGame, kind: Any, params: Any) -> None:
        self._recall = kind is not None and kind.perfect_recall
        layout = information_state_layout(game.rounds) if self._recall else OBSERVATION
        rows = range(game.rounds if self._recall else 1)
        super().__init__(
            kind, params, layout, [at for row in rows for at in positions_of((HAND, DISCARD), row * ROW_SIZE)]
        )
        self._rows = self._all.reshape(game.rounds, -1) if self._recall else None

    def _write(self, state: CatInTheBoxState, player: int) -> None:
        if self._rows is not None:
            write_rounds(state.past, state.round, player, self._rows)
        elif state.core:
            state.core.observe(player, self._all)
        else:
            self._all[:] = 0

    def string_from(self, state: CatInTheBoxState, player: int) -> str:
        past = state.past if self._recall else state.past[-1:]
        rounds = [*past, *([state.round] if state.round else [])]
        told = " / ".join(
            " ".join([*([_own(each, player)] if self._private else []), *([_public(each)] if self._public else [])])
            for each in rounds
        )
        totals = f"totals {state.core.totals if state.core else []} " if self._public else ""
        return f"player {player} {totals}{told}"


def _own(each: Any, player: int) -> str:
    return f"hand {list(values_in(each.hands[player]))} discard {each.discards[player]}"


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
