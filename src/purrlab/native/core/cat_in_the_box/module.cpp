// The core of Cat in the Box as a Python module: the names that purrlab.native.cat_in_the_box has for its callers. fallback has
// the same on the rules in Python, docs/core.md says what they mean, and of the signatures here _core.pyi is made.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <bit>
#include <map>
#include <optional>

#include "bound_batch.hpp"
#include "bound_net.hpp"
#include "bound_round.hpp"
#include "../interrupts.hpp"
#include "ismcts.hpp"
#include "search.hpp"

namespace purr::cat {
namespace {
using Answer = std::tuple<int, long, std::map<int, double>>;

Answer answer_of(const Found& found) {
  std::map<int, double> values;
  for (int action = 0; action < ACTIONS; action++)
    if (found.visits[action]) values[action] = found.values[action];
  return {found.action, found.playouts, values};
}

// Makes the search when it is known how chance goes, and lets it run.
template <class MakeSearch>
Answer run(MakeSearch make_search, nb::handle seed_, nb::handle playouts_, nb::handle seconds_, nb::handle nodes_) {
  const auto [seed, playouts, seconds, nodes] =
      Checks::plain_values<"check_search", u64, long, double, std::size_t>(seed_, playouts_, seconds_, nodes_);
  Budget budget{playouts, seconds, nodes, nullptr};
  if (is_main_thread()) budget.check_interrupt = raise_on_signal;
  auto search = make_search(seed);
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

const PyKnown& known_of(nb::handle given) {
  Checks::ask<"check_is_known">(given, nb::type<PyKnown>());
  return *nb::cast<const PyKnown*>(given);
}

Answer search(nb::handle known_, nb::handle policy_, nb::handle seed, nb::handle playouts, nb::handle seconds,
              nb::handle nodes) {
  const PyKnown& known = known_of(known_);
  const Policy& policy = checked_policy<Policy>(policy_, known.known.now.players);
  const auto make_search = [&](u64 chance) { return Search(known.known, policy, Settings{}, chance); };
  return run(make_search, seed, playouts, seconds, nodes);
}

Answer ismcts(nb::handle known_, nb::handle seed, nb::handle playouts, nb::handle seconds, nb::handle nodes,
              nb::handle policy_) {
  const PyKnown& known = known_of(known_);
  const Policy* policy = policy_or_none(policy_, known.known.now.players);
  const auto make_search = [&](u64 chance) { return Ismcts(known.known, known.layout, policy, chance); };
  return run(make_search, seed, playouts, seconds, nodes);
}

// The last argument is what stands in for the policy where nothing is compiled.
void make_policy(Policy* policy, nb::handle players_, nb::handle weights_, nb::handle limits_, nb::handle neighbours_,
                 nb::handle) {
  const auto [players, weights, limits, neighbours] =
      Checks::plain_values<"check_weights", int, std::array<double, WEIGHT_COUNT>, std::array<double, BID_LIMIT_COUNT>, Neighbours>(
          players_, weights_, limits_, neighbours_);
  (new (policy) Policy())->prepare(players, std::bit_cast<Weights>(weights), limits, layout_of(neighbours));
}

void bind_round(nb::module_& m) {
  nb::class_<PyRound> round = bind_value<PyRound>(m, "Round", "One round, whose discards are made in turn.");
  bind_pickling(round);
  round
      .def("__init__", &PyRound::make, given("players"), given("hands"), given("turned_up"),
           given("start"), given("neighbours"),
           nb::sig("def __init__(self, players: int, hands: collections.abc.Sequence[int], "
                   "turned_up: collections.abc.Sequence[int], start: int, neighbours: collections.abc.Sequence[int]) -> None"))
      .def_prop_ro("players", [](const PyRound& r) { return int(r.round.players); })
      .def_prop_ro("start", [](const PyRound& r) { return int(r.round.start); })
      .def_prop_ro("turn", [](const PyRound& r) { return int(r.round.turn); })
      .def_prop_ro("legal", [](const PyRound& r) { return r.round.legal; }, "What ``turn`` may do, as bits.")
      .def_prop_ro("over", [](const PyRound& r) { return r.round.phase == OVER; })
      .def_prop_ro("paradox", [](const PyRound& r) {
        return r.round.paradox == NOBODY ? std::nullopt : std::optional<int>(r.round.paradox); })
      .def_prop_ro("hands", [](const PyRound& r) {
        return by_seat<u64>(r.round.players, [&](int seat) { return r.round.hands[seat]; }); })
      .def_prop_ro("tokens", [](const PyRound& r) {
        return by_seat<u64>(r.round.players, [&](int seat) { return r.round.tokens[seat]; }); })
      .def_prop_ro("markers", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.markers[seat]; }); })
      .def_prop_ro("tricks", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.tricks[seat]; }); })
      .def_prop_ro("bids", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.bids[seat]; }); })
      .def_prop_ro("discards", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.discards[seat]; }); })
      .def_prop_ro("turned_up", &PyRound::turned_up, "With two players, three values, in any order.")
      .def_prop_ro("plays", [](const PyRound& r) { return Values(r.round.plays, r.round.plays + r.round.plays_made()); },
                   "The cells in the order of the plays.")
      .def("scores", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.score(seat, r.layout); }); },
           "What the round is worth; before its end, what it would be worth now.")
      .def("step", &PyRound::step, given("action"),
           nb::sig("def step(self, action: int) -> None"),
           "Raises ValueError, and changes nothing, when the action is not legal.")
      .def("playout", &PyRound::playout, given("seed"), given("policy") = nb::none(),
           nb::sig("def playout(self, seed: int, policy: Policy | None = None) -> int"),
           "To the end, at random or by the policy. Says how many decisions that were.")
      .def("random_playouts", &random_playouts, given("count"), given("seed"),
           nb::sig("def random_playouts(self, count: int, seed: int) -> tuple[int, int]"),
           "Decisions made in so many random playouts of this round, and the sum of all points.")
      .def("advice", &PyRound::advice, given("policy"), nb::sig("def advice(self, policy: Policy) -> int"),
           "What the policy would do.")
      .def("observe", &PyRound::observe, given("seat"), given("out"), given("mask") = nb::none(),
           nb::sig("def observe(self, seat: int, out: numpy.typing.NDArray[numpy.float32], "
                   "mask: numpy.typing.NDArray[numpy.int8] | None = None) -> None"),
           "Writes what the seat sees into an array; OBSERVATION says which number is what.\n\n"
           "Into another, where there is one, a 1 for each action that it may do now, and 0 for all others.")
      .def("known", [](const PyRound& r, nb::handle seat) { return known_to(r.round, r.layout, seat); }, given("seat"),
           nb::sig("def known(self, seat: int) -> Known"), "What a seat knows.");
}

