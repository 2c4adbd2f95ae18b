// Generated from the rules (RK1 to RK6, RK15) and rascal_kittens/encoding.py by tools/generate_core_files.py.
#pragma once

namespace purr::kittens {
constexpr int MAX_PLAYERS = 4;
constexpr int COLOURS = 4;
constexpr int PIECES = 5;
constexpr int TILES = 20;
constexpr int TOYS = 10;
constexpr int TOKENS = 5;
constexpr int ROUNDS = 12;
constexpr int ALL_KINDS_BONUS = 15;
constexpr int DRAW = 0;
constexpr int ANCHOR = 4;
constexpr int LAY = 6;
constexpr int RUN = 26;
constexpr int ACTIONS = 28;
constexpr int TOKEN_VALUES[TOKENS] = {2, 2, 3, 3, 4};

PURR_HD constexpr int tokens_removed(int players) { return players == 2 ? 2 : players == 3 ? 1 : 0; }
PURR_HD constexpr int extra_tiles(int players) { return players == 2 ? 3 : players == 3 ? 1 : 0; }
}  // namespace purr::kittens
