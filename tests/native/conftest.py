"""The tests of the core."""

from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from purrlab.bots.cat_in_the_box.search import policy_for
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import COMPILED, backend, fallback

CORES = {"compiled": backend.core, "fallback": fallback} if COMPILED else {"fallback": fallback}


@pytest.fixture
def use_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[ModuleType], None]]:
    """Chooses the core for what is made from now on, until the end of the test."""

    def use(core: ModuleType) -> None:
        monkeypatch.setattr(backend, "core", core)
        for name in set(fallback.__all__) & set(native.__all__):
            monkeypatch.setattr(native, name, getattr(core, name))
        policy_for.cache_clear()

    yield use
    policy_for.cache_clear()


@pytest.fixture(params=CORES)
def core(request: pytest.FixtureRequest, use_core: Callable[[ModuleType], None]) -> str:
    """Everything on each of the cores that there are; says which."""
    use_core(CORES[request.param])
    return str(request.param)