void bind_game(nb::module_& m) {
  nb::class_<PyGame> game = bind_value<PyGame>(m, "Game", "A whole game, whose deals are given at once or one by one.");
  bind_pickling(game);
  game
      .def("__init__", &PyGame::make, given("players"), given("hands"),
           given("turned_up"), given("start"), given("neighbours"),
           nb::sig("def __init__(self, players: int, hands: collections.abc.Sequence[collections.abc.Sequence[int]], "
                   "turned_up: collections.abc.Sequence[collections.abc.Sequence[int]], start: int, "
                   "neighbours: collections.abc.Sequence[int]) -> None"))
      .def_prop_ro("players", [](const PyGame& g) { return int(g.game.round.players); })
      .def_prop_ro("number", [](const PyGame& g) { return int(g.game.number); }, "Of the round, from 1.")
      .def_prop_ro("round", [](const PyGame& g) { return PyRound{g.game.round, g.layout}; },
                   "The round in play, or the last one, as it is now.")
      .def_prop_ro("turn", [](const PyGame& g) { return int(g.game.round.turn); })
      .def_prop_ro("legal", [](const PyGame& g) { return g.game.round.legal; }, "What ``turn`` may do, as bits.")
      .def_prop_ro("legal_actions", [](const PyGame& g) { return numbers_in(g.game.round.legal); }, "The same as numbers, lowest first.")
      .def_prop_ro("over", [](const PyGame& g) { return g.game.over(); })
      .def_prop_ro("totals", [](const PyGame& g) {
        return by_seat<int>(g.game.round.players, [&](int seat) { return g.game.totals[seat]; }); })
      .def_prop_ro("winners", &PyGame::winners)
      .def_prop_ro("awaits_deal", &PyGame::awaits_deal, "Whether a round is over, and the deal of the next was not given yet.")
      .def("deal", &PyGame::deal, given("hands"), given("turned_up"),
           nb::sig("def deal(self, hands: collections.abc.Sequence[int], turned_up: collections.abc.Sequence[int]) -> None"),
           "Begins the next round.")
      .def("observe", &PyGame::observe, given("seat"), given("out"), given("mask") = nb::none(),
           nb::sig("def observe(self, seat: int, out: numpy.typing.NDArray[numpy.float32], "
                   "mask: numpy.typing.NDArray[numpy.int8] | None = None) -> None"),
           "Writes what the seat sees into an array; OBSERVATION says which number is what.\n\n"
           "Into another, where there is one, a 1 for each action that it may do now, and 0 for all others.")
      .def("known", [](const PyGame& g, nb::handle seat) { return known_to(g.game.round, g.layout, seat); }, given("seat"),
           nb::sig("def known(self, seat: int) -> Known"), "What a seat knows of the round in play.")
      .def("step", &PyGame::step, given("action"),
           nb::sig("def step(self, action: int) -> None"),
           "Raises ValueError, and changes nothing, when the action is not legal.");
}

