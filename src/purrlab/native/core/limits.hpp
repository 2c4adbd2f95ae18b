// Generated from purrlab/native/limits.py by tools/generate_core_files.py.
#pragma once

namespace purr {
constexpr long MAX_COUNT = 999999999;
constexpr long MIN_NODES = 64;
constexpr long MAX_NODES = 1073741824;
constexpr long DEFAULT_NODES = 1048576;
}  // namespace purr
