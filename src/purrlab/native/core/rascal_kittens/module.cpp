// The core of Rascal Kittens as a Python module: the names that purrlab.native.rascal_kittens has for its callers. fallback
// has the same on the rules in Python, docs/core.md says what they mean, and of the signatures here _core.pyi is made.
#include <nanobind/stl/map.h>

#include <map>

#include "../interrupts.hpp"
#include "bindings.hpp"
#include "bound_batch.hpp"

namespace purr::kittens {
namespace {
using Answer = std::tuple<int, long, std::map<int, double>>;

Answer search(nb::handle known_, nb::handle policy_, nb::handle seed_, nb::handle playouts_, nb::handle seconds_,
              nb::handle rounds_ahead_) {
  Checks::ask<"check_is_known">(known_, nb::type<PyKnown>());
  const PyKnown& known = *nb::cast<const PyKnown*>(known_);
  const int players = known.known.now.players;
  const Policy& policy = checked_policy<Policy>(policy_, players);
  const auto [seed, playouts, seconds, rounds_ahead] =
      Checks::plain_values<"check_search", u64, long, double, int>(seed_, playouts_, seconds_, rounds_ahead_);
  Budget budget;
  budget.playouts = playouts;
  budget.seconds = seconds;
  if (is_main_thread()) budget.check_interrupt = raise_on_signal;
  Search search(known.known, known.table.table, policy, seed, rounds_ahead);
  nb::gil_scoped_release release;
  const Found found = search.run(budget);
  std::map<int, double> leads;
  for (int action = 0; action < ACTIONS; action++)
    if (found.tries[action])
      leads[action] = static_cast<double>(found.leads[action]) /
                      static_cast<double>(PROSPECT_PARTS * found.tries[action] * (players - 1));
  return {found.action, found.playouts, leads};
}

void bind_game(nb::module_& m) {
  nb::class_<Room> room =
      bind_value<Room>(m, "Room", "What a room makes of every run from a notch to a way in; the rules in Python need none.");
  bind_pickling(room);
  room
      .def("__init__", &make_room, nb::arg("lengths"), nb::arg("toys"),
           nb::sig("def __init__(self, lengths: collections.abc.Sequence[int], toys: collections.abc.Sequence[int]) -> None"));
  bind_value<PyGame>(m, "Game", "A whole game, from its setup on.")
      .def("__getstate__", &PyGame::saved)
      .def("__setstate__", &PyGame::load)
      .def("__init__", &PyGame::make, given("setup"),
           nb::sig("def __init__(self, setup: purrlab.games.rascal_kittens.setup.RascalKittensSetup) -> None"))
      .def_prop_ro("players", [](const PyGame& g) { return int(g.game.players); })
      .def_prop_ro("turn", [](const PyGame& g) { return int(g.game.turn); })
      .def_prop_ro("legal", [](const PyGame& g) { return g.game.legal; }, "What ``turn`` may do, as bits.")
      .def_prop_ro("legal_actions", [](const PyGame& g) { return numbers_in(g.game.legal); }, "The same as numbers, lowest first.")
      .def_prop_ro("over", [](const PyGame& g) { return g.game.phase == OVER; })
      .def_prop_ro("rounds", [](const PyGame& g) { return int(g.game.rounds); }, "That have begun.")
      .def_prop_ro("top", [](const PyGame& g) { return int(g.game.top); }, "The tile on top of the pile in the middle.")
      .def_prop_ro("hands", [](const PyGame& g) {
        return by_seat<u32>(g.game.players, [&](int seat) { return g.game.hands[seat]; }); })
      .def_prop_ro("draws", [](const PyGame& g) {
        return by_seat<int>(g.game.players, [&](int seat) { return g.game.draws[seat]; }); },
                   "The colours of each seat's extra tiles, as bits.")
      .def_prop_ro("ends", [](const PyGame& g) {
        return by_seat<int>(g.game.players, [&](int seat) { return g.game.ends[seat]; }); },
                   "The notch that each string has come to; -1 before it is anchored.")
      .def_prop_ro("strings", [](const PyGame& g) {
        return by_seat<i64>(g.game.players, [&](int seat) { return g.game.strings[seat]; }); },
                   "What is left of each, in billionths.")
      .def_prop_ro("left", [](const PyGame& g) { return Numbers(g.game.left, g.game.left + TOYS); }, "Tokens on each stack.")
      .def_prop_ro("taken", &PyGame::taken, "The values of each seat's tokens, by toy.")
      .def_prop_ro("totals", [](const PyGame& g) {
        return by_seat<int>(g.game.players, [&](int seat) { return g.game.total(seat, g.table.table); }); })
      .def_prop_ro("winners", &PyGame::winners)
      .def("step", &PyGame::step, given("action"), nb::sig("def step(self, action: int) -> None"),
           "Raises ValueError, and changes nothing, when the action is not legal.")
      .def("playout", &PyGame::playout, given("seed"), given("policy") = nb::none(),
           nb::sig("def playout(self, seed: int, policy: Policy | None = None) -> int"),
           "To the end, at random or by the policy. Says how many decisions that were.")
      .def("random_playouts", &PyGame::random_playouts, given("count"), given("seed"),
           nb::sig("def random_playouts(self, count: int, seed: int) -> tuple[int, int]"),
           "Decisions made in so many random playouts of this game, and the sum of all totals.")
      .def("advice", &PyGame::advice, given("policy"), nb::sig("def advice(self, policy: Policy) -> int"),
           "What the policy would do.")
      .def("worths", &PyGame::worths, given("policy"), nb::sig("def worths(self, policy: Policy) -> list[int]"),
           "What the policy makes of each legal action.")
      .def("observe", &PyGame::observe, given("seat"), given("out"), given("mask") = nb::none(),
           nb::sig("def observe(self, seat: int, out: numpy.typing.NDArray[numpy.float32], "
                   "mask: numpy.typing.NDArray[numpy.int8] | None = None) -> None"),
           "Writes what the seat sees into an array; OBSERVATION says which number is what.\n\n"
           "Into another, where there is one, a 1 for each action that it may do now, and 0 for all others.")
      .def("known", &known_to, given("seat"), nb::sig("def known(self, seat: int) -> Known"), "What a seat knows.");
}

void bind_search(nb::module_& m) {
  bind<Policy>(m, "Policy", "How everybody plays in a playout: the heuristic by its weights.")
      .def("__init__", &make_policy, given("players"), given("weights"),
           nb::sig("def __init__(self, players: int, weights: purrlab.native.rascal_kittens.weights.Weights) -> None"))
      .def_prop_ro("players", [](const Policy& p) { return p.players; });
  bind<PyKnown>(m, "Known", "What one seat knows, from its view.")
      .def("__init__", &PyKnown::make, given("view"),
           nb::sig("def __init__(self, view: purrlab.games.rascal_kittens.view.RascalKittensView) -> None"))
      .def_prop_ro("players", [](const PyKnown& k) { return int(k.known.now.players); })
      .def_prop_ro("seat", [](const PyKnown& k) { return k.known.seat; })
      .def_prop_ro("legal", &PyKnown::legal, "What the seat may do, as bits; 0 while another is to act.")
      .def("redeal", &PyKnown::redeal, given("seed"), nb::sig("def redeal(self, seed: int) -> Game"),
           "A game that looks the same to the seat, with what it cannot see dealt anew.");
  m.def("search", &search, given("known"), given("policy"), given("seed"), given("playouts") = 0, given("seconds") = 0.0,
        given("rounds_ahead") = ROUNDS,
        nb::sig("def search(known: Known, policy: Policy, seed: int, playouts: int = 0, seconds: float = 0.0, "
                "rounds_ahead: int = 12) -> tuple[int, int, dict[int, float]]"),
        "The action, the playouts made, and how far ahead of the others each action ends.\n\n"
        "Tries every action on the same deals, everybody following the policy; for so many more rounds; by so many playouts or seconds.");
}

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch> batch = bind<PyBatch>(m, "Batch", "Many games at once, in arrays that it keeps.");
  batch
      .def("__init__", &PyBatch::make, given("players"), given("size"), given("seed"), given("options"), given("threads"),
           nb::arg("observe"),
           nb::sig("def __init__(self, players: int, size: int, seed: int | collections.abc.Sequence[int], "
                   "options: collections.abc.Mapping[str, typing.Any] | None, threads: int, observe: bool) -> None"));
  bind_batch_of_games(batch, "def legal(self) -> numpy.typing.NDArray[numpy.uint32]");
}
}  // namespace
}  // namespace purr::kittens

NB_MODULE(_core, m) {
  nanobind::set_leak_warnings(false);  // a daemon thread that still searches at the end keeps what it searches with
  purr::kittens::bind_game(m);
  purr::kittens::bind_search(m);
  purr::kittens::bind_batch(m);
}