void bind_search(nb::module_& m) {
  bind<Policy>(m, "Policy", "How everybody plays in a playout: the heuristic by its weights.\n\n"
                            "Where nothing is compiled ``stand_in`` chooses in its place.")
      .def("__init__", &make_policy, given("players"), given("weights"), given("limits"), given("neighbours"),
           given("stand_in") = nb::none(),
           nb::sig("def __init__(self, players: int, weights: collections.abc.Sequence[float], "
                   "limits: collections.abc.Sequence[float], neighbours: collections.abc.Sequence[int], "
                   "stand_in: collections.abc.Callable[[purrlab.games.cat_in_the_box.view.CatInTheBoxView], "
                   "purrlab.games.game.Action] | None = None) -> None"))
      .def_prop_ro("players", [](const Policy& p) { return p.players; });
  bind<PyKnown>(m, "Known", "What one seat knows when it is to act.\n\n"
                            "The open history, the own hand and the own discard, 0 before it.")
      .def("__init__", &PyKnown::make, given("players"), given("seat"),
           given("start"), given("turned_up"), given("hand"), given("discard"), given("moves"), given("neighbours"),
           nb::sig("def __init__(self, players: int, seat: int, start: int, turned_up: collections.abc.Sequence[int], "
                   "hand: int, discard: int, moves: collections.abc.Sequence[int], "
                   "neighbours: collections.abc.Sequence[int]) -> None"))
      .def_prop_ro("legal", [](const PyKnown& k) { return k.known.legal(); }, "What the seat may do, as bits; 0 while another is to act.")
      .def("redeal", &PyKnown::redeal, given("seed"), given("policy") = nb::none(),
           nb::sig("def redeal(self, seed: int, policy: Policy | None = None) -> Round"),
           "A round that looks the same to the seat, with the unseen cards dealt anew.");
  m.def("search", &search, given("known"), given("policy"), given("seed"), given("playouts") = 0, given("seconds") = 0.0,
        given("nodes") = Budget{}.nodes,
        nb::sig("def search(known: Known, policy: Policy, seed: int, playouts: int = 0, seconds: float = 0.0, "
                "nodes: int = ...) -> tuple[int, int, dict[int, float]]"),
        "The action, the playouts made, and what the actions seemed worth.\n\n"
        "Tries every action on the same deals, everybody following the policy; by so many playouts or seconds.");
  m.def("ismcts", &ismcts, given("known"), given("seed"), given("playouts") = 0, given("seconds") = 0.0,
        given("nodes") = Budget{}.nodes, given("policy") = nb::none(),
        nb::sig("def ismcts(known: Known, seed: int, playouts: int = 0, seconds: float = 0.0, "
                "nodes: int = ..., policy: Policy | None = None) -> tuple[int, int, dict[int, float]]"),
        "Information-set Monte Carlo tree search, with playouts by the policy, or uniform ones where none is given.");
  m.def("random_play", &random_play, given("players"), given("rounds"), given("seed"), given("neighbours"),
        nb::sig("def random_play(players: int, rounds: int, seed: int, neighbours: collections.abc.Sequence[int]) "
                "-> tuple[int, int]"),
        "Decisions made in so many random rounds, and the sum of all points.");
  m.def("random_deal", &random_deal_of, given("players"), given("seed"),
        nb::sig("def random_deal(players: int, seed: int) -> tuple[list[int], list[int]]"),
        "Hands, and what is turned up with two players.");
}

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch> batch = bind<PyBatch>(m, "Batch", "Many games at once, in arrays that it keeps.");
  batch
      .def("__init__", &PyBatch::make, given("players"), given("size"), given("seed"), given("neighbours"), given("threads"),
           nb::arg("observe"), nb::arg("single_rounds"),
           nb::sig("def __init__(self, players: int, size: int, seed: int | collections.abc.Sequence[int], "
                   "neighbours: collections.abc.Sequence[int], threads: int, observe: bool, single_rounds: bool) -> None"));
  bind_batch_of_games(batch, "def legal(self) -> numpy.typing.NDArray[numpy.uint64]");
}
}  // namespace
}  // namespace purr::cat

NB_MODULE(_core, m) {
  nanobind::set_leak_warnings(false);  // a daemon thread that still searches at the end keeps what it searches with
  purr::cat::bind_round(m);
  purr::cat::bind_game(m);
  purr::cat::bind_search(m);
  purr::cat::bind_net(m);
  purr::cat::bind_batch(m);
}
