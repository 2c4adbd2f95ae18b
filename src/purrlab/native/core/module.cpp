// The core as a Python module. docs/core.md says what the names mean; purrlab/native/fallback has the same on the rules in
// Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <stdexcept>

#include "game.hpp"
#include "ismcts.hpp"
#include "policy.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace purr;
using Numbers = std::vector<u64>;
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
u64 whole(const nb::object& number, u64 least, u64 most, const char* message) {
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

u64 seed_of(const nb::object& seed) { return whole(seed, 0, ~0ull, "seed: expected a whole number from 0 to 2^64 - 1"); }

long count_of(const nb::object& count, const char* message) { return static_cast<long>(whole(count, 0, 999'999'999, message)); }

Layout layout_of(const Numbers& neighbours) {
  check(neighbours.size() == CELLS, "neighbours: expected one set of cells for each of the 36 cells");
  Layout layout;
  std::copy(neighbours.begin(), neighbours.end(), layout.neighbours);
  return layout;
}

void check_players(int players) { check(players >= 2 && players <= MOST_PLAYERS, "players: expected 2 to 5"); }

void check_seat(int seat, int players, const char* message) { check(seat >= 0 && seat < players, message); }

void check_policy(const Policy* policy, int players) {
  check(!policy || policy->players == players, "policy: it is for another number of players");
}

int size_of(u64 hand) {
  int size = 0;
  for (; hand; hand >>= 4) size += static_cast<int>(hand & 15);
  return size;
}

void copy_turned_up(const Values& values, int players, i8* turned_up) {
  check(values.size() == (players == 2 ? 3u : 0u), "turned_up: expected three values with two players, else none");
  for (std::size_t i = 0; i < values.size(); i++) {
    check(values[i] >= 1 && values[i] <= highest_value(players), "turned_up: no such value");
    turned_up[i] = static_cast<i8>(values[i]);
  }
}

void check_hand(u64 hand, int players, int size) {
  check(hand >> 4 * highest_value(players) == 0 && size_of(hand) == size, "hands: expected as many cards as CB1 deals");
  for (int value = 1; value <= HIGHEST; value++) check(copies(hand, value) <= COPIES, "hands: five copies at most");
}

Deal deal_of(int players, const Numbers& hands, const Values& turned_up) {
  check_players(players);
  check(hands.size() == static_cast<std::size_t>(players), "hands: expected one for each seat");
  Deal deal{};
  copy_turned_up(turned_up, players, deal.turned_up);
  for (int seat = 0; seat < players; seat++) {
    check_hand(hands[seat], players, cards_dealt(players));
    deal.hands[seat] = hands[seat];
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
  PyRound(int players, const Numbers& hands, const Values& turned_up, int start, const Numbers& neighbours)
      : layout(layout_of(neighbours)) {
    const Deal deal = deal_of(players, hands, turned_up);
    check_seat(start, players, "start: no such seat");
    round.deal(players, deal, start);
  }

  void step(int action) {
    check(action >= 0 && action < ACTIONS && round.legal >> action & 1, "this action is not legal now");
    round.step(action);
  }

  int playout(const nb::object& seed, const Policy* policy) {
    check_policy(policy, round.players);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, round) : play_at_random(round, rng);
  }
};

// Decisions made in so many random playouts of the same round, and the sum of all points, so that nothing is left out.
std::tuple<long, long> random_playouts(const PyRound& from, const nb::object& count, const nb::object& seed) {
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

  PyGame(int players, const std::vector<Numbers>& hands, const std::vector<Values>& turned_up, int start,
         const Numbers& neighbours)
      : layout(layout_of(neighbours)) {
    check_players(players);
    check(hands.size() == static_cast<std::size_t>(players) && turned_up.size() == hands.size(),
          "deals: expected one for each round, and as many rounds as players (CB5)");
    check_seat(start, players, "start: no such seat");
    for (int i = 0; i < players; i++) deals.push_back(deal_of(players, hands[i], turned_up[i]));
    game.begin(players, deals[0], start);
  }

  void step(int action) {
    check(action >= 0 && action < ACTIONS && game.round.legal >> action & 1, "this action is not legal now");
    game.round.step(action);
    if (game.round.legal) return;
    game.add_up(layout);
    if (!game.over()) game.next_round(deals[game.number]);
  }
};

struct PyKnown {
  Known known;
  Layout layout;

  PyKnown(int players, int seat, int start, const Values& turned_up, u64 hand, int discard, const Values& moves,
          const Numbers& neighbours)
      : known{}, layout(layout_of(neighbours)) {
    check_players(players);
    check_seat(seat, players, "seat: no such seat");
    check_seat(start, players, "start: no such seat");
    check(discard >= 0 && discard <= highest_value(players), "discard: no such value");
    check(moves.size() < MOST_MOVES, "moves: too many for a round");
    i8 up[3] = {};
    copy_turned_up(turned_up, players, up);
    u8 made[MOST_MOVES] = {};
    for (std::size_t i = 0; i < moves.size(); i++) {
      check((moves[i] >= 0 && moves[i] < DISCARD) || (moves[i] >= BID && moves[i] < ACTIONS), "moves: bids and plays only");
      made[i] = static_cast<u8>(moves[i]);
    }
    known.look(players, seat, start, up, hand, discard, discard == 0, static_cast<int>(moves.size()), made);
    const int own = count(known.now.tokens[seat]);
    check(known.now.turn == seat && known.now.legal, "moves: after these it is not this seat's turn");
    check_hand(hand, players, cards_dealt(players) - own - (discard != 0));
    for (int value = 1; value <= highest_value(players); value++) {
      const int played = Policy::digit_count(known.now.taken >> 4 * (value - 1));
      check(copies(hand, value) + (discard == value) + played <= COPIES, "hands: five copies at most");
    }
  }

  PyRound redeal(const nb::object& seed, const Policy* policy) const {
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

Budget budget_of(const nb::object& playouts, double seconds, const nb::object& nodes) {
  Budget budget;
  budget.playouts = count_of(playouts, "playouts: expected a whole number from 0 to 999999999");
  budget.seconds = seconds;
  budget.nodes = whole(nodes, 64, 1 << 30, "nodes: expected a whole number from 64 to 2^30");
  check(std::isfinite(seconds) && seconds >= 0, "seconds: expected a time, 0 or more");
  check(budget.playouts > 0 || seconds > 0, "playouts or seconds: a search needs one of them");
  return budget;
}

Answer search(const PyKnown& known, const Policy& policy, const nb::object& seed, const nb::object& playouts, double seconds,
              const nb::object& nodes) {
  check_policy(&policy, known.known.now.players);
  const Budget budget = budget_of(playouts, seconds, nodes);
  Search search(known.known, policy, Settings{}, seed_of(seed));
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

Answer ismcts(const PyKnown& known, const nb::object& seed, const nb::object& playouts, double seconds,
              const nb::object& nodes) {
  const Budget budget = budget_of(playouts, seconds, nodes);
  Ismcts search(known.known, known.layout, seed_of(seed));
  nb::gil_scoped_release release;
  return answer_of(search.run(budget));
}

// The last argument is what stands in for the policy where nothing is compiled.
void make_policy(Policy* policy, int players, const std::vector<double>& numbers, const std::vector<double>& limits,
                 const Numbers& neighbours, nb::object) {
  check_players(players);
  check(numbers.size() == WEIGHTS, "weights: expected one for each field of Weights");
  check(limits.size() == 2, "limits: expected two");
  Weights weights;
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<double*>(&weights));
  (new (policy) Policy())->prepare(players, weights, limits.data(), layout_of(neighbours));
}

// The same for rounds that are dealt anew.
std::tuple<long, long> random_play(int players, const nb::object& rounds, const nb::object& seed, const Numbers& neighbours) {
  check_players(players);
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

  PyBatch(int players, int size, const nb::object& seed, const Numbers& neighbours, int threads_)
      : batch((check_players(players), check(size > 0 && threads_ > 0, "size and threads: expected at least 1"), players),
              size, seed_of(seed), layout_of(neighbours)),
        threads(threads_) {}

  void check_size(std::size_t size) const { check(size == batch.games.size(), "arrays: expected one row for each game"); }

  Outputs outputs(Line<u64>& legal, Line<i8>& turn, std::optional<Grid<float>>& observations, Grid<float>& rewards,
                  Line<u8>& done, Line<u8>& winners) const {
    for (const std::size_t size : {legal.size(), turn.size(), rewards.shape(0), done.size(), winners.size()}) check_size(size);
    check(rewards.shape(1) == static_cast<std::size_t>(batch.players), "rewards: expected one column for each seat");
    if (observations) {
      check_size(observations->shape(0));
      check(observations->shape(1) == OBSERVATION, "observations: expected 256 columns");
    }
    return {legal.data(), turn.data(), observations ? observations->data() : nullptr, rewards.data(), done.data(), winners.data()};
  }

  void look(Line<u64> legal, Line<i8> turn, std::optional<Grid<float>> observations, Grid<float> rewards, Line<u8> done,
            Line<u8> winners) {
    const Outputs out = outputs(legal, turn, observations, rewards, done, winners);
    nb::gil_scoped_release release;
    batch.spread(threads, [this, out](int i) { batch.write(i, out); });
  }

  void step(Line<const int> actions, Line<u64> legal, Line<i8> turn, std::optional<Grid<float>> observations,
            Grid<float> rewards, Line<u8> done, Line<u8> winners) {
    check_size(actions.size());
    const Outputs out = outputs(legal, turn, observations, rewards, done, winners);
    const int* action = actions.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < batch.games.size(); i++)  // before anything is changed
      check(action[i] >= 0 && action[i] < ACTIONS && batch.games[i].round.legal >> action[i] & 1, "an action is not legal");
    batch.spread(threads, [this, out, action](int i) { batch.step(i, action[i], out); });
  }

  void sample(Line<int> actions) {
    check_size(actions.size());
    int* action = actions.data();
    nb::gil_scoped_release release;
    batch.spread(threads, [this, action](int i) { action[i] = pick(batch.games[i].round.legal, batch.chance[i]); });
  }
};

void bind_round(nb::module_& m) {
  nb::class_<PyRound>(m, "Round")
      .def(nb::init<int, const Numbers&, const Values&, int, const Numbers&>(), nb::arg("players"), nb::arg("hands"),
           nb::arg("turned_up"), nb::arg("start"), nb::arg("neighbours"))
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
      .def("step", &PyRound::step, nb::arg("action"))
      .def("playout", &PyRound::playout, nb::arg("seed"), nb::arg("policy").none() = nb::none())
      .def("random_playouts", &random_playouts, nb::arg("count"), nb::arg("seed"))
      .def("advice", [](const PyRound& r, const Policy& policy) {
             check(r.round.legal != 0, "the round is over");
             check_policy(&policy, r.round.players);
             return policy.choose(r.round); }, nb::arg("policy"))
      .def("observe", [](const PyRound& r, int seat, Line<float> out) {
             check_seat(seat, r.round.players, "seat: no such seat");
             check(out.size() == OBSERVATION, "observation: expected 256 numbers");
             observe(r.round, seat, out.data()); }, nb::arg("seat"), nb::arg("out").noconvert());
}

void bind_game(nb::module_& m) {
  nb::class_<PyGame>(m, "Game")
      .def(nb::init<int, const std::vector<Numbers>&, const std::vector<Values>&, int, const Numbers&>(), nb::arg("players"),
           nb::arg("hands"), nb::arg("turned_up"), nb::arg("start"), nb::arg("neighbours"))
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
      .def("step", &PyGame::step, nb::arg("action"));
}

void bind_search(nb::module_& m) {
  nb::class_<Policy>(m, "Policy")
      .def("__init__", &make_policy, nb::arg("players"), nb::arg("weights"), nb::arg("limits"), nb::arg("neighbours"),
           nb::arg("stand_in").none() = nb::none());
  nb::class_<PyKnown>(m, "Known")
      .def(nb::init<int, int, int, const Values&, u64, int, const Values&, const Numbers&>(), nb::arg("players"),
           nb::arg("seat"), nb::arg("start"), nb::arg("turned_up"), nb::arg("hand"), nb::arg("discard"), nb::arg("moves"),
           nb::arg("neighbours"))
      .def_prop_ro("legal", [](const PyKnown& k) { return k.known.now.legal; })
      .def("redeal", &PyKnown::redeal, nb::arg("seed"), nb::arg("policy").none() = nb::none());
  m.def("search", &search, nb::arg("known"), nb::arg("policy"), nb::arg("seed"), nb::arg("playouts") = 0,
        nb::arg("seconds") = 0.0, nb::arg("nodes") = Budget{}.nodes);
  m.def("ismcts", &ismcts, nb::arg("known"), nb::arg("seed"), nb::arg("playouts") = 0, nb::arg("seconds") = 0.0,
        nb::arg("nodes") = Budget{}.nodes);
}

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch>(m, "Batch")
      .def(nb::init<int, int, const nb::object&, const Numbers&, int>(), nb::arg("players"), nb::arg("size"), nb::arg("seed"),
           nb::arg("neighbours"), nb::arg("threads"))
      .def("look", &PyBatch::look, nb::arg("legal"), nb::arg("turn"), nb::arg("observations").none(), nb::arg("rewards"),
           nb::arg("done"), nb::arg("winners"))
      .def("step", &PyBatch::step, nb::arg("actions"), nb::arg("legal"), nb::arg("turn"), nb::arg("observations").none(),
           nb::arg("rewards"), nb::arg("done"), nb::arg("winners"))
      .def("sample", &PyBatch::sample, nb::arg("actions"));
}
}  // namespace

NB_MODULE(_core, m) {
  bind_round(m);
  bind_game(m);
  bind_search(m);
  bind_batch(m);
  m.def("random_play", &random_play, nb::arg("players"), nb::arg("rounds"), nb::arg("seed"), nb::arg("neighbours"));
}
