// The core as a Python module. purrlab.native checks what its callers give, names the field that is wrong, and then calls
// this; purrlab/native/fallback has the same names on the rules in Python. docs/core.md says what they mean.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include "batch.hpp"
#include "ismcts.hpp"
#include "policy.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace purr;
using Values = std::vector<int>;
using Sets = std::vector<u64>;  // of cells, or hands
template <class T>
using Line = nb::ndarray<T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<T, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

namespace {
// For whoever calls this past purrlab.native: what would be read or written out of bounds is refused.
void require(bool holds) {
  if (!holds) throw std::invalid_argument("_core: call purrlab.native, which checks arguments and names the wrong one");
}

int players_of(int players) {
  require(players >= 2 && players <= MOST_PLAYERS);
  return players;
}

int seat_of(int seat, int players) {
  require(seat >= 0 && seat < players);
  return seat;
}

Layout layout_of(const Sets& neighbours) {
  require(neighbours.size() == CELLS);
  Layout layout;
  std::copy(neighbours.begin(), neighbours.end(), layout.neighbours);
  return layout;
}

void copy_turned_up(const Values& values, int players, i8* turned_up) {
  require(values.size() == (players == 2 ? 3u : 0u));
  for (std::size_t i = 0; i < values.size(); i++) {
    require(values[i] >= 1 && values[i] <= highest_value(players));
    turned_up[i] = static_cast<i8>(values[i]);
  }
}

Deal deal_of(int players, const Sets& hands, const Values& turned_up) {
  require(hands.size() == static_cast<std::size_t>(players));
  Deal deal{};
  std::copy(hands.begin(), hands.end(), deal.hands);
  copy_turned_up(turned_up, players, deal.turned_up);
  for (int value = 1; value <= HIGHEST; value++) {
    int all = static_cast<int>(std::count(deal.turned_up, deal.turned_up + 3, value));
    for (const u64 hand : hands) all += copies(hand, value);
    require(all <= (value <= highest_value(players) ? COPIES : 0));
  }
  return deal;
}

template <class T, class Each>
std::vector<T> by_seat(int players, Each each) {
  std::vector<T> all;
  for (int seat = 0; seat < players; seat++) all.push_back(static_cast<T>(each(seat)));
  return all;
}

struct PyRound {
  Round round;
  Layout layout;

  PyRound(const Round& round_, const Layout& layout_) : round(round_), layout(layout_) {}
  PyRound(int players, const Sets& hands, const Values& turned_up, int start, const Sets& neighbours)
      : layout(layout_of(neighbours)) {
    players_of(players);
    round.deal(players, deal_of(players, hands, turned_up), seat_of(start, players));
  }

  // False, and nothing is changed, where the action is not legal.
  bool step(unsigned action) {
    if (action >= ACTIONS || !(round.legal >> action & 1)) return false;
    round.step(static_cast<int>(action));
    return true;
  }

  int playout(u64 seed, const Policy* policy) {
    Rng rng{seed};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, round) : play_at_random(round, rng);
  }

  int advice(const Policy& policy) const {
    require(round.legal != 0);
    return policy.choose(round);
  }

  void observe(int seat, const Line<float>& out) const {
    require(out.size() == observation::SIZE);
    purr::observe(round, seat_of(seat, round.players), out.data());
  }
};

// Decisions made in so many random playouts of the same round, and the sum of all points, so that nothing is left out.
std::tuple<long, long> random_playouts(const PyRound& from, long count, u64 seed) {
  Rng rng{seed};
  nb::gil_scoped_release release;
  long decisions = 0, points = 0;
  for (long i = 0; i < count; i++) {
    Round round = from.round;
    decisions += play_at_random(round, rng);
    for (int seat = 0; seat < round.players; seat++) points += round.score(seat, from.layout);
  }
  return {decisions, points};
}

// The same for rounds that are dealt anew.
std::tuple<long, long> random_play(int players, long rounds, u64 seed, const Sets& neighbours) {
  players_of(players);
  const Layout layout = layout_of(neighbours);
  Rng rng{seed};
  nb::gil_scoped_release release;
  long decisions = 0, points = 0;
  for (long i = 0; i < rounds; i++) {
    Round round;
    round.deal(players, random_deal(players, rng), static_cast<int>(i % players));
    decisions += play_at_random(round, rng);
    for (int seat = 0; seat < players; seat++) points += round.score(seat, layout);
  }
  return {decisions, points};
}

struct PyGame {
  Game game;
  Layout layout;
  std::vector<Deal> deals;

  PyGame(int players, const std::vector<Sets>& hands, const std::vector<Values>& turned_up, int start, const Sets& neighbours)
      : layout(layout_of(neighbours)) {
    players_of(players);
    require(hands.size() == static_cast<std::size_t>(players) && turned_up.size() == hands.size());
    for (int i = 0; i < players; i++) deals.push_back(deal_of(players, hands[i], turned_up[i]));
    game.begin(players, deals[0], seat_of(start, players));
  }

