// The core as a Python module. docs/core.md says what the names mean; purrlab/native/fallback has the same on the rules in
// Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "batch.hpp"
#include "ismcts.hpp"
#include "policy.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace purr;
using Given = const nb::object&;  // by a caller, and not checked yet
using Values = std::vector<int>;
template <class T>
using Line = nb::ndarray<T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<T, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

namespace {
void check(bool holds, const char* message) {
  if (!holds) throw std::invalid_argument(message);
}

// What is no whole number is a TypeError, one that is out of range a ValueError; nanobind would only say that no types match.
u64 whole(Given number, u64 least, u64 most, const char* message) {
  const nb::object index = nb::steal(PyNumber_Index(number.ptr()));
  if (!index) {
    PyErr_Clear();
    throw nb::type_error(message);
  }
  const u64 value = PyLong_AsUnsignedLongLong(index.ptr());
  const bool overflows = PyErr_Occurred();
  PyErr_Clear();
  check(!overflows && value >= least && value <= most, message);
  return value;
}

// A number that need not be whole; one that is too large for a double is not finite.
double real(Given number, const char* message) {
  const double value = PyFloat_AsDouble(number.ptr());
  if (!PyErr_Occurred()) return value;
  const bool overflows = PyErr_ExceptionMatches(PyExc_OverflowError);
  PyErr_Clear();
  if (!overflows) throw nb::type_error(message);
  return std::numeric_limits<double>::infinity();
}

u64 seed_of(Given seed) { return whole(seed, 0, ~0ull, "seed: expected a whole number from 0 to 2^64 - 1"); }

long count_of(Given count, const char* message) { return static_cast<long>(whole(count, 0, 999'999'999, message)); }

// What the field holds, one by one.
std::vector<nb::object> items_of(Given sequence, const char* message) {
  const nb::object items = nb::steal(PySequence_Check(sequence.ptr()) ? PySequence_Fast(sequence.ptr(), message) : nullptr);
  if (!items) {
    PyErr_Clear();
    throw nb::type_error(message);
  }
  std::vector<nb::object> all;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.ptr()); i++)
    all.push_back(nb::borrow(PySequence_Fast_GET_ITEM(items.ptr(), i)));
  return all;
}

std::vector<double> bounded(Given sequence, std::size_t size, const char* many, const char* message) {
  const std::vector<nb::object> items = items_of(sequence, many);
  check(items.size() == size, many);
  std::vector<double> numbers;
  for (Given item : items) {
    numbers.push_back(real(item, message));
    check(numbers.back() >= -1000 && numbers.back() <= 1000, message);
  }
  return numbers;
}

// An array to write into or to read from: never a copy of another kind, into which nobody would look.
template <class Array>
Array array_of(Given given, const char* message) {
  Array array;
  if (!nb::try_cast(given, array, false) || !array.is_valid()) throw nb::type_error(message);
  return array;
}

Layout layout_of(Given neighbours) {
  const char* message = "neighbours: expected one set of cells for each of the 36 cells";
  const std::vector<nb::object> sets = items_of(neighbours, message);
  check(sets.size() == CELLS, message);
  Layout layout;
  for (int cell = 0; cell < CELLS; cell++) layout.neighbours[cell] = whole(sets[cell], 0, (1ull << CELLS) - 1, message);
  return layout;
}

int players_of(Given players) { return static_cast<int>(whole(players, 2, MOST_PLAYERS, "players: expected 2 to 5")); }

int seat_of(Given seat, int players, const char* message = "seat: no such seat") {
  return static_cast<int>(whole(seat, 0, players - 1, message));
}

int start_of(Given start, int players) { return seat_of(start, players, "start: no such seat"); }

int action_of(Given action, u64 legal) {
  const char* message = "this action is not legal now";
  const u64 number = whole(action, 0, ACTIONS - 1, message);
  check(legal >> number & 1, message);
  return static_cast<int>(number);
}

