// Rounds, games and what a seat knows, as Python has them.
#pragma once
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <vector>

#include "arguments.hpp"
#include "belief.hpp"
#include "game.hpp"
#include "limits.hpp"
#include "observation.hpp"
#include "policy.hpp"

namespace purr {
namespace nb = nanobind;
using Values = std::vector<int>;
using Sets = std::vector<u64>;  // of cells, or hands
template <class T>
using Line = nb::ndarray<T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<T, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

inline u64 seed_of(const Given<u64>& seed) {
  return seed.is_plain ? seed.plain : nb::cast<u64>(ask("arguments", "check_seed", seed.object));
}

// Null only where there may be none.
inline const Policy* policy_of(const Given<const Policy*>& policy, int players, bool may_be_none = false) {
  const bool is_right = policy.is_plain && (policy.plain ? policy.plain->players == players : may_be_none);
  if (!is_right) refuse("checks", "check_policy", policy.object, nb::type<Policy>(), players);
  return policy.plain;
}

// Each of these says whether what it is given can be, and writes it down.
inline bool copy_layout(const Sets& neighbours, Layout& layout) {
  if (neighbours.size() != CELLS) return false;
  std::copy(neighbours.begin(), neighbours.end(), layout.neighbours);
  return std::all_of(neighbours.begin(), neighbours.end(), [](u64 cells) { return cells >> CELLS == 0; });
}

inline bool copy_turned_up(int players, const Values& values, i8* turned_up) {
  if (values.size() != (players == 2 ? 3u : 0u)) return false;
  std::copy(values.begin(), values.end(), turned_up);
  return std::all_of(values.begin(), values.end(), [=](int value) { return value >= 1 && value <= highest_value(players); });
}

inline bool copy_deal(int players, const Sets& hands, const Values& turned_up, Deal& deal) {
  if (hands.size() != static_cast<std::size_t>(players) || !copy_turned_up(players, turned_up, deal.turned_up)) return false;
  std::copy(hands.begin(), hands.end(), deal.hands);
  u64 together = 0;
  for (const int value : turned_up) together += one_card(value);
  for (const u64 hand : hands) {
    if (!is_hand(players, hand, cards_dealt(players)) || !are_there(together += hand)) return false;
  }
  return true;
}

inline bool is_count(long count) { return count >= 0 && count <= MAX_COUNT; }

inline bool is_seat(int seat, int players) { return seat >= 0 && seat < players; }

inline bool are_players(int players) { return players >= 2 && players <= MAX_PLAYERS; }

template <class T, class Each>
std::vector<T> by_seat(int players, Each each) {
  std::vector<T> all;
  for (int seat = 0; seat < players; seat++) all.push_back(static_cast<T>(each(seat)));
  return all;
}

struct PyRound {
  static constexpr const char* CHECK = "check_round";
  Round round;
  Layout layout;

  bool fill(int players, const Sets& hands, const Values& turned_up, int start, const Sets& neighbours) {
    Deal deal{};
    if (!are_players(players) || !is_seat(start, players) || !copy_deal(players, hands, turned_up, deal)) return false;
    round.deal(players, deal, start);
    return copy_layout(neighbours, layout);
  }

  // False, and nothing is changed, where the action is not legal.
  bool step(int action) {
    if (action < 0 || action >= ACTIONS || !(round.legal >> action & 1)) return false;
    round.step(action);
    return true;
  }

  int playout(const Given<u64>& seed, const Given<const Policy*>& given) {
    const Policy* policy = policy_of(given, round.players, true);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, round) : play_at_random(round, rng);
  }

  int advice(const Given<const Policy*>& policy) const {
    if (!round.legal) refuse("checks", "check_advice", round.legal);
    return policy_of(policy, round.players)->choose(round);
  }

