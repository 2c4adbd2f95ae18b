"""What all tests share."""

import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from server.clients import Server
from server.postgres_server import run_postgres
from server.server_process import NOT_SYNCHRONOUS
from server.start_and_kill import Starter

from purrlab.server.storage import sqlite

# The game that is only in the tests is a plug-in for the processes that they start, too.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(Path(__file__).parent / "third_game"), os.environ.get("PYTHONPATH")])
)

os.environ["LANGUAGE"] = "en"  # the terminal speaks English here, wherever the tests run

sqlite.SYNCHRONOUS = NOT_SYNCHRONOUS

SOAK_SECONDS = int(os.environ.get("SOAK_SECONDS", "300"))  # that `make soak` takes on two idle cores
SOAK_SHARE = 0.5  # of it for the tests that run for as long as they may, the rest for the properties
SUITE_EXAMPLES = 12  # of each property, and for each game and number of players
SOAK_EXAMPLES_PER_SECOND = 0.6  # of each property: as many as the rest is enough for

settings.register_profile(
    "suite",
    max_examples=SUITE_EXAMPLES,
    deadline=None,  # machines are noisy
    derandomize=True,  # the same run everywhere; `make soak` looks further, and elsewhere each time
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    max_examples=max(SUITE_EXAMPLES, int(SOAK_SECONDS * SOAK_EXAMPLES_PER_SECOND)),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")


@pytest.fixture
def soak_seeds(request: pytest.FixtureRequest) -> Iterator[int]:
    """Seeds that nobody has tried before, for as long as one of the tests that soak may take."""
    soaking = sum(item.get_closest_marker("soak") is not None for item in request.session.items)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return _seeds_for(SOAK_SHARE * SOAK_SECONDS * workers / soaking)


def _seeds_for(seconds: float) -> Iterator[int]:
    deadline = time.monotonic() + seconds
    while True:
        seed = secrets.randbits(40)
        print(f"seed {seed}")  # noqa: T201  # pytest shows it when the test fails
        yield seed
        if time.monotonic() > deadline:
            return


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need nothing special of it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of its own database, for what is done to the others."""
    with run_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def starter() -> Iterator[Starter]:
    with Starter.running() as running:
        yield running
