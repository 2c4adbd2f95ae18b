"""Write a game down, play a record again, and check it against the rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from purrlab.games.encoding import plain
from purrlab.games.game import GameError, IllegalAction, State
from purrlab.games.registry import GameParts, find_game
from purrlab.records.fair_deals import why_unfair
from purrlab.records.record import Check, Format, Path, Record, RecordError, Step

FORMATS: Mapping[str, Format] = GameParts("records", "FORMAT", Format)  # type: ignore[type-abstract]


class Moment(NamedTuple):
    """A state of a recorded game, and the step that led to it; none led to the first."""

    state: State
    step: Step | None


def record_of(state: State, players: Sequence[str], *, secrets: bool = False) -> Record:
    """The record of a game. While it runs, all that is hidden is left out unless secrets are asked for."""
    if len(players) != state.players or not all(isinstance(name, str) for name in players):
        raise RecordError(f"expected {state.players} names, not {players!r}", path=("players",))
    secrets = secrets or state.outcome is not None
    header = {
        "game": state.game.name,
        "players": list(players),
        "seed": state.seed if secrets else None,
        "options": plain(state.options),
        "by_lot": list(state.by_lot),
        "totals": list(state.outcome.totals) if state.outcome else None,
        "winners": list(state.outcome.winners) if state.outcome else None,
    }
    record = FORMATS[state.game.name].write(state, header, secrets=secrets)
    if secrets and state.seed is None:
        record.deals = FORMATS[state.game.name].scripted(state)
    return record


def verify(record: Record) -> State:
    """Play a record again and give its last state. Raises RecordError at the first disagreement with the rules."""
    *_, last = replay(record)
    return last.state


def replay(record: Record) -> Iterator[Moment]:
    """All moments of a recorded game, checked against the rules on the way."""
    record = FORMATS[record.game].normalise(record)
    state = _opening(record)
    yield Moment(state, None)
    ours = None
    for step in FORMATS[record.game].steps(record):
        if isinstance(step, Check):
            ours = ours or record_of(state, record.players, secrets=True)
            _check(record, ours, step)
        else:
            state, ours = _apply(state, step), None
            yield Moment(state, step)
    _check_end(record, state)


def _opening(record: Record) -> State:
    game = find_game(record.game)
    named = {name: value for name, value in record.options.items() if name not in record.by_lot}
    deals = _deals(record) if record.seed is None else None
    if record.seed is None and deals is None:
        raise RecordError("a running game whose hands are hidden cannot be replayed", path=("rounds",))
    if record.fair is not UNSET and (reason := why_unfair(record.fair, record.seed)):
        raise RecordError(reason, path=("fair",))
    try:
        state = game.new(len(record.players), record.seed, named, deals)
    except GameError as error:
        raise RecordError(str(error)) from None
    ours = record_of(state, record.players, secrets=True)
    for option in game.options:
        if option.default is not None and option.name not in record.options:
            continue  # the record is older than the option, and what holds by default has always held
        _check(record, ours, Check(("options", option.name), option.rule))
    return state


def _deals(record: Record) -> Sequence[Mapping[str, Any]] | None:
    return FORMATS[record.game].deals(record) if record.deals is UNSET else record.deals


def _apply(state: State, step: Step) -> State:
    if step.legal is not None:
        _check_legal(state, step, step.legal)
    try:
        return state.apply(step.seat, step.action)
    except IllegalAction as error:
        raise RecordError(error.message, path=step.path, rule=error.rule) from None


def _check_legal(state: State, step: Step, said: tuple[int, str, list[Any]]) -> None:
    actions = state.legal(step.seat)
    words = [action.words if len(action.words) > 1 else action.words[0] for action in actions]
    ours = (step.seat, step.action.verb, plain(words))
    if said[:2] != ours[:2] or sorted(said[2], key=str) != sorted(ours[2], key=str):
        _disagree(step.path, step.action.rule, said, ours, of="legal here is ")


def _check(record: Record, ours: Record, check: Check) -> None:
    said, true = _at(record, check.path), _at(ours, check.path)
    if said != true and not (check.tolerance and _close(said, true, check.tolerance)):
        _disagree(check.path, check.rule, said, true)


def _close(said: object, true: object, tolerance: float) -> bool:
    return isinstance(said, int | float) and isinstance(true, int | float) and abs(said - true) <= tolerance


def _check_end(record: Record, state: State) -> None:
    if record.winners is not None and state.expects is not None:
        waits = f"the record ends, but the game waits for seat {min(state.to_act)} to {state.expects.verb}"
        raise RecordError(waits, rule=state.expects.rule)
    for key in ("totals", "winners"):
        _check(record, record_of(state, record.players, secrets=True), Check((key,), state.game.end_rule))


def _at(record: Record, path: Path) -> Any:
    value: Any = record
    for part in path:
        try:
            value = value.get(part) if isinstance(value, dict) else _part(value, part)
        except IndexError:
            return None
    return plain(value)


def _part(value: Any, part: str | int) -> Any:
    return value[part] if isinstance(part, int) else getattr(value, part)


def _disagree(path: Path, rule: str, said: object, true: object, of: str = "") -> None:
    raise RecordError(f"the record says {of}{said}, the rules say {true}", path=path, rule=rule)
