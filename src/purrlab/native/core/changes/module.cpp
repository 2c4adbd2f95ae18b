// What the server needs at every move, as a Python module; purrlab/server/patch.py does the same where nothing is compiled.
#include <nanobind/nanobind.h>

#include "writer.hpp"

NB_MODULE(_core, m) {
  using purr::changes::Writer;
  namespace nb = nanobind;
  nb::set_leak_warnings(false);  // writers are kept for as long as the process lives
  nb::class_<Writer>(m, "ChangeWriter", "Writes what changed between two values of a shape.")
      .def(nb::init<nb::handle, nb::object, nb::object>(), nb::arg("shape"), nb::arg("collect"), nb::arg("encode"))
      .def("changes", &Writer::changes, nb::arg("before"), nb::arg("after"), "The inside of a JSON list.");
}
