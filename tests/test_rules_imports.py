"""The rules import the standard library only, and of that nothing by which one run could differ from another."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import purrlab.games

CLOCKS_CHANCE_AND_NETWORK = {
    "asyncio",
    "datetime",
    "http",
    "multiprocessing",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
    "urllib",
    "uuid",
}
ALLOWED = {"purrlab", *sys.stdlib_module_names} - CLOCKS_CHANCE_AND_NETWORK


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_rules_import_the_standard_library_without_clock_chance_and_network() -> None:
    folder = Path(purrlab.games.__file__).parent
    modules = {name.partition(".")[0] for file in folder.rglob("*.py") for name in imported(file)}
    assert {"functools", "purrlab", "typing"} <= modules
    assert modules - ALLOWED == set()
