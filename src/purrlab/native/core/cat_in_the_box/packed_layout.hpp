// Generated from purrlab/envs/packed.py by tools/generate_core_files.py.
#pragma once

namespace purr::cat::packed {
constexpr int WORDS = 10, SEATS = 5, PLAYS_A_WORD = 9, PLAY_BITS = 6, TOTAL_OFFSET = 512;

struct Part {
  int first_word, first_bit, bits;
};

constexpr Part TOKENS{0, 0, 36};
constexpr Part MARKERS{0, 36, 4};
constexpr Part TRICKS{0, 40, 4};
constexpr Part BIDS{0, 44, 3};
constexpr Part TOTALS{0, 47, 10};
constexpr Part HAND{5, 0, 36};
constexpr Part PHASE{5, 36, 2};
constexpr Part START{5, 38, 3};
constexpr Part TURN{5, 41, 3};
constexpr Part TRICKS_DONE{5, 44, 4};
constexpr Part CARDS_IN_TRICK{5, 48, 3};
constexpr Part PLAYERS{5, 51, 3};
constexpr Part DISCARD{5, 54, 4};
constexpr Part ROUND_NUMBER{5, 58, 3};
constexpr Part PLAYS{6, 0, 54};
}  // namespace purr::cat::packed