  // False, and nothing is changed, where the action is not legal.
  bool step(unsigned action) {
    if (action >= ACTIONS || !(game.round.legal >> action & 1)) return false;
    game.round.step(static_cast<int>(action));
    if (game.round.legal) return true;
    game.add_up(layout);
    if (!game.over()) game.next_round(deals[game.number]);
    return true;
  }

  Values winners() const {
    Values seats;
    for (int seat = 0; seat < game.round.players; seat++)
      if (game.over() && game.winners() >> seat & 1) seats.push_back(seat);
    return seats;
  }
};

struct PyKnown {
  Known known;
  Layout layout;

  PyKnown(int players, int seat, int start, const Values& turned_up, u64 hand, int discard, const Values& moves,
          const Sets& neighbours)
      : known{}, layout(layout_of(neighbours)) {
    players_of(players);
    require(discard >= 0 && discard <= highest_value(players) && moves.size() < MOST_MOVES && (discard || moves.empty()));
    i8 up[3] = {};
    copy_turned_up(turned_up, players, up);
    u8 made[MOST_MOVES] = {};
    for (std::size_t i = 0; i < moves.size(); i++) {
      require(moves[i] >= 0 && moves[i] < ACTIONS && (moves[i] < DISCARD || moves[i] >= BID));
      made[i] = static_cast<u8>(moves[i]);
    }
    known.look(players, seat_of(seat, players), seat_of(start, players), up, hand, discard, discard == 0,
               static_cast<int>(moves.size()), made);
    for (int i = 0; i < known.moves; i++) require(known.could_be(i));
    require(known.now.turn == seat && known.now.legal);
    for (int value = 1; value <= HIGHEST; value++) {
      const int seen = copies(hand, value) + (discard == value);
      require(seen + Policy::digit_count(known.now.taken >> 4 * (value - 1)) <= COPIES);
    }
  }

  PyRound redeal(u64 seed, const Policy* policy) const {
    Rng rng{seed};
    nb::gil_scoped_release release;
    return {Belief(known, policy, Trust{}, rng).next(rng), layout};
  }
};

using Answer = std::tuple<int, long, std::map<int, double>>;

Answer answer_of(const Found& found) {
  std::map<int, double> values;
  for (int action = 0; action < ACTIONS; action++)
    if (found.visits[action]) values[action] = found.values[action];
  return {found.action, found.playouts, values};
}

// Ctrl-C, and whatever other signals the caller listens to. They come to the main thread alone.
void heed_signals() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals()) throw nb::python_error();
}

bool is_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

Budget budget_of(long playouts, double seconds, std::size_t nodes) {
  Budget budget{playouts, seconds, nodes, nullptr};
  if (is_main_thread()) budget.look_up = heed_signals;
  return budget;
}

