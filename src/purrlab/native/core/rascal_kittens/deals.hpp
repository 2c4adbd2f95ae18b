// Deals by the small generator; not the verifiable dealing of a real game.
#pragma once
#include "stacks.hpp"

namespace purr::kittens {
// Fisher-Yates from the last place to the second.
template <class T>
PURR_HD void shuffle(T* items, int size, Rng& rng) {
  for (int last = size - 1; last > 0; last--) {
    const int chosen = rng.below(last + 1);
    const T item = items[last];
    items[last] = items[chosen];
    items[chosen] = item;
  }
}

PURR_HD inline Deal random_deal(const PossibleStacks& possible, Rng& rng) {  // RK5, RK6
  Deal deal{};
  deal.middle = static_cast<i8>(rng.below(TILES));
  for (int colour = 0; colour < COLOURS; colour++) {
    int size = 0;
    for (int piece = 0; piece < PIECES; piece++)
      if (PIECES * colour + piece != deal.middle) deal.tiles[colour][size++] = static_cast<i8>(PIECES * colour + piece);
    shuffle(deal.tiles[colour], size, rng);
  }
  for (u16& stack : deal.stacks) stack = possible.any(0, rng);
  return deal;
}
}  // namespace purr::kittens
