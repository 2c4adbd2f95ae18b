// Generated from purrlab/native/progress.py by tools/generate_core_files.py.
#pragma once
#include <cstdint>

namespace purr {
enum Done : std::uint8_t { GOES_ON = 0, ROUND_OVER = 1, GAME_OVER = 2 };
}  // namespace purr
