"""Every client that is connected now, by person, wherever it watches."""

import time
from typing import Protocol

from purrlab.server.live.broadcasts import Broadcaster, MuteSet, SessionEnded, SignedOut, broadcast_to_nobody
from purrlab.server.live.recent_changes import RecentChanges
from purrlab.server.time_source import TimeSource


class Client(Protocol):
    person: str | None
    session: str | None
    name: str
    muted: set[str]

    def sign_out(self) -> None:
        """Close the connection: it is no longer sure who this is."""


class OpenConnections:
    def __init__(self, time_source: TimeSource) -> None:
        self._clients: set[Client] = set()
        self._signed_out = RecentChanges[float](time_source)  # people, and sessions
        self._being_deleted: set[str] = set()
        self.broadcast: Broadcaster = broadcast_to_nobody

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, client: Client, recognised_at: float) -> None:
        """A client that was recognised then, by ``time.monotonic``. What became of it since counts."""
        self._clients.add(client)
        signed_out = max(self._signed_out.get(who or "", 0) for who in (client.person, client.session))
        if client.person in self._being_deleted or signed_out >= recognised_at:
            client.sign_out()

    def discard(self, client: Client) -> None:
        self._clients.discard(client)

    def of(self, person: str) -> list[Client]:
        return [client for client in self._clients if client.person == person]

    def all(self) -> list[Client]:
        return list(self._clients)

    def sessions(self) -> set[str]:
        return {client.session for client in self._clients if client.session is not None}

    def rename(self, person: str, name: str) -> None:
        for client in self.of(person):
            client.name = name

    def set_mute(self, person: str, other: str, *, muted: bool) -> None:
        self.broadcast(MuteSet(person, other, muted))
        self.apply_mute(person, other, muted=muted)

    def apply_mute(self, person: str, other: str, *, muted: bool) -> None:
        for client in self.of(person):
            (client.muted.add if muted else client.muted.discard)(other)

    async def sign_out(self, person: str) -> None:
        """A person has to show who they are again: close all their connections.

        It waits for nothing, but sockets belong to the event loop, and Litestar does in a thread what is not async.
        """
        self.broadcast(SignedOut(person))
        self.apply_sign_out(person)

    def apply_sign_out(self, person: str) -> None:
        self._signed_out.add(person, time.monotonic())  # who is just coming in may have been recognised before
        for client in self.of(person):
            client.sign_out()

    def end_session(self, session: str) -> None:
        """One browser is nobody from now on: close its connections."""
        self.broadcast(SessionEnded(session))
        self.apply_session_end(session)

    def apply_session_end(self, session: str) -> None:
        self._signed_out.add(session, time.monotonic())
        for client in [client for client in self._clients if client.session == session]:
            client.sign_out()

    def begin_deletion(self, person: str) -> None:
        """From now on nobody comes in as this person."""
        self._being_deleted.add(person)

    def end_deletion(self, person: str) -> None:
        self._being_deleted.discard(person)
