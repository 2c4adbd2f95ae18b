"""What people do at a table, in both worlds alike: they move, look, ask for anything at all, come and go, and wait."""

from random import Random
from typing import Any, NamedTuple, get_args

from purrlab import Game, State
from purrlab.server.protocol import ClientMessage

SPECTATOR = None  # in the place of a seat
KINDS = tuple(message.__struct_config__.tag for message in get_args(ClientMessage))
UNFINISHED_KINDS = [kind for kind in KINDS if kind not in ("act", "watch")]  # that any seat may ask for in a game
OBSERVER_SHARE = 0.4  # of what is asked; as much is asked by a spectator, and the rest by the other seats
WAIT_SECONDS = (0.05, 0.4, 3, 25, 70, 30_000)
LOBBY_SEATS = 2  # that are sat on: there is always one left, so that no game begins
CHAT_TEXTS = ("hello", "well played", "play 3 red")


class Move(NamedTuple):
    """A seat acts: alike for everybody who sees it, but hidden actions may be others."""

    seat: int
    actions: tuple[str, str]  # in each world


class Ask(NamedTuple):
    """Somebody sends a message, whether it can be done or not."""

    who: int | None  # a seat, or SPECTATOR
    kind: str
    fields: dict[str, Any]  # a ``seq`` is added to that of the table


class Look(NamedTuple):
    """The observer and a spectator ask for everything, and come back with some of it missed."""

    missed: int  # events


class Wait(NamedTuple):
    """Time passes: clocks run out, and who is away is played for."""

    seconds: float


class Reconnect(NamedTuple):
    """Somebody goes, or comes back with some events missed."""

    who: int | None
    missed: int


class Rename(NamedTuple):
    who: int | None
    name: str


class Forget(NamedTuple):
    """Somebody has their account deleted."""

    who: int


Step = Move | Ask | Look | Wait | Reconnect | Rename | Forget


def choose_interlude(state: State, observer: int, chance: Random) -> Step:
    """Something else than a move, that leaves the game as it is."""
    others = [seat for seat in range(state.players) if seat != observer]
    who = _somebody(observer, others, chance)
    roll = chance.random()
    if roll < 0.12:
        return Wait(chance.choice(WAIT_SECONDS))
    if roll < 0.22:
        return Reconnect(who, chance.randrange(8))
    if roll < 0.25:
        return Rename(who, f"Name {chance.getrandbits(40):x}")
    if roll < 0.255:
        return Forget(chance.choice(others))
    kind = chance.choice(KINDS if who in (observer, SPECTATOR) else UNFINISHED_KINDS)
    return Ask(who, kind, _fields(kind, state, observer, chance))


def everything(state: State, observer: int, chance: Random) -> list[Step]:
    """All that there is to ask for, by the observer and a spectator, while a bot plays for the observer and after."""
    other = chance.choice([seat for seat in range(state.players) if seat != observer])
    steps: list[Step] = [Ask(other, "say", {"text": "hello"}), Rename(other, f"Name {chance.getrandbits(40):x}")]
    for kinds in (("leave", "leave", *KINDS), ("back", "back", *KINDS, "back")):
        steps += [Ask(observer, kind, _fields(kind, state, observer, chance)) for kind in kinds]
        steps += [Ask(SPECTATOR, kind, _fields(kind, state, observer, chance)) for kind in KINDS]
    return [*steps, Reconnect(other, 0), Look(3), Reconnect(other, 3), Ask(other, "leave", {})]


def _somebody(observer: int, others: list[int], chance: Random) -> int | None:
    roll = chance.random()
    if roll < OBSERVER_SHARE:
        return observer
    return SPECTATOR if roll < 2 * OBSERVER_SHARE else chance.choice(others)


def _fields(kind: str, state: State, observer: int, chance: Random) -> dict[str, Any]:
    if kind == "act":
        return {"seq": chance.choice((0, 0, 0, -1, -5, 1)), "action": _refused_action(state, observer, chance)}
    return _fields_of_any(kind, state.players, chance)


def _refused_action(state: State, observer: int, chance: Random) -> str:
    """What the observer cannot do in this state."""
    legal = set(map(str, state.legal(observer))) if observer in state.to_act else set()
    tries = (str(chance.choice(state.game.actions)) for _ in range(10))
    return next((action for action in tries if action not in legal), "nonsense")


def _fields_of_any(kind: str, players: int, chance: Random) -> dict[str, Any]:
    seat = chance.randrange(players + 1)
    choices: dict[str, dict[str, Any]] = {
        "watch": chance.choice(({}, {"seq": -chance.randrange(30), "chat": chance.choice((0, 10))})),
        "sit": chance.choice(({}, {"seat": seat})),
        "bot": {"seat": seat, "bot": chance.choice((None, "random", "nobody"))},
        "remove": {"seat": seat},
        "entropy": {"text": chance.choice(("seven", "nine"))},
        "act": {"seq": 0, "action": "nonsense"},
        "say": {"text": chance.choice(CHAT_TEXTS)},
        "mute": {"seat": seat, "muted": chance.random() < 0.5},
        "pace": {"pace": chance.choice((0, 1.5))},
    }
    return choices.get(kind, {})


def asks_in_lobby(game: Game, count: int, chance: Random) -> list[Ask]:
    """At a table where the observer, on seat 0 here, waits. It is closed halfway."""
    asked = []
    for number in range(count):
        kind = "close" if number == count // 2 else chance.choice([kind for kind in KINDS if kind != "close"])
        if kind == "act":
            fields = {"seq": 0, "action": str(chance.choice(game.actions))}
        else:
            fields = _fields_of_any(kind, LOBBY_SEATS - 1, chance)
        who = 0 if kind == "close" else chance.choice((0, SPECTATOR))
        asked.append(Ask(who, kind, {"seat": 0} if kind == "sit" else fields))
    return asked
