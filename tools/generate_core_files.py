"""Writes what is made from other files of the core: ``python tools/generate_core_files.py``.

From ``observation.py`` come C++ constants and the tables in docs/core.md and docs/environments, from ``limits.py`` C++
constants, from ``weights.py`` a C++ struct, from the rules and ``encoding.py`` the numbers of the game in C++, likewise
what ``progress.py``, ``features.py``, ``envs/packed.py`` and ``train`` say for both languages; from the compiled core,
its stub.
"""

import re
import subprocess
import sys
import textwrap
from collections import Counter
from dataclasses import fields
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from purrlab.envs import packed
from purrlab.games.cat_in_the_box.cells import COLOURS, COPIES_PER_VALUE, HIGHEST_VALUE
from purrlab.games.cat_in_the_box.scoring import MAX_BONUS_TRICKS_FOR_TWO
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, TURNED_UP_COUNT
from purrlab.native import limits, progress
from purrlab.native.cat_in_the_box import encoding, features
from purrlab.native.cat_in_the_box.information_state import information_state_layout
from purrlab.native.cat_in_the_box.observation import COVERED_PLANE, OBSERVATION
from purrlab.native.cat_in_the_box.weights import BID_LIMIT_COUNT, WEIGHT_COUNT, Weights
from purrlab.native.observation import ObservationLayout, Part
from purrlab.native.rascal_kittens.information_state import INFORMATION_STATE
from purrlab.native.rascal_kittens.observation import OBSERVATION as RASCAL_KITTENS_OBSERVATION
from purrlab.train import imitation, networks, ppo

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "src" / "purrlab" / "native"
CORE = NATIVE / "core" / "cat_in_the_box"
STUB = NATIVE / "cat_in_the_box" / "_core.pyi"
PAGE = ROOT / "docs" / "core.md"
ENVIRONMENTS = ROOT / "docs" / "environments"
ROUNDS_SHOWN = 4  # of an information state
TABLE = re.compile(r"\| part \| numbers \|.*?\n\n", re.DOTALL)


def header() -> str:
    return observation_header("cat_in_the_box", "cat", OBSERVATION, {"COVERED_PLANE": COVERED_PLANE})


def observation_header(game: str, namespace: str, layout: ObservationLayout, more: dict[str, int]) -> str:
    parts = "\n".join(
        f"constexpr ObservationPart {part.name.upper()}"
        f"{{{part.offset}, {part.rows}, {part.columns}, {part.step}, {part.scale!r}f}};"
        for part in layout.parts
    )
    constants = ", ".join(f"{name} = {value}" for name, value in {"SIZE": layout.size, **more}.items())
    return f"""\
// Generated from {game}/observation.py by tools/generate_core_files.py.
#pragma once
#include "../observation_writer.hpp"

namespace purr::{namespace}::observation {{
constexpr int {constants};
{parts}
}}  // namespace purr::{namespace}::observation
"""


def limits_header() -> str:
    names = ["DEFAULT_NODES", "MAX_NET_WIDTH", "MAX_MOVES"]
    constants = "\n".join(f"constexpr long {name} = {getattr(limits, name)};" for name in names)
    return f"""\
// Generated from purrlab/native/limits.py by tools/generate_core_files.py.
#pragma once

namespace purr {{
{constants}
}}  // namespace purr
"""


def progress_header() -> str:
    return f"""\
// Generated from purrlab/native/progress.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr {{
enum Done : std::uint8_t {enumerators(progress, "GOES_ON", "ROUND_OVER", "GAME_OVER")};
}}  // namespace purr
"""


def train_header() -> str:
    teachers = ", ".join(f"{name.upper()} = {number}" for number, name in enumerate(imitation.TEACHERS))
    return f"""\
// Generated from networks.py, ppo.py and imitation.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

enum Player : std::uint8_t {enumerators(ppo, "LEARNER", "HEURISTIC", "FROZEN", "SEARCHER")};  // who has a seat
enum Teacher : int {{ {teachers} }};
constexpr int OUTPUTS = {networks.OUTPUTS};  // of a net
"""