void check_policy(const Policy* policy, int players) {
  check(!policy || policy->players == players, "policy: it is for another number of players");
}

int size_of(u64 hand) {
  int size = 0;
  for (; hand; hand >>= 4) size += static_cast<int>(hand & 15);
  return size;
}

void copy_turned_up(Given given, int players, i8* turned_up) {
  const char* message = "turned_up: expected three values with two players, else none";
  const std::vector<nb::object> values = items_of(given, message);
  check(values.size() == (players == 2 ? 3u : 0u), message);
  for (std::size_t i = 0; i < values.size(); i++)
    turned_up[i] = static_cast<i8>(whole(values[i], 1, highest_value(players), "turned_up: no such value"));
}

void check_copies(int copies) { check(copies <= COPIES, "hands: five copies at most of a value, with all that is seen (CB1)"); }

u64 hand_of(Given given, int players, int size) {
  const char* message = "hands: expected as many cards as CB1 deals";
  const u64 hand = whole(given, 0, (1ull << 4 * highest_value(players)) - 1, message);
  check(size_of(hand) == size, message);
  return hand;
}

Deal deal_of(int players, Given given, Given turned_up) {
  const char* message = "hands: expected one for each seat";
  const std::vector<nb::object> hands = items_of(given, message);
  check(hands.size() == static_cast<std::size_t>(players), message);
  Deal deal{};
  copy_turned_up(turned_up, players, deal.turned_up);
  for (int seat = 0; seat < players; seat++) deal.hands[seat] = hand_of(hands[seat], players, cards_dealt(players));
  for (int value = 1; value <= HIGHEST; value++) {
    int all = static_cast<int>(std::count(deal.turned_up, deal.turned_up + 3, value));
    for (int seat = 0; seat < players; seat++) all += copies(deal.hands[seat], value);
    check_copies(all);
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
  PyRound(Given players_, Given hands, Given turned_up, Given start,
          Given neighbours)
      : layout(layout_of(neighbours)) {
    const int players = players_of(players_);
    const Deal deal = deal_of(players, hands, turned_up);
    round.deal(players, deal, start_of(start, players));
  }

  void step(Given action) { round.step(action_of(action, round.legal)); }

  int playout(Given seed, const Policy* policy) {
    check_policy(policy, round.players);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, round) : play_at_random(round, rng);
  }
};

// Decisions made in so many random playouts of the same round, and the sum of all points, so that nothing is left out.
std::tuple<long, long> random_playouts(const PyRound& from, Given count, Given seed) {
  const long playouts = count_of(count, "count: expected a whole number from 0 to 999999999");
  Rng rng{seed_of(seed)};
  nb::gil_scoped_release release;
  long decisions = 0, points = 0;
  for (long i = 0; i < playouts; i++) {
    Round round = from.round;
    decisions += play_at_random(round, rng);
    for (int seat = 0; seat < round.players; seat++) points += round.score(seat, from.layout);
  }
  return {decisions, points};
}

struct PyGame {
  Game game;
  Layout layout;
  std::vector<Deal> deals;

  PyGame(Given players_, Given hands, Given turned_up, Given start,
         Given neighbours)
      : layout(layout_of(neighbours)) {
    const char* message = "deals: expected one for each round, and as many rounds as players (CB5)";
    const int players = players_of(players_);
    const std::vector<nb::object> all_hands = items_of(hands, message), all_turned_up = items_of(turned_up, message);
    check(all_hands.size() == static_cast<std::size_t>(players) && all_turned_up.size() == all_hands.size(), message);
    const int first = start_of(start, players);
    for (int i = 0; i < players; i++) deals.push_back(deal_of(players, all_hands[i], all_turned_up[i]));
    game.begin(players, deals[0], first);
  }

  void step(Given action) {
    game.round.step(action_of(action, game.round.legal));
    if (game.round.legal) return;
    game.add_up(layout);
    if (!game.over()) game.next_round(deals[game.number]);
  }
};

struct PyKnown {
  Known known;
  Layout layout;

