"""What all tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import browser, visit
from clients import Server
from hypothesis import HealthCheck, settings

__all__ = ["browser", "server", "visit"]

# The game that is only in the tests is a plug-in for the processes that they start, too.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(Path(__file__).parent / "third_game"), os.environ.get("PYTHONPATH")])
)

settings.register_profile(
    "suite",
    max_examples=60,
    deadline=None,  # machines are noisy
    derandomize=True,  # the same run everywhere; `pytest --hypothesis-profile=explore` looks further
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need nothing special of it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
