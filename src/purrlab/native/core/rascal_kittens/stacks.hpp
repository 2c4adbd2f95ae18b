// RK5: the stacks of tokens that can be set up.
#pragma once
#include "game.hpp"

namespace purr::kittens {
constexpr int MAX_STACKS = 10;

// Whether a stack shows these values; where a place has no value, it was not seen.
PURR_HD inline bool shows(u32 stack, u32 seen) {
  const u32 looked_at = ((seen | seen >> 1) & 0x155) * 3;
  return ((stack ^ seen) & looked_at) == 0;
}

// RK5: the stacks that can be set up, each as likely as any other, in the order of the tokens taken for them.
struct PossibleStacks {
  u16 stacks[MAX_STACKS];
  int size = 0;

  PURR_HD explicit PossibleStacks(int players) {
    const int tokens = stack_size(players);
    // As many bits as tokens are taken, the first ones in the highest places: in falling order these are Python's
    // combinations.
    for (int chosen = (1 << TOKENS) - 1; chosen > 0; chosen--) {
      if (count(static_cast<u64>(chosen)) != tokens) continue;
      u32 stack = 0;
      for (int token = 0, place = 0; token < TOKENS; token++)
        if (chosen >> (TOKENS - 1 - token) & 1) stack |= static_cast<u32>(TOKEN_VALUES[token] - 1) << 2 * place++;
      stacks[size++] = static_cast<u16>(stack);
    }
  }

  // One of those that show this, each as likely as any other.
  PURR_HD u16 any(u32 seen, Rng& rng) const {
    u16 fitting[MAX_STACKS] = {};
    int found = 0;
    for (int i = 0; i < size; i++)
      if (shows(stacks[i], seen)) fitting[found++] = stacks[i];
    return fitting[rng.below(found)];
  }
};
}  // namespace purr::kittens
