"""What is made from other files for the core of Rascal Kittens; ``generate_core_files.py`` has it written too.

From the rules, ``encoding.py`` and ``weights.py`` come the numbers of the game in C++; from the compiled core comes its
stub.
"""

from dataclasses import fields

from generate_core_files import NATIVE, by_players, observation_header, stub_of

from purrlab.games.rascal_kittens.furniture import COLOURS, PIECES, TILES, TOKENS, TOYS
from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.scoring import ALL_KINDS_BONUS
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS
from purrlab.native.rascal_kittens import encoding, weights
from purrlab.native.rascal_kittens.observation import OBSERVATION

CORE = "purrlab.native.rascal_kittens._core"
STUB = NATIVE / "rascal_kittens" / "_core.pyi"


def numbers_header() -> str:
    constants = {
        "MAX_PLAYERS": max(RULES_BY_PLAYERS),
        "COLOURS": len(COLOURS),
        "PIECES": len(PIECES),
        "TILES": len(TILES),
        "TOYS": len(TOYS),
        "TOKENS": len(TOKENS),
        "ROUNDS": ROUNDS,
        "ALL_KINDS_BONUS": ALL_KINDS_BONUS,
        "DRAW": encoding.FIRST_DRAW,
        "ANCHOR": encoding.FIRST_ANCHOR,
        "LAY": encoding.FIRST_LAY,
        "RUN": encoding.FIRST_RUN,
        "ACTIONS": len(ACTIONS),
    }
    lines = [f"constexpr int {name} = {value};" for name, value in constants.items()]
    return f"""\
// Generated from the rules (RK1 to RK6, RK15) and rascal_kittens/encoding.py by tools/generate_core_files.py.
#pragma once

namespace purr::kittens {{
{chr(10).join(lines)}
constexpr int TOKEN_VALUES[TOKENS] = {{{", ".join(map(str, TOKENS))}}};

{by_players("int tokens_removed", {players: rules.removed for players, rules in RULES_BY_PLAYERS.items()})}
{by_players("int extra_tiles", {players: rules.extra for players, rules in RULES_BY_PLAYERS.items()})}
}}  // namespace purr::kittens
"""


def weights_header() -> str:
    names = [field.name for field in fields(weights.Weights)]
    parts = [f"constexpr int {name} = {value};" for name, value in vars(weights).items() if name.endswith("_PARTS")]
    return f"""\
// Generated from rascal_kittens/weights.py, which says what each one means, by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr::kittens {{
{chr(10).join(parts)}
constexpr int WEIGHT_COUNT = {len(names)};

struct Weights {{
  std::int64_t {", ".join(names)};
}};
}}  // namespace purr::kittens
"""


def layout_header() -> str:
    return observation_header("rascal_kittens", "kittens", OBSERVATION, {})


def stub() -> str:
    return stub_of(CORE, STUB)


CORE_FOLDER = NATIVE / "core" / "rascal_kittens"
FILES = {
    CORE_FOLDER / "game_numbers.hpp": numbers_header,
    CORE_FOLDER / "observation_layout.hpp": layout_header,
    CORE_FOLDER / "weights.hpp": weights_header,
}
