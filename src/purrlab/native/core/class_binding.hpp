// What both modules of the core use to show themselves to Python.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <vector>

#include "arguments.hpp"
#include "chance.hpp"

namespace purr {
// Any argument comes through, None too, to be refused by the name of its field; the signatures say what is expected.
inline auto given(const char* name) { return nanobind::arg(name).none(); }

template <class Class>
nanobind::class_<Class> bind(nanobind::module_& m, const char* name, const char* meaning) {
  return nanobind::class_<Class>(m, name, meaning)
      .def("__reduce__", [](nanobind::handle self) { ask_in<"purrlab.native.arguments", "refuse_pickling">(self); },
           nanobind::sig("def __reduce__(self) -> typing.NoReturn"));
}

// A seed is what its type can hold; the check is asked for words, and for numbers of NumPy.
inline u64 seed_of(nanobind::handle given) {
  u64 seed;
  return nanobind::try_cast(given, seed, false) ? seed : nanobind::cast<u64>(ask_in<"purrlab.native.arguments", "check_seed">(given));
}

inline std::tuple<long, u64> playouts_of(nanobind::handle count, nanobind::handle seed) {
  return nanobind::cast<std::tuple<long, u64>>(ask_in<"purrlab.native.arguments", "check_random_playouts">(count, seed));
}

template <class T, class Each>
std::vector<T> by_seat(int players, Each each) {
  std::vector<T> all;
  for (int seat = 0; seat < players; seat++) all.push_back(static_cast<T>(each(seat)));
  return all;
}

// An array of Python on this memory, which lives as long as the batch.
template <class T>
nanobind::ndarray<nanobind::numpy, T> array_on(std::vector<T>& numbers, std::size_t rows) {
  if (numbers.size() == rows) return {numbers.data(), {rows}};
  return {numbers.data(), {rows, numbers.size() / rows}};
}

template <class Batch, class T>
void bind_array(nanobind::class_<Batch>& batch, const char* name, std::vector<T> Batch::*numbers, const char* signature) {
  batch.def_prop_ro(name, [numbers](Batch& b) { return array_on(b.*numbers, b.actions.size()); },
                    nanobind::rv_policy::reference_internal, nanobind::for_getter(nanobind::sig(signature)));
}
}  // namespace purr
