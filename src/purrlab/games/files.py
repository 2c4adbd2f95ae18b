"""Files that come with a game or that players bring, as far as all games read and check them alike."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from purrlab.games.game import InvalidSetup

MAX_NAME_LENGTH = 40


def read_built_in(package: str, folder: str, name: str) -> dict[str, Any]:
    from importlib.resources import files  # noqa: PLC0415  # slow to load, and few need it

    return _parsed(files(package).joinpath(folder, f"{name}.toml").read_text("utf-8"))


def read_file(path: Path, kind: str) -> dict[str, Any]:
    """A player's own file. Editors may have put a byte order mark before it."""
    try:
        return _parsed(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:  # TOML and UTF-8 that are none, and numbers beyond all measure
        raise InvalidSetup(str(path), f"cannot be read as a {kind} file: {error}") from None
    except RecursionError:
        raise InvalidSetup(str(path), f"cannot be read as a {kind} file: nested too deeply") from None


def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  # the same

    return tomllib.loads(text)


def check_name(name: object, source: str) -> str:
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable() or not name.strip():
        raise InvalidSetup(f"{source}: name", f"expected a text of 1 to {MAX_NAME_LENGTH} characters, not {name!r:.80}")
    return name


def check_keys(table: Mapping[str, Any], known: Iterable[str], prefix: str) -> None:
    for key in table:
        if key not in known:
            raise InvalidSetup(f"{prefix}{key!s:.40}", f"unknown key; the keys are {', '.join(known)}")
