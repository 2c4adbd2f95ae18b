"""Pairs of games that differ in what is hidden from one seat, and the script by which both are played."""

from collections import deque
from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from typing import Any, NamedTuple

from game_helpers import TABLES
from server.two_worlds.deals import HIDDEN_PARTS, Deals, HiddenPart, Moves
from server.two_worlds.steps import Ask, Look, Move, Step, asks_in_lobby, choose_interlude, everything

from purrlab import Action, Game, State
from purrlab.bots import find_bot
from purrlab.server.tables.terms import Correspondence, Relaxed, Speed, Timed

SIZES = [(game, players) for game, players in TABLES if game.name in HIDDEN_PARTS]
TRIES_PER_MOVE = 12
LOOKS_PER_MOVE = 0.1  # how often the observer and a spectator ask for all that can be asked for
INTERLUDES_PER_MOVE = 0.6  # how often people do something else than move
ASKS_IN_LOBBY = 30  # before and after the table is closed
BOTS_PER_SEAT = 0.25
SHORT_STRING = 400.0  # that does not last for all runs of Rascal Kittens


class Shared(NamedTuple):
    """The moves that are the same in both worlds, and the state of the first after them."""

    moves: Moves
    last: State


class Pair(NamedTuple):
    game: str
    players: int
    options: dict[str, Any]
    speed: Speed
    pace: float  # of bots
    bots: tuple[int, ...]  # seats that are theirs from the start
    observer: int
    deals: tuple[Deals, Deals]
    lobby: list[Ask]  # what is asked at a table that never starts
    script: list[Step]
    phases: frozenset[str]  # what was asked in it
    when_differ: tuple[State, State]  # in each world, as soon as what is hidden differs: then everything is asked

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}"


def make_pairs(
    seed: int, count: int, sizes: Sequence[tuple[Game, int]] = SIZES, last_moves: float = inf
) -> Iterator[Pair]:
    """Of each game and size in turn; the same for the same seed. ``last_moves`` are those from the first difference."""
    chance = Random(seed)
    for number in range(count):
        game, players = sizes[number % len(sizes)]
        yield _make_pair(game, players, chance, last_moves)


def _make_pair(game: Game, players: int, chance: Random, last_moves: float) -> Pair:
    """Worlds that do not differ in what is hidden are no pair."""
    hidden = HIDDEN_PARTS[game.name]
    while True:
        options = _options(game, players, chance)
        observer = chance.randrange(players)
        deals = hidden.deals(game.new(players, f"{chance.getrandbits(64):x}", options))
        first = game.new(players, deals=deals, options=options)
        moves = list(_some_game(first, chance))
        shared = moves[: chance.randrange(len(moves))]
        last = moves[len(shared)][0]
        other_deals = hidden.redeal(deals, shared, last, observer, chance)
        second = game.new(players, deals=other_deals, options=options)
        writer = _ScriptWriter(hidden, (first, second), observer, Shared(shared, last), chance)
        writer.write(last_moves)
        if writer.when_differ is not None:
            return Pair(
                game=game.name,
                players=players,
                options=options,
                speed=_speed(chance),
                pace=chance.choice((0, 0, 1.5)),
                bots=tuple(seat for seat in range(1, players) if seat != observer and chance.random() < BOTS_PER_SEAT),
                observer=observer,
                deals=(deals, other_deals),
                lobby=asks_in_lobby(game, ASKS_IN_LOBBY, chance),
                script=writer.script,
                phases=frozenset(writer.phases),
                when_differ=writer.when_differ,
            )


def _speed(chance: Random) -> Speed:
    """Clocks that run out now and then."""
    timed = Timed(bank=chance.choice((20, 60, 600)), increment=chance.choice((0, 5)))
    return chance.choice((timed, timed, Relaxed(), Correspondence(days=1)))


def _options(game: Game, players: int, chance: Random) -> dict[str, Any]:
    options: dict[str, Any] = {"start": chance.randrange(players)}
    for option in game.options:
        if choices := option.choices_for(players):
            chosen = [chance.choice(choices) for _ in range(players)]
            options[option.name] = chosen if option.each_seat else chosen[0]
    if game.name == "rascal-kittens" and chance.random() < 0.3:
        options["string"] = SHORT_STRING
    return options


def _some_game(state: State, chance: Random) -> Iterator[tuple[State, int, Action]]:
    """By chance or by a bot."""
    bot = chance.choice(("random", "heuristic"))
    while state.to_act:
        seat = chance.choice(sorted(state.to_act))
        action = find_bot(state.game.name, bot).choose(state.view(seat), chance)
        yield state, seat, action
        state = state.apply(seat, action)


class _ScriptWriter:
    """Plays both worlds side by side: first the shared moves, then any that are possible in both.

    It ends where the observer would see a difference by the rules, or where the game is over and all is shown.
    """

    def __init__(
        self, hidden: HiddenPart, worlds: tuple[State, State], observer: int, shared: Shared, chance: Random
    ) -> None:
        self.script: list[Step] = []
        self.phases: set[str] = set()
        self.when_differ: tuple[State, State] | None = None
        self._hidden = hidden
        self._worlds = worlds
        self._observer = observer
        self._shared = shared
        self._planned = deque(shared.moves)
        self._chance = chance

    def write(self, last_moves: float) -> None:
        while last_moves > 0 and any(self._try_move() for _ in range(TRIES_PER_MOVE)):
            last_moves -= self.when_differ is not None
            if self._chance.random() < LOOKS_PER_MOVE:
                self.script.append(Look(self._chance.randrange(1, 6)))

    def _try_move(self) -> bool:
        move = self._choose()
        if move is None:
            return False
        before, games = self._worlds[0], [world.game for world in self._worlds]
        one, other = (
            world.apply(move.seat, game.parse(action))
            for world, game, action in zip(self._worlds, games, move.actions, strict=True)
        )
        known = self._hidden.known
        if one.outcome or other.outcome or known(one, self._observer) != known(other, self._observer):
            return False
        while self._chance.random() < INTERLUDES_PER_MOVE:
            self.script.append(choose_interlude(before, self._observer, self._chance))
        assert before.expects is not None
        self.phases.add(before.expects.verb)
        self.script.append(move)
        self._worlds = one, other
        if self.when_differ is None and self._hidden.secret(one) != self._hidden.secret(other):
            self.when_differ = self._worlds
            self.script += everything(one, self._observer, self._chance)
        return True

    def _choose(self) -> Move | None:
        """A move that looks the same in both worlds; None: this time none was found."""
        one, other = self._worlds
        if self._planned:
            _, seat, planned = self._planned.popleft()
            choices = [str(planned)]
        else:
            seat = self._chance.choice(sorted(one.to_act))
            choices = [str(action) for action in one.legal(seat)]
        if seat != self._observer and (unseen := self._hidden.hidden_choices(other, seat, *self._shared)):
            return Move(seat, (self._chance.choice(choices), self._chance.choice(unseen)))
        legal = set(map(str, other.legal(seat)))
        same = [action for action in choices if action in legal]
        if not same:
            self._planned.clear()  # from here on the worlds go their own way
            return None
        action = self._chance.choice(same)
        return Move(seat, (action, action))
