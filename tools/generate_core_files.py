"""Writes what is made from other files of the core: ``python tools/generate_core_files.py``.

From ``observation.py`` come C++ constants and the table in docs/core.md, from ``limits.py`` C++ constants, from
``weights.py`` a C++ struct, from the rules and ``encoding.py`` the numbers of the game in C++; from the compiled core,
its stub.
"""

import re
import subprocess
import sys
import textwrap
from collections import Counter
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from purrlab.games.cat_in_the_box.cells import COLOURS, COPIES_PER_VALUE, HIGHEST_VALUE
from purrlab.games.cat_in_the_box.scoring import MAX_BONUS_TRICKS_FOR_TWO
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, TURNED_UP_COUNT
from purrlab.native import limits
from purrlab.native.cat_in_the_box import encoding
from purrlab.native.cat_in_the_box.observation import COVERED_PLANE, OBSERVATION
from purrlab.native.cat_in_the_box.weights import BID_LIMIT_COUNT, WEIGHT_COUNT, Weights
from purrlab.native.observation import Part

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "src" / "purrlab" / "native"
CORE = NATIVE / "core" / "cat_in_the_box"
HEADER = CORE / "observation_layout.hpp"
LIMITS_HEADER = NATIVE / "core" / "limits.hpp"
WEIGHTS_HEADER = CORE / "weights.hpp"
NUMBERS_HEADER = CORE / "game_numbers.hpp"
STUB = NATIVE / "cat_in_the_box" / "_core.pyi"
PAGE = ROOT / "docs" / "core.md"
TABLE = re.compile(r"\| part \| numbers \|.*?\n\n", re.DOTALL)


def header() -> str:
    parts = "\n".join(
        f"constexpr Part {part.name.upper()}{{{part.offset}, {part.rows}, {part.columns}, {part.step}, {part.scale}f}};"
        for part in OBSERVATION.parts
    )
    return f"""\
// Generated from cat_in_the_box/observation.py by tools/generate_core_files.py.
#pragma once

namespace purr::cat::observation {{
struct Part {{
  int offset, rows, columns, step;
  float scale;
}};

constexpr int SIZE = {OBSERVATION.size}, COVERED_PLANE = {COVERED_PLANE};
{parts}
}}  // namespace purr::cat::observation
"""


def limits_header() -> str:
    names = ["DEFAULT_NODES", "MAX_MOVES"]
    constants = "\n".join(f"constexpr long {name} = {getattr(limits, name)};" for name in names)
    return f"""\
// Generated from purrlab/native/limits.py by tools/generate_core_files.py.
#pragma once

namespace purr {{
{constants}
}}  // namespace purr
"""


def weights_header() -> str:
    names = textwrap.fill(", ".join(field.name for field in fields(Weights)), 120, subsequent_indent="      ")
    return f"""\
// Generated from cat_in_the_box/weights.py, which says what each one means, by tools/generate_core_files.py.
#pragma once

namespace purr::cat {{
constexpr int WEIGHT_COUNT = {WEIGHT_COUNT}, BID_LIMIT_COUNT = {BID_LIMIT_COUNT};

struct Weights {{
  double {names};
}};
}}  // namespace purr::cat
"""


def numbers_header() -> str:
    constants = {
        "MAX_PLAYERS": max(RULES_BY_PLAYERS),
        "HIGHEST": HIGHEST_VALUE,
        "COPIES": COPIES_PER_VALUE,
        "MAX_CARDS": HIGHEST_VALUE * COPIES_PER_VALUE,
        "TURNED_UP": TURNED_UP_COUNT,
        "MAX_BONUS_TRICKS_FOR_TWO": MAX_BONUS_TRICKS_FOR_TWO,
        "CELLS": encoding.CELL_COUNT,
        "DISCARD": encoding.FIRST_DISCARD,
        "BID": encoding.FIRST_BID,
        "ACTIONS": len(encoding.ACTIONS),
        **{colour.upper(): number for number, colour in enumerate(COLOURS)},
    }
    lines = [f"constexpr int {name} = {value};" for name, value in constants.items()]
    bids = {players: sum(1 << bid - 1 for bid in rules.bids) for players, rules in RULES_BY_PLAYERS.items()}
    return f"""\
// Generated from the rules (CB1, CB17) and cat_in_the_box/encoding.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr::cat {{
{chr(10).join(lines)}

{by_players("int highest_value", {players: rules.highest for players, rules in RULES_BY_PLAYERS.items()})}
{by_players("int cards_dealt", {players: rules.hand for players, rules in RULES_BY_PLAYERS.items()})}
{by_players("std::uint64_t bids_allowed", bids)}
{by_players("std::uint64_t observed_cells", {players: rules.observed for players, rules in RULES_BY_PLAYERS.items()})}
}}  // namespace purr::cat
"""


def by_players(declared: str, values: dict[int, int]) -> str:
    """A function from how many play to a number; what holds for most of them comes last."""
    last, _ = Counter(values[players] for players in sorted(values, reverse=True)).most_common(1)[0]
    written = {players: hex(value) if "uint" in declared else str(value) for players, value in values.items()}
    others = [f"players == {players} ? {written[players]} : " for players in sorted(values) if values[players] != last]
    default = next(written[players] for players in values if values[players] == last)
    return f"PURR_HD constexpr {declared}(int players) {{ return {''.join(others)}{default}; }}"


def table() -> str:
    """The parts of an observation, for people."""
    rows = "\n".join(
        f"| `{part.name}` | {_where(part)} | {_shape(part)} | {part.scale:g} | {part.meaning} |"
        for part in OBSERVATION.parts
    )
    return f"| part | numbers | shape | scale | meaning |\n|---|---|---|---|---|\n{rows}\n\n"


def _where(part: Part) -> str:
    first, last = part.positions[0], part.positions[-1]
    if part.step > part.columns:
        return f"{first} to {last}, each row {part.step} on"
    return f"{first} to {last}" if last > first else str(first)


def _shape(part: Part) -> str:
    return f"{part.rows} by {part.columns}" if part.columns > 1 else str(part.rows)


def page() -> str:
    text, found = TABLE.subn(lambda _: table(), PAGE.read_text("utf-8"))
    assert found == 1
    return text


def stub() -> str:
    return stub_of("purrlab.native.cat_in_the_box._core", STUB)


def stub_of(core: str, path: Path) -> str:
    """Of a compiled core, as nanobind writes it, formatted like everything else."""
    stubgen = import_module("nanobind.stubgen")
    made = stubgen.StubGen(import_module(core), include_docstrings=False, quiet=True)
    made.put(made.module)
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(path), "-"]
    return subprocess.run(command, input=str(made.get()), capture_output=True, text=True, check=True).stdout  # noqa: S603  # ruff


def main() -> None:
    HEADER.write_text(header(), "utf-8")
    LIMITS_HEADER.write_text(limits_header(), "utf-8")
    WEIGHTS_HEADER.write_text(weights_header(), "utf-8")
    NUMBERS_HEADER.write_text(numbers_header(), "utf-8")
    PAGE.write_text(page(), "utf-8")
    if find_spec("purrlab.native.cat_in_the_box._core"):
        STUB.write_text(stub(), "utf-8")
    import_module("generate_rascal_kittens_files").main()


if __name__ == "__main__":
    main()
