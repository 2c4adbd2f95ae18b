// Work that is shared among threads.
#pragma once
#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace purr {
// Does something for every number below the size, in as many threads as asked for, or as can be had.
template <class Work>
void spread(int size, int threads, Work work) {
  const int share = (size - 1) / threads + 1;
  const auto part = [&work, size, share](int from) {
    for (int i = from, end = std::min(size, from + share); i < end; i++) work(i);
  };
  std::vector<std::thread> others;
  others.reserve(threads);
  int from = share;
  try {
    for (; from < size; from += share) others.emplace_back(part, from);
  } catch (const std::system_error&) {  // no more of them: the rest is done here
  }
  for (int mine = 0; mine < size; mine = from, from += share) part(mine);
  for (std::thread& other : others) other.join();
}
}  // namespace purr
