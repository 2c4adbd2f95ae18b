// Generated from rascal_kittens/observation.py by tools/generate_core_files.py.
#pragma once

namespace purr::kittens::observation {
struct Part {
  int offset, rows, columns;
  float scale;
};

constexpr int SIZE = 2129;
constexpr Part HAND{0, 1, 20, 1.0f};
constexpr Part SHOWN{20, 1, 20, 1.0f};
constexpr Part TOP{40, 1, 20, 1.0f};
constexpr Part HELD{60, 4, 4, 0.25f};
constexpr Part DRAWS{76, 4, 4, 1.0f};
constexpr Part ENDS{92, 4, 40, 1.0f};
constexpr Part STRINGS{252, 1, 4, 9.5367431640625e-07f};
constexpr Part LEFT{256, 1, 10, 0.25f};
constexpr Part TOKENS{266, 4, 10, 0.25f};
constexpr Part OWN_TOKENS{306, 10, 5, 0.25f};
constexpr Part TOTAL{356, 1, 1, 0.015625f};
constexpr Part PHASE{357, 1, 4, 1.0f};
constexpr Part ROUNDS_BEGUN{361, 1, 1, 0.0625f};
constexpr Part LEADER{362, 1, 4, 1.0f};
constexpr Part RAN{366, 1, 1, 0.25f};
constexpr Part PLAYERS{367, 1, 1, 0.25f};
constexpr Part OLDER{368, 1, 1, 1.0f};
constexpr Part LENGTHS{369, 4, 40, 7.62939453125e-06f};
constexpr Part TOYS_TOUCHED{529, 160, 10, 1.0f};
}  // namespace purr::kittens::observation
