// Arguments as callers give them. The core looks itself whether plain ones are right; purrlab/native/checks.py has the words
// for those that are not, and the plain values of those that are right all the same, such as numbers of NumPy.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <new>
#include <stdexcept>
#include <string>
#include <tuple>

namespace purr {
template <class T>
struct Given {
  nanobind::handle object;
  bool is_plain;  // of the type that is expected, without conversion
  T plain;        // only then
};

// What a function of purrlab.native says to these. It raises where they are wrong.
template <class... Arguments>
nanobind::object ask(const char* module, const char* check, const Arguments&... arguments) {
  const std::string name = std::string("purrlab.native.") + module;
  return nanobind::module_::import_(name.c_str()).attr(check)(arguments...);
}

inline void agreed(bool holds) {
  if (!holds) throw std::logic_error("_core refuses what purrlab.native lets pass");
}

template <class... Arguments>
[[noreturn]] void refuse(const char* module, const char* check, const Arguments&... arguments) {
  ask(module, check, arguments...);
  throw std::logic_error("_core refuses what purrlab.native lets pass");
}

// The plain values: as given where they are right at a glance, or else as a function of checks.py returns them.
template <class IsRight, class... T>
std::tuple<T...> plain_values(const char* check, IsRight is_right, const Given<T>&... given) {
  if ((given.is_plain && ...) && is_right(given.plain...)) return {given.plain...};
  return nanobind::cast<std::tuple<T...>>(ask("checks", check, given.object...));
}

// The constructor of a class whose `fill` says whether the arguments can be.
template <class Made, class... T>
void make(Made* self, const Given<T>&... given) {
  Made* made = new (self) Made();
  if ((given.is_plain && ...) && made->fill(given.plain...)) return;
  const auto plain = nanobind::cast<std::tuple<T...>>(ask("checks", Made::CHECK, given.object...));
  agreed(std::apply([made](const T&... values) { return made->fill(values...); }, plain));
}
}  // namespace purr

namespace nanobind::detail {
template <class T>
struct type_caster<purr::Given<T>> {
  NB_TYPE_CASTER(purr::Given<T>, make_caster<T>::Name)

  bool from_python(handle source, uint32_t flags, cleanup_list* cleanup) noexcept {
    make_caster<T> caster;
    value.object = source;
    value.is_plain = caster.from_python(source, flags_for_local_caster<T>(flags) & ~cast_flags::convert, cleanup) &&
                     caster.template can_cast<T>();
    if (value.is_plain) value.plain = caster.operator cast_t<T>();
    return true;
  }
};
}  // namespace nanobind::detail