Answer search(const PyKnown& known, const Policy& policy, u64 seed, long playouts, double seconds, std::size_t nodes) {
  const Budget budget = budget_of(playouts, seconds, nodes);
  Search search(known.known, policy, Settings{}, seed);
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

Answer ismcts(const PyKnown& known, u64 seed, long playouts, double seconds, std::size_t nodes) {
  const Budget budget = budget_of(playouts, seconds, nodes);
  Ismcts search(known.known, known.layout, seed);
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

// The last argument is what stands in for the policy where nothing is compiled.
void make_policy(Policy* policy, int players, const std::vector<double>& weights, const std::vector<double>& limits,
                 const Sets& neighbours, nb::handle) {
  require(weights.size() == WEIGHTS && limits.size() == 2);
  for (const double weight : weights) require(std::abs(weight) <= 1000);  // so that no worth becomes NaN
  const Layout layout = layout_of(neighbours);
  Weights named;
  std::copy(weights.begin(), weights.end(), reinterpret_cast<double*>(&named));
  players_of(players);
  (new (policy) Policy())->prepare(players, named, limits.data(), layout);
}

struct PyBatch {
  Batch batch;
  int threads;

  PyBatch(int players, int size, u64 seed, const Sets& neighbours, int threads_)
      : batch(players_of(players), size, seed, layout_of(neighbours)), threads(threads_) {
    require(size > 0 && threads > 0);
  }

  template <class Array>
  auto rows(const Array& array) const {
    require(array.shape(0) == batch.games.size());
    return array.data();
  }

  float* grid(const Grid<float>& array, std::size_t columns) const {
    require(array.shape(1) == columns);
    return rows(array);
  }

  float* seen(const std::optional<Grid<float>>& observations) const {
    return observations ? grid(*observations, observation::SIZE) : nullptr;
  }

  void write(const Line<u64>& legal, const Line<i8>& turn, const std::optional<Grid<float>>& observations) const {
    const Outputs out{rows(legal), rows(turn), seen(observations), nullptr, nullptr, nullptr};
    nb::gil_scoped_release release;
    batch.spread(threads, [this, out](int i) { batch.write(i, out); });
  }

  // False, and nothing is changed, where an action is not legal.
  bool step(const Line<const int>& actions, const Line<u64>& legal, const Line<i8>& turn,
            const std::optional<Grid<float>>& observations, const Grid<float>& rewards, const Line<u8>& done,
            const Line<u8>& winners) {
    const int* action = rows(actions);
    const auto columns = static_cast<std::size_t>(batch.players);
    const Outputs out{rows(legal), rows(turn), seen(observations), grid(rewards, columns), rows(done), rows(winners)};
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < batch.games.size(); i++)
      if (action[i] < 0 || action[i] >= ACTIONS || !(batch.games[i].round.legal >> action[i] & 1)) return false;
    batch.spread(threads, [this, out, action](int i) { batch.step(i, action[i], out); });
    return true;
  }

  void sample(const Line<int>& actions) {
    int* action = rows(actions);
    nb::gil_scoped_release release;
    batch.spread(threads, [this, action](int i) { action[i] = pick(batch.games[i].round.legal, batch.chance[i]); });
  }
};

void bind_round(nb::module_& m) {
  nb::class_<PyRound>(m, "Round")
      .def(nb::init<int, const Sets&, const Values&, int, const Sets&>(), "players"_a, "hands"_a, "turned_up"_a, "start"_a,
           "neighbours"_a)
      .def_prop_ro("players", [](const PyRound& r) { return int(r.round.players); })
      .def_prop_ro("start", [](const PyRound& r) { return int(r.round.start); })
      .def_prop_ro("turn", [](const PyRound& r) { return int(r.round.turn); })
      .def_prop_ro("legal", [](const PyRound& r) { return r.round.legal; })
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
      .def("scores", [](const PyRound& r) {
        return by_seat<int>(r.round.players, [&](int seat) { return r.round.score(seat, r.layout); }); })
      .def("copy", [](const PyRound& r) { return PyRound(r); })
      .def("step", &PyRound::step, "action"_a)
      .def("playout", &PyRound::playout, "seed"_a, "policy"_a.none() = nb::none())
      .def("random_playouts", &random_playouts, "count"_a, "seed"_a)
      .def("advice", &PyRound::advice, "policy"_a)
      .def("observe", &PyRound::observe, "seat"_a, "out"_a.noconvert());
}

void bind_game(nb::module_& m) {
  nb::class_<PyGame>(m, "Game")
      .def(nb::init<int, const std::vector<Sets>&, const std::vector<Values>&, int, const Sets&>(), "players"_a, "hands"_a,
           "turned_up"_a, "start"_a, "neighbours"_a)
      .def_prop_ro("number", [](const PyGame& g) { return int(g.game.number); })
      .def_prop_ro("round", [](const PyGame& g) { return PyRound(g.game.round, g.layout); })
      .def_prop_ro("turn", [](const PyGame& g) { return int(g.game.round.turn); })
      .def_prop_ro("legal", [](const PyGame& g) { return g.game.round.legal; })
      .def_prop_ro("over", [](const PyGame& g) { return g.game.over(); })
      .def_prop_ro("totals", [](const PyGame& g) {
        return by_seat<int>(g.game.round.players, [&](int seat) { return g.game.totals[seat]; }); })
      .def_prop_ro("winners", &PyGame::winners)
      .def("step", &PyGame::step, "action"_a);
}

void bind_search(nb::module_& m) {
  nb::class_<Policy>(m, "Policy")
      .def("__init__", &make_policy, "players"_a, "weights"_a, "limits"_a, "neighbours"_a, "stand_in"_a.none());
  nb::class_<PyKnown>(m, "Known")
      .def(nb::init<int, int, int, const Values&, u64, int, const Values&, const Sets&>(), "players"_a, "seat"_a, "start"_a,
           "turned_up"_a, "hand"_a, "discard"_a, "moves"_a, "neighbours"_a)
      .def_prop_ro("legal", [](const PyKnown& k) { return k.known.now.legal; })
      .def("redeal", &PyKnown::redeal, "seed"_a, "policy"_a.none() = nb::none());
  m.def("search", &search, "known"_a, "policy"_a, "seed"_a, "playouts"_a, "seconds"_a, "nodes"_a);
  m.def("ismcts", &ismcts, "known"_a, "seed"_a, "playouts"_a, "seconds"_a, "nodes"_a);
}

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch>(m, "Batch")
      .def(nb::init<int, int, u64, const Sets&, int>(), "players"_a, "size"_a, "seed"_a, "neighbours"_a, "threads"_a)
      .def("write", &PyBatch::write, "legal"_a.noconvert(), "turn"_a.noconvert(), "observations"_a.none().noconvert())
      .def("step", &PyBatch::step, "actions"_a.noconvert(), "legal"_a.noconvert(), "turn"_a.noconvert(),
           "observations"_a.none().noconvert(), "rewards"_a.noconvert(), "done"_a.noconvert(), "winners"_a.noconvert())
      .def("sample", &PyBatch::sample, "actions"_a.noconvert());
}
}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // a daemon thread that still searches at the end keeps what it searches with
  bind_round(m);
  bind_game(m);
  bind_search(m);
  bind_batch(m);
  m.def("random_play", &random_play, "players"_a, "rounds"_a, "seed"_a, "neighbours"_a);
}
