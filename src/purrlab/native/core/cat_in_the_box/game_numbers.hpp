// Generated from the rules (CB1, CB17) and cat_in_the_box/encoding.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr::cat {
constexpr int MAX_PLAYERS = 5;
constexpr int HIGHEST = 9;
constexpr int COPIES = 5;
constexpr int MAX_CARDS = 45;
constexpr int TURNED_UP = 3;
constexpr int MAX_BONUS_TRICKS_FOR_TWO = 4;
constexpr int CELLS = 36;
constexpr int DISCARD = 36;
constexpr int BID = 45;
constexpr int ACTIONS = 49;
constexpr int RED = 0;
constexpr int BLUE = 1;
constexpr int YELLOW = 2;
constexpr int GREEN = 3;

PURR_HD constexpr int highest_value(int players) { return players == 2 ? 5 : players == 3 ? 6 : players == 4 ? 8 : 9; }
PURR_HD constexpr int cards_dealt(int players) { return players == 5 ? 9 : 10; }
PURR_HD constexpr std::uint64_t bids_allowed(int players) { return players == 2 ? 0x0 : players == 3 ? 0xd : 0x7; }
PURR_HD constexpr std::uint64_t observed_cells(int players) { return players == 2 ? 0xf00000 : players == 4 ? 0xf00000000 : 0x0; }
}  // namespace purr::cat
