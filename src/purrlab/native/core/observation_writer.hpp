// Writes an observation: the layout of each game says where its parts stand.
#pragma once
#include <cstdlib>

#include "bits.hpp"

namespace purr {
// Numbers of one kind, in rows and columns; `step` lies between two rows.
struct ObservationPart {
  int offset, rows, columns, step;
  float scale;
};

// Writes what is counted into its place, scaled.
struct ObservationWriter {
  float* out;

  PURR_HD void put(ObservationPart part, i64 count, int row = 0, int column = 0) {
    const bool fits = row >= 0 && row < part.rows && column >= 0 && column < part.columns;
    if (!fits) fail();
    out[part.offset + part.step * row + column] = part.scale * static_cast<float>(count);
  }

  // A 1 for each bit of the set.
  PURR_HD void put_set(ObservationPart part, u64 set, int row = 0) {
    for (; set; set &= set - 1) put(part, 1, row, lowest(set));
  }

  // A part would be overrun: the table and what is written here do not agree, whatever the caller gave.
  PURR_HD static void fail() {
#ifdef __CUDA_ARCH__
    __trap();
#else
    std::abort();
#endif
  }
};
}  // namespace purr
