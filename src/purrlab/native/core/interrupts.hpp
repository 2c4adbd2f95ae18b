// A search that ends at Ctrl-C.
#pragma once
#include <nanobind/nanobind.h>

namespace purr {
// Ctrl-C, and whatever other signals the caller listens to. They come to the main thread alone.
inline void raise_on_signal() {
  nanobind::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals()) throw nanobind::python_error();
}

inline bool is_main_thread() {
  const nanobind::module_ threading = nanobind::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}
}  // namespace purr
