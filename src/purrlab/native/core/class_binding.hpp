// What both modules of the core use to show themselves to Python.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "bits.hpp"
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

// What a batch has in common with those that may restore its games: names of fields, and numbers that stand for their values.
using Kind = std::vector<std::pair<const char*, u64>>;

// What a batch saves begins so; what one on the rules in Python saves begins otherwise (purrlab/native/arguments.py).
constexpr std::string_view BATCH_HEAD = "purrlab: a batch of the compiled core\n";

// What is copied like a number, as bytes, with a sum over them, so that what another version saved, or what was cut, is refused.
class Saved {
 public:
  explicit Saved(const Kind& kind = {}) : bytes_(kind.empty() ? "" : BATCH_HEAD), first_(names_of(kind)), at_(bytes_.size() + sizeof(u64)) {
    bytes_.resize(at_);
    for (const auto& [name, value] : kind) put(&value, 1);
  }

  template <class T>
  Saved& put(const T* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(items), count * sizeof(T));
    return *this;
  }

  nanobind::bytes bytes() {
    const u64 sum = sum_of(bytes_.data() + at_, bytes_.size() - at_, first_);
    std::memcpy(bytes_.data() + at_ - sizeof sum, &sum, sizeof sum);
    return nanobind::bytes(bytes_.data(), bytes_.size());
  }

  static u64 sum_of(const char* bytes, std::size_t size, u64 first = 0) {
    u64 sum = first ^ size;
    const auto add = [&sum](u64 word) {  // as FNV-1a, eight bytes at a time
      sum = (sum ^ word) * 0x100000001B3ull;
      sum ^= sum >> 32;
    };
    u64 word = 0;
    for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
      std::memcpy(&word, bytes, sizeof word);
      add(word);
    }
    word = 0;
    std::memcpy(&word, bytes, size);
    add(word);
    return sum;
  }

  // Of the sum over what is saved by a kind with these names.
  static u64 names_of(const Kind& kind) {
    u64 sum = 0;
    for (const auto& [name, value] : kind) sum = sum_of(name, std::strlen(name), sum);
    return sum;
  }

 private:
  std::string bytes_;
  u64 first_;
  std::size_t at_;  // where begins what the sum is over
};

class Loaded {
 public:
  // `bytes` are those of `Saved` by the same kind.
  explicit Loaded(const nanobind::bytes& bytes, const Kind& kind = {})
      : all_(bytes), at_(bytes.c_str()), end_(at_ + bytes.size()) {
    const std::string_view head = kind.empty() ? "" : BATCH_HEAD;
    u64 sum = 0;
    if (!std::string_view(at_, left()).starts_with(head)) refuse();
    at_ += head.size();
    get(&sum, 1);
    if (sum != Saved::sum_of(at_, left(), Saved::names_of(kind))) refuse();
    for (const auto& [name, value] : kind) {
      u64 saved;
      get(&saved, 1);
      if (saved != value) throw nanobind::value_error((std::string("saved: expected what a batch with the same ") + name + " saved").c_str());
    }
  }

  // Refuses what holds more or less than that, before anything of it is kept.
  Loaded& expect(std::size_t size) {
    if (left() != size) refuse();
    return *this;
  }

