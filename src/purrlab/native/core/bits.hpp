// Sets as the bits of a number. Nothing here keeps state, so nvcc compiles it for a GPU as well.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef __CUDACC__
#define PURR_HD __host__ __device__
#else
#define PURR_HD
#endif

namespace purr {
using u8 = std::uint8_t;
using i8 = std::int8_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;

PURR_HD inline int lowest(u64 bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}

// How many bits are set in each byte and all bytes below it. Without POPCNT, which a portable build may not use, this
// is quicker than the library call, and it is half the way to finding the k-th bit.
PURR_HD inline u64 running_counts(u64 bits) {
  bits -= bits >> 1 & 0x5555555555555555ull;
  bits = (bits & 0x3333333333333333ull) + (bits >> 2 & 0x3333333333333333ull);
  return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Full) * 0x0101010101010101ull;
}

PURR_HD inline int count(u64 bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#elif defined(__POPCNT__)
  return __builtin_popcountll(bits);
#else
  return static_cast<int>(running_counts(bits) >> 56);
#endif
}

// A byte of 0 or 1 for each of the first `SIZE` bits, eight at a time.
static_assert(std::endian::native == std::endian::little);
template <int SIZE>
PURR_HD inline void spread_bits(u64 bits, u8* bytes) {
  u64 octets[(SIZE + 7) / 8];
  for (int i = 0; i < (SIZE + 7) / 8; i++) {
    const u64 each = (bits >> 8 * i & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;  // one bit of it in every byte
    octets[i] = (each + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
  }
  std::memcpy(bytes, octets, SIZE);
}
}  // namespace purr
