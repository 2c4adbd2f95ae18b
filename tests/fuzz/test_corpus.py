"""Every input that fuzzing kept is given to its target again; and the targets do notice what is wrong."""

from collections.abc import Iterator

import pytest
from fuzz import server_targets
from fuzz.corpus import FOLDER, read_corpus
from fuzz.coverage_of_inputs import worth_keeping
from fuzz.targets import TARGETS

from purrlab.server.accounts.cookie_header import ShownCookie

MAX_CORPUS_BYTES = 110_000


@pytest.fixture(scope="module", autouse=True)
def _server_of_the_targets() -> Iterator[None]:
    yield
    server_targets.close()


@pytest.mark.parametrize("name", TARGETS)
def test_kept_inputs_pass(name: str) -> None:
    inputs = read_corpus(name)
    assert len(inputs) >= 5
    for data in inputs:
        TARGETS[name](data)


def test_the_corpus_is_small_and_of_these_targets() -> None:
    files = list(FOLDER.iterdir())
    assert {file.stem for file in files} == set(TARGETS)
    assert sum(file.stat().st_size for file in files) < MAX_CORPUS_BYTES


def test_a_target_fails_where_its_parser_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here: of two cookies the last one wins."""
    last = b"B" * 43
    monkeypatch.setattr("fuzz.parsing_targets.shown_cookie", lambda _header, **_: ShownCookie(token=last.decode()))
    with pytest.raises(AssertionError):
        TARGETS["cookies"](b"purrlab=" + last)


def test_inputs_that_reach_nothing_new_are_not_kept() -> None:
    kept = worth_keeping(TARGETS["action_notation"], [b"bid 1", b"bid 2", b"nonsense that is longer", b"nonsense"])
    assert b"nonsense" in kept
    assert b"nonsense that is longer" not in kept
