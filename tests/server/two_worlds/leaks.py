"""Leaks, to be planted one at a time: each lets something depend on hands that an observer must not know."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from msgspec.structs import replace

from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.view import view_of
from purrlab.records import record_of
from purrlab.server.errors import Refused
from purrlab.server.http import past_games
from purrlab.server.live import announcements, live_table, messages, people_updates, publisher
from purrlab.server.live.chat import Chat
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.turns import Turns
from purrlab.server.socket import message_handlers
from purrlab.server.tables import commands, history

Patch = pytest.MonkeyPatch


class Leak(NamedTuple):
    plant: Callable[[Patch], None]
    found_in: set[str]  # streams


def trace(state: Any) -> int:
    """0 or 1, by all hands as they were dealt in this round."""
    return 0 if state is None else crc32(repr(state.round.deal.hands).encode()) % 2


def _in_error(name: str) -> Callable[[Patch], None]:
    """What a command says when it refuses."""
    true = getattr(commands, name)

    def leaking(table: Any, *given: Any, **named: Any) -> Any:
        try:
            return true(table, *given, **named)
        except Refused as refused:
            refused.message += f" {trace(table.state)}"
            raise

    return lambda patch: patch.setattr(commands, name, leaking)


def _in_view(patch: Patch) -> None:
    def view(state: Any, seat: int | None) -> Any:
        return view_of(state, seat)._replace(totals=state.hands)

    patch.setattr(CatInTheBoxState, "view", view)


def _in_record(patch: Patch) -> None:
    patch.setattr(history, "record_of", partial(record_of, secrets=True))


def _in_clock(patch: Patch) -> None:
    true = commands.move

    def move(table: Any, *given: Any) -> Any:
        event = true(table, *given)
        return event if event.left is None else replace(event, left=event.left + 500 * trace(table.state))

    patch.setattr(commands, "move", move)


def _in_presence(patch: Patch) -> None:
    true = LiveTable.present
    patch.setattr(LiveTable, "present", lambda live: true(live)[: -1 - trace(live.table.state)])


def _in_names(patch: Patch) -> None:
    true = messages.names_message

    def names_message(live: LiveTable) -> Any:
        return replace(true(live), names=[str(trace(live.table.state))])

    patch.setattr(people_updates, "names_message", names_message)


def _in_chat(patch: Patch) -> None:
    true = Chat.say

    def say(chat: Chat, live: LiveTable, person: str, text: str, then: Any) -> None:
        true(chat, live, person, f"{text} {trace(live.table.state)}", then)

    patch.setattr(Chat, "say", say)


def _in_caught_up(patch: Patch) -> None:
    true = messages.caught_up_message

    def caught_up_message(live: LiveTable, request_id: str | None) -> Any:
        return replace(true(live, request_id), seq=live.seq + trace(live.table.state))

    patch.setattr(message_handlers, "caught_up_message", caught_up_message)


def _in_replay(patch: Patch) -> None:
    true = past_games.replay
    replay = lambda past, *about: true(past._replace(status="over"), *about)  # noqa: E731
    patch.setattr("purrlab.server.http.routes.tables.replay", replay)


def _in_order_of_keys(patch: Patch) -> None:
    true = messages._view

    def view(state: Any, seat: int | None) -> Any:
        fields = list(true(state, seat).items())
        return dict(fields[::-1] if trace(state) else fields)

    patch.setattr(messages, "_view", view)


def _in_thinking_time(patch: Patch) -> None:
    true = Turns._think

    async def think(turns: Turns, live: LiveTable, *about: Any) -> None:
        await turns._time.sleep(5 * trace(live.table.state))
        await true(turns, live, *about)

    patch.setattr(Turns, "_think", think)


def _in_seed(patch: Patch) -> None:
    """Of a table that has not started, or never does."""
    true = announcements.announce

    def announce(table: Any, *about: Any) -> Any:
        told = true(table, *about)
        fair = replace(told.info.fair, server_seed=table.terms.server_seed)
        return told._replace(info=replace(told.info, fair=fair))

    for module in (live_table, publisher):
        patch.setattr(module, "announce", announce)


def _in_missed_messages(patch: Patch) -> None:
    """Of those who come back; not of those who are there."""
    true = messages.PastMessages.advance

    def advance(past: messages.PastMessages, events: Any) -> None:
        known = len(past._messages)
        true(past, events)
        state = past._replayed.state
        past._messages[known:] = [told + b" " * trace(state) for told in past._messages[known:]]

    patch.setattr(messages.PastMessages, "advance", advance)


SOCKETS = {"observer's socket", "spectator's socket"}
REQUESTS = {"observer's requests", "spectator's requests"}
LEAKS: dict[str, Leak] = {
    "a view shows hands": Leak(_in_view, SOCKETS),
    "a record shows hands": Leak(_in_record, REQUESTS),
    "coming back without having been away": Leak(_in_error("back"), {"observer's socket"}),
    "leaving twice": Leak(_in_error("leave"), {"observer's socket"}),
    "a refused action": Leak(_in_error("move"), {"observer's socket"}),
    "a refused start": Leak(_in_error("start"), SOCKETS),
    "a refused rematch": Leak(_in_error("check_rematch"), SOCKETS),
    "the clock": Leak(_in_clock, SOCKETS),
    "presence": Leak(_in_presence, SOCKETS),
    "names": Leak(_in_names, SOCKETS),
    "chat": Leak(_in_chat, SOCKETS),
    "caught-up": Leak(_in_caught_up, SOCKETS),
    "the replay of a running game": Leak(_in_replay, REQUESTS),
    "the order of keys": Leak(_in_order_of_keys, SOCKETS),
    "the time a bot takes": Leak(_in_thinking_time, SOCKETS),
    "missed messages": Leak(_in_missed_messages, SOCKETS),
    "the seed before the start": Leak(_in_seed, SOCKETS | REQUESTS),  # last: the lobby shows it for ever after
}
