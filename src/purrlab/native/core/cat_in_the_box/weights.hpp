// Generated from cat_in_the_box/weights.py, which says what each one means, by tools/generate_core_files.py.
#pragma once

namespace purr::cat {
constexpr int WEIGHT_COUNT = 18, BID_LIMIT_COUNT = 2;

struct Weights {
  double taken, spare, danger, ease, beaten, trumped, win, win_urgent, win_any, lose, high_to_win, high_to_lose, touch,
      touch_more, unsafe, extreme, strength, leading;
};
}  // namespace purr::cat
