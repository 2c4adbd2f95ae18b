// Generated from rascal_kittens/weights.py, which says what each one means, by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr::kittens {
constexpr int WEIGHT_PARTS = 1000;
constexpr int TOKEN_PARTS = 2520;
constexpr int CHANCE_PARTS = 60;
constexpr int SHARE_PARTS = 12;
constexpr int WEIGHT_COUNT = 5;

struct Weights {
  std::int64_t others, future, run, shortage, length;
};
}  // namespace purr::kittens
