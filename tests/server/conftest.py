"""What the tests of the server share."""

from itertools import count

import pytest
from server.postgres_server import make_database

_numbers = count(1)


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The URL of an empty database on PostgreSQL."""
    return make_database(postgres_server, f"test{next(_numbers)}")
