// Chance: small, quick, the same everywhere, and not the verifiable dealing of a real game.
#pragma once
#if defined(__BMI2__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif
#include "bits.hpp"

namespace purr {
// splitmix64 (Steele, Lea, Flood 2014): small, quick, and the same on every machine.
struct Rng {
  u64 state;
  PURR_HD u64 next() {
    u64 z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
  }
  PURR_HD int below(int limit) { return static_cast<int>((next() >> 32) * static_cast<u64>(limit) >> 32); }
  PURR_HD double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
};

// One of the set bits, each as likely as any other.
PURR_HD inline int pick(u64 bits, Rng& rng) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return lowest(_pdep_u64(1ull << rng.below(__builtin_popcountll(bits)), bits));
#else
  const u64 upto = running_counts(bits);
  int k = rng.below(static_cast<int>(upto >> 56));
  const u64 passed = ((static_cast<u64>(k) * 0x0101010101010101ull | 0x8080808080808080ull) - upto) & 0x8080808080808080ull;
  const int place = 8 * static_cast<int>((passed >> 7) * 0x0101010101010101ull >> 56);  // of the byte that has the bit
  k -= static_cast<int>(upto << 8 >> place & 0xFF);
  u64 byte = bits >> place & 0xFF;
  while (k--) byte &= byte - 1;
  return place + lowest(byte);
#endif
}
}  // namespace purr