  template <class T>
  Loaded& get(T* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (left() < count * sizeof(T)) refuse();
    std::memcpy(items, at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return *this;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  void refuse() const { ask_in<"purrlab.native.arguments", "refuse_saved">(all_, true); }

  const nanobind::bytes& all_;
  const char *at_, *end_;
};

// A class that is copied like a number: it can be copied and pickled.
template <class Class>
nanobind::class_<Class> bind_value(nanobind::module_& m, const char* name, const char* meaning) {
  return nanobind::class_<Class>(m, name, meaning)
      .def("copy", [](const Class& self) { return Class(self); })
      .def("__copy__", [](const Class& self) { return Class(self); })
      .def("__deepcopy__", [](const Class& self, nanobind::handle) { return Class(self); }, nanobind::arg("memo"),
           nanobind::sig("def __deepcopy__(self, memo: object) -> typing.Self"));
}

template <class Class>
void bind_pickling(nanobind::class_<Class>& bound) {
  bound.def("__getstate__", [](const Class& self) { return Saved().put(&self, 1).bytes(); })
      .def("__setstate__", [](Class& self, const nanobind::bytes& saved) { Loaded(saved).expect(sizeof(Class)).get(new (&self) Class, 1); });
}

// A seed is what its type can hold; the check is asked for words, and for numbers of NumPy.
inline u64 seed_of(nanobind::handle given) {
  u64 seed;
  return nanobind::try_cast(given, seed, false) ? seed : nanobind::cast<u64>(ask_in<"purrlab.native.arguments", "check_seed">(given));
}

inline std::tuple<long, u64> playouts_of(nanobind::handle count, nanobind::handle seed) {
  return nanobind::cast<std::tuple<long, u64>>(ask_in<"purrlab.native.arguments", "check_random_playouts">(count, seed));
}

// A seed for each of so many games: given, or drawn from one for all of them. One game is dealt anew all the time, so the core looks
// itself before it asks.
inline std::vector<u64> seeds_of(nanobind::handle given, int size) {
  std::vector<u64> listed;
  if (PyList_CheckExact(given.ptr()) && nanobind::try_cast(given, listed, false) && static_cast<int>(listed.size()) == size) return listed;
  auto [each, seeds] = nanobind::cast<std::tuple<bool, std::vector<u64>>>(ask_in<"purrlab.native.arguments", "check_seeds">(given, size));
  if (each) return seeds;
  Rng rng{seeds.at(0)};
  std::vector<u64> drawn(size);
  for (u64& seed : drawn) seed = rng.next();
  return drawn;
}

inline int index_of(nanobind::handle index, int size) {
  return nanobind::cast<int>(ask_in<"purrlab.native.arguments", "check_index">(index, size));
}

// A seat for each game, and an array with a row for each.
template <int SIZE>
auto seen_by(nanobind::handle seats, nanobind::handle out, int size, int players) {
  using Rows = nanobind::ndarray<float, nanobind::shape<-1, SIZE>, nanobind::c_contig, nanobind::device::cpu>;
  return nanobind::cast<std::tuple<std::vector<int>, Rows>>(
      ask_in<"purrlab.native.arguments", "check_observe_all">(seats, out, size, players, SIZE));
}

// Memory of an array to write into, where it is one of so many items of one of these formats, in one piece.
class ArrayToFill {
 public:
  ArrayToFill(nanobind::handle array, const char* formats, Py_ssize_t size) {
    if (array.is_none()) return;
    held_ = PyObject_GetBuffer(array.ptr(), &view_, PyBUF_ND | PyBUF_FORMAT | PyBUF_WRITABLE) == 0;
    if (!held_) PyErr_Clear();
    fits_ = held_ && view_.ndim == 1 && view_.shape[0] == size && std::strlen(view_.format) == 1 && std::strchr(formats, view_.format[0]);
  }
  ArrayToFill(const ArrayToFill&) = delete;
  ~ArrayToFill() {
    if (held_) PyBuffer_Release(&view_);
  }

  bool fits() const { return fits_; }
  void* memory() const { return view_.buf; }

 private:
  Py_buffer view_;
  bool held_ = false, fits_ = false;
};

// Writes what a seat sees and, where there is an array for it, what it may do. `write` takes the seat and memory for both. This
// call comes at every decision, so the core looks itself before it asks `check`, which has a word for all that is wrong.
template <int OBSERVATION, int ACTIONS, class Check, class Write>
void observe_into(int players, nanobind::handle seat_, nanobind::handle out_, nanobind::handle mask_, Check check, Write write) {
  const ArrayToFill out(out_, "f", OBSERVATION), mask(mask_, "bB?", ACTIONS);
  const bool fit = out.fits() && (mask.fits() || mask_.is_none());
  int seat = 0;
  if (!fit || !nanobind::try_cast(seat_, seat, false) || seat < 0 || seat >= players) seat = nanobind::cast<int>(check());
  if (fit) write(seat, static_cast<float*>(out.memory()), mask.fits() ? static_cast<u8*>(mask.memory()) : nullptr);
}

// The numbers of the bits that are set.
inline std::vector<int> numbers_in(u64 bits) {
  std::vector<int> numbers;
  numbers.reserve(count(bits));
  for (; bits; bits &= bits - 1) numbers.push_back(lowest(bits));
  return numbers;
}

template <class T, class Each>
std::vector<T> by_seat(int players, Each each) {
  std::vector<T> all;
  for (int seat = 0; seat < players; seat++) all.push_back(static_cast<T>(each(seat)));
  return all;
}

// Memory that begins where every library takes it without a copy: JAX wants 64 bytes.
template <class T>
struct Aligned {
  using value_type = T;
  static constexpr std::align_val_t ALIGNMENT{64};
  Aligned() = default;
  template <class U>
  Aligned(const Aligned<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), ALIGNMENT)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, ALIGNMENT); }
  bool operator==(const Aligned&) const = default;
};

template <class T>
using Array = std::vector<T, Aligned<T>>;

// An array of Python on this memory, which lives as long as the batch.
template <class T>
nanobind::ndarray<nanobind::numpy, T> array_on(Array<T>& numbers, std::size_t rows) {
  if (numbers.size() == rows) return {numbers.data(), {rows}};
  return {numbers.data(), {rows, numbers.size() / rows}};
}

template <class Batch, class Arrays, class T>
void bind_array(nanobind::class_<Batch>& batch, const char* name, Array<T> Arrays::*numbers, const char* signature) {
  batch.def_prop_ro(name, [numbers](Batch& b) { return array_on(b.*numbers, b.actions.size()); },
                    nanobind::rv_policy::reference_internal, nanobind::for_getter(nanobind::sig(signature)));
}
}  // namespace purr
