// A net that chooses actions: a layer on the features, blocks that add to it, and a number for every action.
//
// Every sum is made in one order, with nothing contracted, so that all builds and the fallback come to the same numbers.
#pragma once
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "../limits.hpp"
#include "features.hpp"

namespace purr::cat {
// A number of 16 bits as IEEE 754 has it; it is finite.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 1023;
  if (!exponent) {
    const float small = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -small : small;
  }
  const std::uint32_t bits = sign | (exponent + 112) << 23 | fraction << 13;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

struct Net {
  int players, width, blocks;
  std::vector<float> weights;

  // For each layer a row for every input, and then what is added.
  static std::size_t weight_count(int players, int width, int blocks) {
    const std::size_t wide = width;
    return (features::feature_count(players) + 1) * wide + blocks * (wide + 1) * wide + (wide + 1) * ACTIONS;
  }

  Net(int players_, int width_, int blocks_, const unsigned char* halves, std::size_t bytes)
      : players(players_), width(width_), blocks(blocks_), weights(weight_count(players_, width_, blocks_)) {
    if (bytes != 2 * weights.size() || width > MAX_NET_WIDTH) throw std::invalid_argument("weights: not of this size");
    for (std::size_t i = 0; i < weights.size(); i++)
      weights[i] = half_to_float(static_cast<std::uint16_t>(halves[2 * i] | halves[2 * i + 1] << 8));
  }

  void logits(const Round& round, const Layout& layout, float* out) const {
    u32 words[features::MAX_WORDS] = {};
    features::write(round, layout, words);
    float state[MAX_NET_WIDTH], change[MAX_NET_WIDTH];
    const float* at = first_layer(words, state);
    for (int block = 0; block < blocks; block++) {
      at = layer(at, state, width, change);
      for (int k = 0; k < width; k++) state[k] += positive(change[k]);
    }
    layer(at, state, ACTIONS, out);
  }

  static float positive(float number) { return number > 0 ? number : 0.0f; }

  // Says where the weights of the next layer begin.
  const float* first_layer(const u32* words, float* out) const {
    const int inputs = features::feature_count(players);
    std::memcpy(out, weights.data() + static_cast<std::size_t>(inputs) * width, width * sizeof(float));
    for (int word = 0; word < features::word_count(players); word++)
      for (u32 left = words[word]; left; left &= left - 1) {
        const float* row = weights.data() + static_cast<std::size_t>(32 * word + lowest(left)) * width;
        for (int k = 0; k < width; k++) out[k] += row[k];
      }
    for (int k = 0; k < width; k++) out[k] = positive(out[k]);
    return weights.data() + static_cast<std::size_t>(inputs + 1) * width;
  }

  // Four rows at a time, in the same order as one by one, so that the sums are not written to memory after each.
  const float* layer(const float* rows, const float* in, int outputs, float* out) const {
    int used[MAX_NET_WIDTH + 3], count = 0;
    for (int j = 0; j < width; j++)
      if (in[j] != 0) used[count++] = j;
    std::memcpy(out, rows + static_cast<std::size_t>(width) * outputs, outputs * sizeof(float));
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      const float *a = rows + used[i] * outputs, *b = rows + used[i + 1] * outputs, *c = rows + used[i + 2] * outputs,
                  *d = rows + used[i + 3] * outputs;
      const float w = in[used[i]], x = in[used[i + 1]], y = in[used[i + 2]], z = in[used[i + 3]];
      for (int k = 0; k < outputs; k++) out[k] = (((out[k] + w * a[k]) + x * b[k]) + y * c[k]) + z * d[k];
    }
    for (; i < count; i++)
      for (int k = 0; k < outputs; k++) out[k] += in[used[i]] * rows[used[i] * outputs + k];
    return rows + static_cast<std::size_t>(width + 1) * outputs;
  }
};
}  // namespace purr::cat
