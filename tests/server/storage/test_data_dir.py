"""The data folder: its key, and one server at a time."""

from pathlib import Path

import pytest

from purrlab.server.errors import CannotServe
from purrlab.server.storage.data_dir import load_secret, open_data_dir


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    first = load_secret(tmp_path)
    assert len(first) == 32
    assert load_secret(tmp_path) == first
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("key", [b"", b"short"])
def test_a_key_that_is_none_is_refused(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "secret").write_bytes(key)
    with pytest.raises(CannotServe, match="holds no valid key"):
        load_secret(tmp_path)


def test_one_server_at_a_time(tmp_path: Path) -> None:
    with open_data_dir(tmp_path) as key:
        with pytest.raises(CannotServe, match="another server"), open_data_dir(tmp_path):
            pass
        assert len(key) == 32
    with open_data_dir(tmp_path) as again:
        assert again == key


def test_a_folder_that_cannot_be_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotServe, match="cannot be used"), open_data_dir(tmp_path / "file" / "data"):
        pass
