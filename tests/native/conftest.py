"""The tests of the core."""

from collections.abc import Iterator

import pytest

from purrlab.bots.cat_in_the_box.search import policy_for
from purrlab.native import COMPILED, backend, fallback

CORES = {"compiled": backend.core, "fallback": fallback} if COMPILED else {"fallback": fallback}


@pytest.fixture(params=CORES)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything on each of the cores that there are; says which."""
    monkeypatch.setattr(backend, "core", CORES[request.param])
    policy_for.cache_clear()
    yield request.param
    policy_for.cache_clear()
