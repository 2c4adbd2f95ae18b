// Generated from purrlab/native/limits.py by tools/generate_core_files.py.
#pragma once

namespace purr {
constexpr long DEFAULT_NODES = 1048576;
constexpr long MAX_NET_WIDTH = 1024;
constexpr long MAX_MOVES = 47;
}  // namespace purr
