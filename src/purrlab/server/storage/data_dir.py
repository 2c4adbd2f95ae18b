"""The data folder: made for its owner alone, used by one server at a time, with the key that signs cookies."""

import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import sqlalchemy as sa

from purrlab.server.errors import CannotServe
from purrlab.server.storage.leases import shared_secret
from purrlab.server.storage.locks import lock_file

SECRET_KEY_BYTES = 32
COOKIE_SECRET = "cookies"  # noqa: S105  # its name among the secrets of the database


@contextmanager
def open_data_dir(folder: Path) -> Iterator[bytes]:
    """The key in it, while nobody else uses the folder."""
    with ExitStack() as stack:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            stack.enter_context(lock_file(folder / "lock", f"the data folder {folder}"))
            key = load_secret(folder)
        except OSError as error:
            raise CannotServe(f"the data folder {folder} cannot be used: {error.strerror or error}") from error
        yield key


def share_secret(engine: sa.Engine, folder: Path) -> bytes:
    """The key that all servers on a database have; at first that of one which was alone there, if it is found."""
    file = folder / "secret"
    own = file.read_bytes() if file.exists() else secrets.token_bytes(SECRET_KEY_BYTES)
    with engine.begin() as connection:
        return shared_secret(connection, COOKIE_SECRET, own)


def load_secret(folder: Path) -> bytes:
    """The key that signs cookies: made at the first start, whole or not at all, readable by nobody else."""
    file = folder / "secret"
    if not file.exists():
        new = folder / "secret.new"
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as opened:
            opened.write(secrets.token_bytes(SECRET_KEY_BYTES))
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
    file.chmod(0o600)
    key = file.read_bytes()
    if len(key) < SECRET_KEY_BYTES:
        hint = "restore it, or delete it: cookies of earlier versions are then no longer recognised"
        raise CannotServe(f"{file} holds no valid key: {hint}")
    return key
