// Rounds, games and what a seat knows, as Python has them.
#pragma once
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <new>
#include <vector>

#include "belief.hpp"
#include "../class_binding.hpp"
#include "game.hpp"
#include "observation.hpp"
#include "policy.hpp"

namespace purr::cat {
namespace nb = nanobind;
using Values = std::vector<int>;
using Hands = std::vector<u64>;
using Neighbours = std::array<u64, CELLS>;

using Checks = ChecksIn<"purrlab.native.cat_in_the_box.checks">;

// Null for none: chance.
inline const Policy* policy_or_none(nb::handle given, int players) {
  return given.is_none() ? nullptr : &checked_policy<Policy>(given, players);
}

inline Layout layout_of(const Neighbours& neighbours) {
  Layout layout;
  std::copy(neighbours.begin(), neighbours.end(), layout.neighbours);
  return layout;
}

inline Deal deal_of(const Hands& hands, const Values& turned_up) {
  return {padded<u64, MAX_PLAYERS>(hands), padded<i8, TURNED_UP>(turned_up)};
}

// The action, if it is legal in this round. This call comes at every decision, so the core looks itself before it asks.
inline int legal_action(const Round& round, nb::handle given) {
  int action;
  if (nb::try_cast(given, action, false) && round.allows(action)) return action;
  return nb::cast<int>(Checks::ask<"check_step">(round.legal, given));
}

// What a seat sees of a round or of a game, whose round this is.
template <class Seen>
void observe_from(const Seen& seen, const Round& round, nb::handle seat_, nb::handle out_, nb::handle mask_) {
  const auto check = [&] { return Checks::ask<"check_observe">(int(round.players), seat_, out_, mask_); };
  observe_into<observation::SIZE, ACTIONS>(round.players, seat_, out_, mask_, check, [&](int seat, float* out, u8* mask) {
    observe(seen, seat, out);
    if (mask) spread_bits<ACTIONS>(seat == round.turn ? round.legal : 0, mask);
  });
}

struct PyRound {
  Round round;
  Layout layout;

  static void make(PyRound* made, nb::handle players_, nb::handle hands_, nb::handle turned_up_, nb::handle start_,
                   nb::handle neighbours_) {
    const auto [players, hands, turned_up, start, neighbours] =
        Checks::plain_values<"check_round", int, Hands, Values, int, Neighbours>(players_, hands_, turned_up_, start_, neighbours_);
    new (made) PyRound{{}, layout_of(neighbours)};
    made->round.deal(players, deal_of(hands, turned_up), start);
  }

  void step(nb::handle action) { round.step(legal_action(round, action)); }

  int playout(nb::handle seed, nb::handle given) {
    const Policy* policy = policy_or_none(given, round.players);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, round) : play_at_random(round, rng);
  }

  int advice(nb::handle policy) const {
    Checks::ask<"check_advice">(round.legal);
    return checked_policy<Policy>(policy, round.players).choose(round);
  }

  void observe(nb::handle seat, nb::handle out, nb::handle mask) const { observe_from(round, round, seat, out, mask); }

  Values turned_up() const {
    const auto values = Known::turned_up_in(round);
    return round.players == 2 ? Values(values.begin(), values.end()) : Values();
  }
};

// Decisions made in so many random playouts of the same round, and the sum of all points, so that nothing is left out.
inline std::tuple<long, long> random_playouts(const PyRound& from, nb::handle count_, nb::handle seed_) {
  const auto [count, seed] = playouts_of(count_, seed_);
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
  const auto [players, rounds, seed, neighbours] =
      Checks::plain_values<"check_random_play", int, long, u64, Neighbours>(players_, rounds_, seed_, neighbours_);
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
  std::array<Deal, MAX_PLAYERS> deals;
  int dealt;  // so many of them were given

  static void make(PyGame* made, nb::handle players_, nb::handle hands_, nb::handle turned_up_, nb::handle start_,
                   nb::handle neighbours_) {
    const auto [players, hands, turned_up, start, neighbours] =
        Checks::plain_values<"check_game", int, std::vector<Hands>, std::vector<Values>, int, Neighbours>(
            players_, hands_, turned_up_, start_, neighbours_);
    new (made) PyGame{{}, layout_of(neighbours), {}, static_cast<int>(hands.size())};
    for (int round = 0; round < made->dealt; round++) made->deals.at(round) = deal_of(hands.at(round), turned_up.at(round));
    made->game.begin(players, made->deals[0], start);
  }

  void step(nb::handle action) {
    game.round.step(legal_action(game.round, action));
    if (game.round.legal) return;
    game.add_up(layout);
    if (!game.over() && game.number < dealt) game.next_round(deals[game.number]);
  }

  bool awaits_deal() const { return game.round.phase == OVER && !game.over(); }

  void deal(nb::handle hands_, nb::handle turned_up_) {
    const auto [hands, turned_up] =
        Checks::plain_values<"check_next_deal", Hands, Values>(int(game.round.players), hands_, turned_up_, awaits_deal());
    game.next_round(deal_of(hands, turned_up));
  }

  void observe(nb::handle seat, nb::handle out, nb::handle mask) const { observe_from(game, game.round, seat, out, mask); }

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

  static void make(PyKnown* made, nb::handle players_, nb::handle seat_, nb::handle start_, nb::handle turned_up_,
                   nb::handle hand_, nb::handle discard_, nb::handle moves_, nb::handle neighbours_) {
    const auto [players, seat, start, turned_up, hand, discard, moves, neighbours] =
        Checks::plain_values<"check_known", int, int, int, Values, u64, int, Values, Neighbours>(
            players_, seat_, start_, turned_up_, hand_, discard_, moves_, neighbours_);
    new (made) PyKnown{{}, layout_of(neighbours)};
    made->known.look(players, seat, start, padded<i8, TURNED_UP>(turned_up), hand, discard, static_cast<int>(moves.size()),
                     padded<u8, MAX_MOVES>(moves));
  }

  PyRound redeal(nb::handle seed, nb::handle given) const {
    const Policy* policy = policy_or_none(given, known.now.players);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    std::vector<RememberedHand> remembered(policy ? REMEMBERED_HANDS : 0);
    return {Belief(known, policy, Trust{}, rng, remembered.data()).next_for_anybody(rng), layout};
  }
};

inline PyKnown known_to(const Round& round, const Layout& layout, nb::handle seat) {
  PyKnown known{{}, layout};
  known.known.look_at(round, nb::cast<int>(Checks::ask<"check_known_seat">(seat, int(round.players), round.phase == OVER)));
  return known;
}

// Hands, and what is turned up with two players.
inline std::tuple<Hands, Values> random_deal_of(nb::handle players_, nb::handle seed) {
  const int players = nb::cast<int>(ask_in<"purrlab.native.cat_in_the_box.arguments", "check_players">(players_));
  Rng rng{seed_of(seed)};
  const Deal deal = random_deal(players, rng);
  const Values turned_up(deal.turned_up.begin(), deal.turned_up.end());
  return {Hands(deal.hands.begin(), deal.hands.begin() + players), players == 2 ? turned_up : Values()};
}
}  // namespace purr::cat