def enumerators(module: ModuleType, *names: str) -> str:
    return f"{{ {', '.join(f'{name} = {getattr(module, name)}' for name in names)} }}"


def features_header() -> str:
    names = ("MAX_TRICKS", "MAX_NEEDED", "MAX_FINDABLE", "COLOUR_COUNT", "PHASES")
    constants = ", ".join(f"{name} = {getattr(features, name)}" for name in names)
    counts = {players: features.feature_count(players) for players in RULES_BY_PLAYERS}
    return f"""\
// Generated from cat_in_the_box/features.py by tools/generate_core_files.py.
#pragma once
#include "../bits.hpp"

namespace purr::cat::features {{
constexpr int {constants};

// Of the bits that `write` writes.
{by_players("int feature_count", counts)}
}}  // namespace purr::cat::features
"""


def packed_header() -> str:
    names = ("WORDS", "SEATS", "PLAYS_A_WORD", "PLAY_BITS", "TOTAL_OFFSET")
    constants = ", ".join(f"{name} = {getattr(packed, name)}" for name in names)
    parts = "\n".join(
        f"constexpr Part {part.name.upper()}{{{part.first_word}, {part.first_bit}, {part.bits}}};"
        for part in packed.PACKED
    )
    return f"""\
// Generated from purrlab/envs/packed.py by tools/generate_core_files.py.
#pragma once

namespace purr::cat::packed {{
constexpr int {constants};

struct Part {{
  int first_word, first_bit, bits;
}};

{parts}
}}  // namespace purr::cat::packed
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


def table(layout: ObservationLayout) -> str:
    """The parts of an observation, for people."""
    rows = "\n".join(
        f"| `{part.name}` | {_where(part)} | {_shape(part)} | {part.scale:g} | {part.meaning} |"
        for part in layout.parts
    )
    return f"| part | numbers | shape | scale | meaning |\n|---|---|---|---|---|\n{rows}\n\n"


def _where(part: Part) -> str:
    first, last = part.positions[0], part.positions[-1]
    if part.step > part.columns:
        return f"{first} to {last}, each row {part.step} on"
    return f"{first} to {last}" if last > first else str(first)


def _shape(part: Part) -> str:
    return f"{part.rows} by {part.columns}" if part.columns > 1 else str(part.rows)


def page(path: Path, *layouts: ObservationLayout) -> str:
    """A page with its tables of parts, which are in this order."""
    left = iter(layouts)
    text, found = TABLE.subn(lambda _: table(next(left)), path.read_text("utf-8"))
    assert found == len(layouts)
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


FILES = {
    CORE / "observation_layout.hpp": header,
    CORE / "feature_numbers.hpp": features_header,
    CORE / "game_numbers.hpp": numbers_header,
    CORE / "packed_layout.hpp": packed_header,
    CORE / "weights.hpp": weights_header,
    NATIVE / "core" / "limits.hpp": limits_header,
    NATIVE / "core" / "progress.hpp": progress_header,
    ROOT / "src" / "purrlab" / "train" / "numbers.hpp": train_header,
    PAGE: partial(page, PAGE, OBSERVATION),
    ENVIRONMENTS / "cat-in-the-box.md": partial(
        page, ENVIRONMENTS / "cat-in-the-box.md", OBSERVATION, information_state_layout(ROUNDS_SHOWN)
    ),
    ENVIRONMENTS / "rascal-kittens.md": partial(
        page, ENVIRONMENTS / "rascal-kittens.md", RASCAL_KITTENS_OBSERVATION, INFORMATION_STATE
    ),
}


def main() -> None:
    rascal_kittens = import_module("generate_rascal_kittens_files")
    for path, made in (FILES | rascal_kittens.FILES).items():
        path.write_text(made(), "utf-8")
    if find_spec("purrlab.native.cat_in_the_box._core"):
        STUB.write_text(stub(), "utf-8")
    if find_spec(rascal_kittens.CORE):
        rascal_kittens.STUB.write_text(rascal_kittens.stub(), "utf-8")


if __name__ == "__main__":
    main()
