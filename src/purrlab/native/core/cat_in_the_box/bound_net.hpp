// A net, as Python has it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bound_round.hpp"
#include "net.hpp"

namespace purr::cat {
struct PyNet {
  Net net;

  static void make(PyNet* made, nb::handle players_, nb::handle width_, nb::handle blocks_, nb::handle weights_) {
    const auto [players, width, blocks, weights] =
        Checks::plain_values<"check_net", int, int, int, nb::bytes>(players_, width_, blocks_, weights_);
    new (made) PyNet{Net(players, width, blocks, static_cast<const unsigned char*>(weights.data()), weights.size())};
  }

  std::vector<float> logits(nb::handle known_) const {
    Checks::ask<"check_is_known">(known_, nb::type<PyKnown>());
    const PyKnown& known = *nb::cast<const PyKnown*>(known_);
    Checks::ask<"check_net_players">(net.players, int(known.known.now.players));
    std::vector<float> numbers(ACTIONS);
    net.logits(known.known.now, known.layout, numbers.data());
    return numbers;
  }
};

inline void bind_net(nb::module_& m) {
  bind<PyNet>(m, "Net", "Chooses actions by weights that were learned (net_file.py).")
      .def("__init__", &PyNet::make, given("players"), given("width"), given("blocks"), given("weights"),
           nb::sig("def __init__(self, players: int, width: int, blocks: int, weights: bytes) -> None"))
      .def_prop_ro("players", [](const PyNet& n) { return n.net.players; })
      .def("logits", &PyNet::logits, given("known"), nb::sig("def logits(self, known: Known) -> list[float]"),
           "A number for every action, the higher the better; those of actions that are not legal mean nothing.");
}
}  // namespace purr::cat