  PyKnown(Given players_, Given seat_, Given start_, Given turned_up,
          Given hand_, Given discard_, Given moves_, Given neighbours)
      : known{}, layout(layout_of(neighbours)) {
    const int players = players_of(players_), seat = seat_of(seat_, players), start = start_of(start_, players);
    const int discard = static_cast<int>(whole(discard_, 0, highest_value(players), "discard: no such value"));
    const u64 hand = whole(hand_, 0, (1ull << 4 * highest_value(players)) - 1, "hands: expected as many cards as CB1 deals");
    const std::vector<nb::object> moves = items_of(moves_, "moves: bids and plays only");
    check(moves.size() < MOST_MOVES, "moves: too many for a round");
    i8 up[3] = {};
    copy_turned_up(turned_up, players, up);
    u8 made[MOST_MOVES] = {};
    for (std::size_t i = 0; i < moves.size(); i++) {
      made[i] = static_cast<u8>(whole(moves[i], 0, ACTIONS - 1, "moves: bids and plays only"));
      check(made[i] < DISCARD || made[i] >= BID, "moves: bids and plays only");
    }
    check(moves.empty() || discard, "moves: none before the own discard (CB7)");
    known.look(players, seat, start, up, hand, discard, discard == 0, static_cast<int>(moves.size()), made);
    for (int i = 0; i < known.moves; i++) check(known.could_be(i), "moves: no round goes like this");
    check(known.now.turn == seat && known.now.legal, "moves: after these it is not this seat's turn");
    hand_of(hand_, players, cards_dealt(players) - count(known.now.tokens[seat]) - (discard != 0));
    for (int value = 1; value <= highest_value(players); value++)
      check_copies(copies(hand, value) + (discard == value) + Policy::digit_count(known.now.taken >> 4 * (value - 1)));
  }

