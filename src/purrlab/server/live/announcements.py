"""What is announced of an event once it is stored: the event, and the table right after it."""

from typing import NamedTuple

from msgspec.structs import replace

from purrlab.games.game import State
from purrlab.records.fair_deals import commitment_to
from purrlab.server import protocol
from purrlab.server.protocol import TableInfo
from purrlab.server.tables.clock import Reading
from purrlab.server.tables.events import Acted, Event
from purrlab.server.tables.table import DELETED_PERSON_LABEL, Table
from purrlab.server.tables.terms import Status


class Announcement(NamedTuple):
    """An event, and the table right after it: all that is needed to tell it later, when it is stored."""

    event: Event | None  # None: the table as it was loaded
    seq: int
    state: State | None
    people: tuple[str | None, ...]  # whose seat is whose
    info: TableInfo
    clock: Reading | None

    @property
    def status(self) -> Status:
        return self.info.status

    def renamed(self, names: dict[str, str]) -> "Announcement":
        """The same, with the names as they are now; this one where they are as they were."""
        seats = self.info.seats
        now = [
            seat.name if person is None else names.get(person, DELETED_PERSON_LABEL)
            for seat, person in zip(seats, self.people, strict=True)
        ]
        if now == [seat.name for seat in seats]:
            return self
        seats = [replace(seat, name=name) for seat, name in zip(seats, now, strict=True)]
        return self._replace(info=replace(self.info, seats=seats))


def announce(
    table: Table, event: Event | None, names: dict[str, str], last: Announcement | None, now: int
) -> Announcement:
    """What is new. An action changes nothing of the table itself unless it ends the game."""
    if last is not None and type(event) is Acted and table.status != "over":
        people, info = last.people, last.info
    else:
        people, info = tuple(seat.person for seat in table.seats), table_info(table, names)
    return Announcement(event, table.seq, table.state, people, info, table.clock.read(now))


def table_info(table: Table, names: dict[str, str]) -> TableInfo:
    """What everybody may know; names by person."""
    terms = table.terms
    over = table.status == "over"
    return TableInfo(
        id=terms.id,
        game=terms.game,
        options=terms.options,
        speed=terms.speed,
        listed=terms.listed,
        coach=terms.coach,
        pace=table.pace,
        status=table.status,
        host=table.seat_of(table.acting_host),
        seats=[
            protocol.Seat(
                name=name,
                bot=seat.bot,
                person=seat.person is not None,
                bot_stays=seat.bot_stays,
                entropy=seat.entropy,
            )
            for seat, name in zip(table.seats, table.seat_names(names), strict=True)
        ],
        fair=protocol.FairDeal(
            commitment=commitment_to(terms.server_seed),
            server_seed=terms.server_seed if over else None,
            seed=table.seed if over else None,
        ),
        created=terms.created,
        next=table.next,
    )
