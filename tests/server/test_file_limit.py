"""Every connection is an open file."""

import logging

import pytest

from purrlab.server.file_limit import raise_file_limit


def test_as_many_files_as_visitors(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    resource = pytest.importorskip("resource", reason="this system limits no files")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (256, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    with caplog.at_level(logging.WARNING):
        raise_file_limit(500)
        assert (asked, caplog.records) == ([(700, 1024)], [])
        raise_file_limit(5_000)
        assert asked[-1] == (1024, 1024)
        assert "fewer open files" in caplog.text