  PyRound redeal(Given seed, const Policy* policy) const {
    check_policy(policy, known.now.players);
    Rng rng{seed_of(seed)};
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

Budget budget_of(Given playouts, Given seconds, Given nodes) {
  const char* time = "seconds: expected a time, 0 or more";
  Budget budget;
  budget.playouts = count_of(playouts, "playouts: expected a whole number from 0 to 999999999");
  budget.nodes = whole(nodes, 64, 1 << 30, "nodes: expected a whole number from 64 to 2^30");
  budget.seconds = real(seconds, time);
  check(std::isfinite(budget.seconds) && budget.seconds >= 0, time);
  check(budget.playouts > 0 || budget.seconds > 0, "playouts or seconds: a search needs one of them");
  if (is_main_thread()) budget.look_up = heed_signals;
  return budget;
}

Answer search(const PyKnown& known, const Policy& policy, Given seed, Given playouts, Given seconds,
              Given nodes) {
  check_policy(&policy, known.known.now.players);
  const Budget budget = budget_of(playouts, seconds, nodes);
  Search search(known.known, policy, Settings{}, seed_of(seed));
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

Answer ismcts(const PyKnown& known, Given seed, Given playouts, Given seconds,
              Given nodes) {
  const Budget budget = budget_of(playouts, seconds, nodes);
  Ismcts search(known.known, known.layout, seed_of(seed));
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

// The last argument is what stands in for the policy where nothing is compiled.
void make_policy(Policy* policy, Given players, Given weights, Given limits,
                 Given neighbours, Given) {
  const int for_players = players_of(players);
  const std::vector<double> numbers = bounded(weights, WEIGHTS, "weights: expected one for each field of Weights",
                                              "weights: expected numbers from -1000 to 1000");
  const std::vector<double> two = bounded(limits, 2, "limits: expected two", "limits: expected numbers from -1000 to 1000");
  const Layout layout = layout_of(neighbours);
  Weights named;
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<double*>(&named));
  (new (policy) Policy())->prepare(for_players, named, two.data(), layout);
}

// The same for rounds that are dealt anew.
std::tuple<long, long> random_play(Given players_, Given rounds, Given seed,
                                   Given neighbours) {
  const int players = players_of(players_);
  const Layout layout = layout_of(neighbours);
  const long count = count_of(rounds, "rounds: expected a whole number from 0 to 999999999");
  Rng rng{seed_of(seed)};
  nb::gil_scoped_release release;
  long decisions = 0, points = 0;
  for (long i = 0; i < count; i++) {
    Round round;
    round.deal(players, random_deal(players, rng), static_cast<int>(i % players));
    decisions += play_at_random(round, rng);
    for (int seat = 0; seat < players; seat++) points += round.score(seat, layout);
  }
  return {decisions, points};
}

struct PyBatch {
  Batch batch;
  int threads;

  PyBatch(Given players, Given size, Given seed, Given neighbours,
          Given threads_)
      : batch(players_of(players), static_cast<int>(whole(size, 1, 1 << 24, "size: expected a whole number from 1 to 2^24")),
              seed_of(seed), layout_of(neighbours)),
        threads(static_cast<int>(whole(threads_, 1, 1024, "threads: expected a whole number from 1 to 1024"))) {}

  template <class Array>
  Array rows(Given given, const char* message) const {
    Array array = array_of<Array>(given, message);
    check(array.shape(0) == batch.games.size(), "arrays: expected one row for each game");
    return array;
  }

  Outputs outputs(Given legal, Given turn, Given observations, Given rewards,
                  Given done, Given winners) const {
    const auto points = rows<Grid<float>>(rewards, "rewards: expected a C-ordered array of float32 to write into");
    check(points.shape(1) == static_cast<std::size_t>(batch.players), "rewards: expected one column for each seat");
    float* seen = nullptr;
    if (!observations.is_none()) {
      const auto grid = rows<Grid<float>>(observations, "observations: expected a C-ordered array of float32 to write into");
      check(grid.shape(1) == observation::SIZE, "observations: expected 256 columns");
      seen = grid.data();
    }
    return {rows<Line<u64>>(legal, "legal: expected a C-ordered array of uint64 to write into").data(),
            rows<Line<i8>>(turn, "turn: expected a C-ordered array of int8 to write into").data(),
            seen,
            points.data(),
            rows<Line<u8>>(done, "done: expected a C-ordered array of uint8 to write into").data(),
            rows<Line<u8>>(winners, "winners: expected a C-ordered array of uint8 to write into").data()};
  }

  void look(Given legal, Given turn, Given observations, Given rewards,
            Given done, Given winners) {
    const Outputs out = outputs(legal, turn, observations, rewards, done, winners);
    nb::gil_scoped_release release;
    batch.spread(threads, [this, out](int i) { batch.write(i, out); });
  }

  void step(Given actions, Given legal, Given turn, Given observations,
            Given rewards, Given done, Given winners) {
    const auto chosen = rows<Line<const int>>(actions, "actions: expected a C-ordered array of int32");
    const Outputs out = outputs(legal, turn, observations, rewards, done, winners);
    const int* action = chosen.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < batch.games.size(); i++)  // before anything is changed
      check(action[i] >= 0 && action[i] < ACTIONS && batch.games[i].round.legal >> action[i] & 1, "an action is not legal");
    batch.spread(threads, [this, out, action](int i) { batch.step(i, action[i], out); });
  }

  void sample(Given actions) {
    int* action = rows<Line<int>>(actions, "actions: expected a C-ordered array of int32 to write into").data();
    nb::gil_scoped_release release;
    batch.spread(threads, [this, action](int i) { action[i] = pick(batch.games[i].round.legal, batch.chance[i]); });
  }
};

// None comes through too, to be refused by the name of the field like all that is no number.
auto given(const char* name) { return nb::arg(name).none(); }

void bind_round(nb::module_& m) {
  nb::class_<PyRound>(m, "Round")
      .def(nb::init<Given, Given, Given, Given, Given>(), given("players"), given("hands"), given("turned_up"),
           given("start"), given("neighbours"))
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
      .def("step", &PyRound::step, given("action"))
      .def("playout", &PyRound::playout, given("seed"), nb::arg("policy").none() = nb::none())
      .def("random_playouts", &random_playouts, given("count"), given("seed"))
      .def("advice", [](const PyRound& r, const Policy& policy) {
             check(r.round.legal != 0, "the round is over");
             check_policy(&policy, r.round.players);
             return policy.choose(r.round); }, nb::arg("policy"))
      .def("observe", [](const PyRound& r, Given seat, Given out) {
             const int viewer = seat_of(seat, r.round.players);
             const char* message = "observation: expected a C-ordered array of 256 float32 to write into";
             const auto numbers = array_of<Line<float>>(out, message);
             check(numbers.size() == observation::SIZE, message);
             observe(r.round, viewer, numbers.data()); }, given("seat"), given("out"));
}

void bind_game(nb::module_& m) {
  nb::class_<PyGame>(m, "Game")
      .def(nb::init<Given, Given, Given, Given, Given>(), given("players"), given("hands"), given("turned_up"),
           given("start"), given("neighbours"))
      .def_prop_ro("number", [](const PyGame& g) { return int(g.game.number); })
      .def_prop_ro("round", [](const PyGame& g) { return PyRound(g.game.round, g.layout); })
      .def_prop_ro("turn", [](const PyGame& g) { return int(g.game.round.turn); })
      .def_prop_ro("legal", [](const PyGame& g) { return g.game.round.legal; })
      .def_prop_ro("over", [](const PyGame& g) { return g.game.over(); })
      .def_prop_ro("totals", [](const PyGame& g) {
        return by_seat<int>(g.game.round.players, [&](int seat) { return g.game.totals[seat]; }); })
      .def_prop_ro("winners", [](const PyGame& g) {
        Values seats;
        for (int seat = 0; seat < g.game.round.players; seat++)
          if (g.game.over() && g.game.winners() >> seat & 1) seats.push_back(seat);
        return seats; })
      .def("step", &PyGame::step, given("action"));
}

void bind_search(nb::module_& m) {
  nb::class_<Policy>(m, "Policy")
      .def("__init__", &make_policy, given("players"), given("weights"), given("limits"), given("neighbours"),
           nb::arg("stand_in").none() = nb::none());
  nb::class_<PyKnown>(m, "Known")
      .def(nb::init<Given, Given, Given, Given, Given, Given, Given, Given>(), given("players"), given("seat"),
           given("start"), given("turned_up"), given("hand"), given("discard"), given("moves"), given("neighbours"))
      .def_prop_ro("legal", [](const PyKnown& k) { return k.known.now.legal; })
      .def("redeal", &PyKnown::redeal, given("seed"), nb::arg("policy").none() = nb::none());
  m.def("search", &search, nb::arg("known"), nb::arg("policy"), given("seed"), given("playouts") = 0,
        given("seconds") = 0.0, given("nodes") = Budget{}.nodes);
  m.def("ismcts", &ismcts, nb::arg("known"), given("seed"), given("playouts") = 0, given("seconds") = 0.0,
        given("nodes") = Budget{}.nodes);
}

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch>(m, "Batch")
      .def(nb::init<Given, Given, Given, Given, Given>(), given("players"), given("size"), given("seed"), given("neighbours"),
           given("threads"))
      .def("look", &PyBatch::look, given("legal"), given("turn"), given("observations"), given("rewards"),
           given("done"), given("winners"))
      .def("step", &PyBatch::step, given("actions"), given("legal"), given("turn"), given("observations"),
           given("rewards"), given("done"), given("winners"))
      .def("sample", &PyBatch::sample, given("actions"));
}
}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // a daemon thread that still searches at the end keeps what it searches with
  bind_round(m);
  bind_game(m);
  bind_search(m);
  bind_batch(m);
  m.def("random_play", &random_play, given("players"), given("rounds"), given("seed"), given("neighbours"));
}
