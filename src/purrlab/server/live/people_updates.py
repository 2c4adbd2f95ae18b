"""Changes of people that reach the tables in memory: new names, and deletions."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import encode, names_message
from purrlab.server.live.publisher import Publisher
from purrlab.server.live.recent_changes import RecentChanges
from purrlab.server.live.registry import TableRegistry
from purrlab.server.storage import store
from purrlab.server.tables import commands
from purrlab.server.time_source import TimeSource


class PeopleUpdates:
    """A table that was read before somebody changed is brought up to date when it comes into memory."""

    def __init__(self, registry: TableRegistry, publisher: Publisher, time: TimeSource) -> None:
        self.deleted = RecentChanges[None](time)
        self.renamed = RecentChanges[str](time)
        self._registry = registry
        self._publisher = publisher
        self._time = time
        self._being_renamed: list[tuple[str, str]] = []  # people, and the names that are about to be theirs

    @contextmanager
    def renaming(self, person: str, name: str) -> Iterator[None]:
        """While it is being stored that they have this name."""
        self._being_renamed.append((person, name))
        try:
            yield
        finally:
            self._being_renamed.remove((person, name))

    def names_to_be(self, people: Iterable[str]) -> list[str]:
        """The names that these are about to have."""
        wanted = set(people)
        return [name for person, name in self._being_renamed if person in wanted]

    def update(self, live: LiveTable) -> None:
        """What became of people while the table was being read, or made."""
        for person in self.deleted.keys() & live.names.keys():
            del live.names[person]
        if new := {person: self.renamed[person] for person in self.renamed.keys() & live.names.keys()}:
            live.names |= new
            live.refresh_names()
        live.chat = [message for message in live.chat if message.person not in self.deleted]
        self._vacate(live)

    def rename(self, person: str, name: str) -> None:
        self.renamed.add(person, name)
        for live in self._registry.tables.values():
            if person in live.names:
                live.chat = [replace(said, name=name) if said.person == person else said for said in live.chat]
                live.names[person] = name
                self._tell_names(live)

    def forget_person(self, person: str) -> None:
        """A person was deleted: they leave their seats, and what they said is forgotten."""
        for live in self._registry.tables.values():
            live.chat = [message for message in live.chat if message.person != person]
            if live.names.pop(person, None):
                self._tell_names(live)
                if not live.broken:
                    self._vacate(live)

    def _vacate(self, live: LiveTable) -> None:
        """Whoever was deleted keeps no seat, and hosts nothing."""
        table = live.table
        if table.status in store.OPEN_STATUSES:
            for person in {table.host, *table.seat_by_person} - live.names.keys():
                while (event := commands.forget_person(table, person, self._time.now_ms())) is not None:
                    self._publisher.accept(live, event)

    def _tell_names(self, live: LiveTable) -> None:
        live.refresh_names()
        message = encode(names_message(live))
        for watcher in live.watchers:
            watcher.send(message)
