// Generated from cat_in_the_box/features.py by tools/generate_core_files.py.
#pragma once
#include "../bits.hpp"

namespace purr::cat::features {
constexpr int MAX_TRICKS = 8, MAX_NEEDED = 5, MAX_FINDABLE = 10, COLOUR_COUNT = 4, PHASES = 3;

// Of the bits that `write` writes.
PURR_HD constexpr int feature_count(int players) { return players == 2 ? 350 : players == 3 ? 489 : players == 4 ? 713 : 897; }
}  // namespace purr::cat::features
