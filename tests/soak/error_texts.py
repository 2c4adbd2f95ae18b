"""What refusals say: these words, with numbers that everybody knows, and nothing else."""

import re
from collections.abc import Iterator

from soak.streams import Message

from purrlab.games.encoding import plain
from purrlab.games.game import IllegalAction, NotationError, State

ERROR_TEXTS = {
    "already-left": "a bot is already playing for you",
    "already-seated": "you already have a seat at this table",
    "bot-moves": "your time ran out: you can come back after the bot has made this move",
    "bot-plays": "a bot is playing for you: come back to your seat first",
    "bot-stays": "your time ran out twice: the bot plays your seat to the end",
    "no-name": "tell us your name first",
    "no-seat": "you have no seat at this table",
    "no-table": "you are not watching a table yet",
    "not-away": "no bot is playing for you",
    "not-host": "only the host of the table can do this",
    "not-over": "this table is (waiting|playing|closed), not over",
    "not-playing": "this table is (waiting|over|closed), not playing",
    "not-started": "the game has not started yet",
    "not-stored": "this could not be saved, so nothing has changed; please try again",
    "not-waiting": "this table is (playing|over|closed), not waiting",
    "seat-taken": r"seat \d is taken",
    "seats-free": r"seat \d is still free: wait for somebody, or seat a bot",
    "slow-down": "too many (messages at once|chat messages; please wait a little)"
    "|too many people (from your network are sitting down|are coming and going at this table); please wait a minute",
    "stale": r"this answers seq \d+, but you were asked at seq \d+ and the table is at \d+",
    "table-full": "every seat of this table is taken",
    "too-much": "you have done this too often at this table"
    "|too many people from your network have sat down at this table",
    "try-again": "the table is moving to another server; please try again"
    "|something could not be stored; the table is read again once the database answers; please try again"
    "|the server that has this table cannot be reached; please try again",
}
RULES_CODES = ("illegal", "no-action")  # what these say comes from the rules of a game


def is_expected(message: Message) -> bool:
    """Whether an error says no more than its code does; of those that the rules do not refuse."""
    words = ERROR_TEXTS.get(message["code"])
    return (
        words is not None
        and re.fullmatch(words, message["message"]) is not None
        and not message.get("rule")
        and not message.get("cause")
    )


def refusals_by_rules(
    states: Iterator[tuple[State, int]], action: str
) -> Iterator[tuple[str, str | None, Message | None]]:
    """All that the rules say about an action, in these states and of these seats: the words, the rule and the cause."""
    for state, seat in states:
        try:
            state.verify(seat, state.game.parse(action))
        except NotationError as error:
            yield str(error), None, None
        except IllegalAction as error:
            yield error.message, error.rule, None if error.cause is None else plain(error.cause)
