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

// The checks of one game.
template <CheckName MODULE>
struct ChecksIn {
  template <CheckName NAME, class... Arguments>
  static nanobind::object ask(const Arguments&... arguments) {
    return ask_in<MODULE, NAME>(arguments...);
  }

  template <CheckName NAME, class... T, class... Arguments>
  static std::tuple<T...> plain_values(const Arguments&... arguments) {
    return nanobind::cast<std::tuple<T...>>(ask<NAME>(arguments...));
  }
};

// A policy of this game for so many players.
template <class Policy>
const Policy& checked_policy(nanobind::handle given, int players) {
  ask_in<"purrlab.native.arguments", "check_policy">(given, nanobind::type<Policy>(), players);
  return *nanobind::cast<const Policy*>(given);
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
