"""Events are a closed union: whatever happens at a table can be applied, stored and told."""

from typing import get_args

from purrlab.server.storage import event_rows
from purrlab.server.tables import table
from purrlab.server.tables.events import Event, Kind

EVENTS = get_args(Event)


def test_every_event_has_a_name_of_its_own() -> None:
    assert sorted(event.__struct_config__.tag for event in EVENTS) == sorted(get_args(Kind))


def test_every_event_can_be_applied() -> None:
    assert set(table._APPLY) == set(EVENTS)


def test_every_field_of_an_event_has_a_column() -> None:
    assert set(event_rows.COLUMNS) == set(EVENTS)
    for event, columns in event_rows.COLUMNS.items():
        assert set(columns) == set(event.__struct_fields__) - {"seq", "at"}
        assert len(set(columns.values())) == len(columns)
