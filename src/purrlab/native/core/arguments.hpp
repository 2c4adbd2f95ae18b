// Arguments as callers give them. checks.py of each game says for both of its cores what may be given: the core calls it before
// it does anything, and casts the plain values that come back. So no condition stands here, and nobody gets past it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

namespace purr {
// The name of a module or function of Python, as a template argument, so that each is looked up once.
template <std::size_t SIZE>
struct CheckName {
  char text[SIZE];
  constexpr CheckName(const char (&name)[SIZE]) { std::copy_n(name, SIZE, text); }
};

// What this function of that module returns. It raises where something is wrong.
template <CheckName MODULE, CheckName NAME, class... Arguments>
nanobind::object ask_in(const Arguments&... arguments) {
  static const nanobind::handle check = nanobind::module_::import_(MODULE.text).attr(NAME.text).inc_ref();
  return check(arguments...);
}

// Up to so many values, in memory that has room for all of them: the size is part of the type.
template <class T, std::size_t CAPACITY, class From>
std::array<T, CAPACITY> padded(const std::vector<From>& values) {
  std::array<T, CAPACITY> all{};
  const std::size_t count = std::min(values.size(), CAPACITY);
  for (std::size_t i = 0; i < count; i++) all[i] = static_cast<T>(values[i]);
  return all;
}
}  // namespace purr