  void observe(const Given<int>& seat, const Given<Line<float>>& out) const {
    if (seat.is_plain && out.is_plain && observe_from(seat.plain, out.plain)) return;
    const nb::object plain = ask("checks", "check_observe", int(round.players), seat.object, out.object);
    const auto [viewer, numbers] = nb::cast<std::tuple<int, Line<float>>>(plain);
    agreed(observe_from(viewer, numbers));
  }

  bool observe_from(int seat, const Line<float>& out) const {
    if (!is_seat(seat, round.players) || out.size() != observation::SIZE) return false;
    purr::observe(round, seat, out.data());
    return true;
  }
};

// Decisions made in so many random playouts of the same round, and the sum of all points, so that nothing is left out.
inline std::tuple<long, long> random_playouts(const PyRound& from, const Given<long>& count_, const Given<u64>& seed_) {
  const auto is_right = [](long count, u64) { return is_count(count); };
  const auto [count, seed] = plain_values("check_random_playouts", is_right, count_, seed_);
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
inline std::tuple<long, long> random_play(nb::handle players_, nb::handle rounds_, nb::handle seed_, nb::handle neighbours_) {
  const nb::object plain = ask("checks", "check_random_play", players_, rounds_, seed_, neighbours_);
  const auto [players, rounds, seed, neighbours] = nb::cast<std::tuple<int, long, u64, Sets>>(plain);
  Layout layout;
  agreed(are_players(players) && copy_layout(neighbours, layout));
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
  static constexpr const char* CHECK = "check_game";
  Game game;
  Layout layout;
  std::array<Deal, MAX_PLAYERS> deals;

  bool fill(int players, const std::vector<Sets>& hands, const std::vector<Values>& turned_up, int start,
            const Sets& neighbours) {
    const auto rounds = static_cast<std::size_t>(players);
    if (!are_players(players) || !is_seat(start, players) || hands.size() != rounds || turned_up.size() != rounds) return false;
    for (std::size_t i = 0; i < rounds; i++)
      if (!copy_deal(players, hands[i], turned_up[i], deals[i])) return false;
    game.begin(players, deals[0], start);
    return copy_layout(neighbours, layout);
  }

  // False, and nothing is changed, where the action is not legal.
  bool step(int action) {
    if (action < 0 || action >= ACTIONS || !(game.round.legal >> action & 1)) return false;
    game.round.step(action);
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

template <class Stepped>
void step(Stepped& stepped, const Round& round, const Given<int>& action) {
  if (action.is_plain && stepped.step(action.plain)) return;
  agreed(stepped.step(nb::cast<int>(ask("checks", "check_step", round.legal, action.object))));
}

struct PyKnown {
  static constexpr const char* CHECK = "check_known";
  Known known;
  Layout layout;

  bool fill(int players, int seat, int start, const Values& turned_up, u64 hand, int discard, const Values& moves,
            const Sets& neighbours) {
    i8 up[3] = {};
    u8 made[MAX_MOVES] = {};
    if (!are_players(players) || !is_seat(seat, players) || !is_seat(start, players)) return false;
    if (discard < 0 || discard > highest_value(players) || !copy_turned_up(players, turned_up, up)) return false;
    if (moves.size() >= MAX_MOVES || (!discard && !moves.empty())) return false;
    for (std::size_t i = 0; i < moves.size(); i++) {
      if (moves[i] < 0 || moves[i] >= ACTIONS || (moves[i] >= DISCARD && moves[i] < BID)) return false;
      made[i] = static_cast<u8>(moves[i]);
    }
    known.look(players, seat, start, up, hand, discard, discard == 0, static_cast<int>(moves.size()), made);
    return known.is_possible(hand, discard) && copy_layout(neighbours, layout);
  }

  PyRound redeal(const Given<u64>& seed, const Given<const Policy*>& given) const {
    const Policy* policy = policy_of(given, known.now.players, true);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return {Belief(known, policy, Trust{}, rng).next(rng), layout};
  }
};
}  // namespace purr
