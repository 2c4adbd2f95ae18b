"""What the tests of the server share."""

from collections.abc import Iterator
from itertools import count

import pytest
from server.postgres_server import make_database, run_postgres

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of its own database, for what is done to the others."""
    with run_postgres() as url:
        yield url


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The URL of an empty database on PostgreSQL."""
    return make_database(postgres_server, f"test{next(_numbers)}")
