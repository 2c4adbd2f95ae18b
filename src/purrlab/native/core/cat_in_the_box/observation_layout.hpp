// Generated from cat_in_the_box/observation.py by tools/generate_core_files.py.
#pragma once

namespace purr::cat::observation {
struct Part {
  int offset, rows, columns, step;
  float scale;
};

constexpr int SIZE = 303, COVERED_PLANE = 4;
constexpr Part TOKENS{0, 5, 36, 36, 1.0f};
constexpr Part HAND{180, 9, 1, 1, 0.25f};
constexpr Part MARKERS{189, 5, 4, 4, 1.0f};
constexpr Part TRICKS{209, 5, 1, 1, 0.125f};
constexpr Part BIDS{214, 5, 1, 1, 0.25f};
constexpr Part LED_COLOUR{219, 4, 1, 1, 1.0f};
constexpr Part TRICK_COLOURS{223, 5, 4, 5, 1.0f};
constexpr Part TRICK_VALUES{227, 5, 1, 5, 0.125f};
constexpr Part PHASE{248, 3, 1, 1, 1.0f};
constexpr Part TRICKS_DONE{251, 1, 1, 1, 0.125f};
constexpr Part RED_DECLARED{252, 1, 1, 1, 1.0f};
constexpr Part PLAYERS{253, 1, 1, 1, 0.25f};
constexpr Part DISCARD{254, 1, 1, 1, 0.125f};
constexpr Part CARDS_IN_TRICK{255, 1, 1, 1, 0.25f};
constexpr Part START{256, 5, 1, 1, 1.0f};
constexpr Part PLAYED_AT{261, 36, 1, 1, 0.03125f};
constexpr Part TOTALS{297, 5, 1, 1, 0.03125f};
constexpr Part ROUND_NUMBER{302, 1, 1, 1, 0.25f};
}  // namespace purr::cat::observation
