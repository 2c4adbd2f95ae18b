// Games, what a seat knows, and policies, as Python has them. What callers give is checked, and turned into plain values of
// the types that stand here, by purrlab/native/rascal_kittens/checks.py.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../class_binding.hpp"
#include "observation.hpp"
#include "search.hpp"

namespace purr::kittens {
namespace nb = nanobind;
using Numbers = std::vector<int>;
template <class T>
using BySeat = std::array<T, MAX_PLAYERS>;
template <class T>
using ByToy = std::array<T, TOYS>;
template <class T>
using ByWay = std::array<T, NOTCHES * NOTCHES>;

using Checks = ChecksIn<"purrlab.native.rascal_kittens.checks">;

// A table that keeps its rooms.
using Rooms = std::vector<std::shared_ptr<Room>>;

struct PyTable {
  Rooms rooms;
  Table table{};

  PyTable() = default;
  PyTable(const Rooms& rooms_, bool older) : rooms(rooms_) {
    table.older = older;
    for (std::size_t seat = 0; seat < std::min<std::size_t>(rooms.size(), MAX_PLAYERS); seat++)
      table.rooms[seat] = rooms[seat].get();
  }
};

inline void make_room(Room* room, const ByWay<i64>& lengths, const ByWay<u16>& toys) {
  new (room) Room();
  for (int way = 0; way < NOTCHES * NOTCHES; way++) {
    room->lengths[way / NOTCHES][way % NOTCHES] = lengths[way];
    room->toys[way / NOTCHES][way % NOTCHES] = toys[way] & ((1 << TOYS) - 1);
  }
  room->sum_up();
  static_assert(std::has_unique_object_representations_v<Room>);
  room->sum = Saved::sum_of(reinterpret_cast<const char*>(room), offsetof(Room, sum));
}

struct PyGame {
  Game game;
  PyTable table;

  static void make(PyGame* made, nb::handle setup) {
    const auto [rooms, older, players, start, string, middle, tiles, stacks] =
        Checks::plain_values<"check_game", Rooms, bool, int, int, i64, i8, std::array<std::array<i8, PIECES>, COLOURS>, ByToy<u16>>(
            nb::type<Room>(), setup);
    Deal deal{};
    deal.middle = middle;
    std::copy(stacks.begin(), stacks.end(), deal.stacks);
    for (int colour = 0; colour < COLOURS; colour++)
      std::copy(tiles[colour].begin(), tiles[colour].end(), deal.tiles[colour]);
    (new (made) PyGame{{}, {rooms, older}})->game.begin(players, deal, start, string);
  }

  using State = std::tuple<nb::bytes, Rooms, bool>;

  State saved() const { return {Saved().put(&game, 1).bytes(), table.rooms, table.table.older}; }

  static void load(PyGame& self, const State& state) {
    const auto& [bytes, rooms, older] = state;
    Game game;
    Loaded(bytes).expect(sizeof game).get(&game, 1);
    if (static_cast<int>(rooms.size()) != game.players) throw nb::value_error("saved: expected a room for each seat");
    new (&self) PyGame{game, {rooms, older}};
  }

  // This call comes at every decision, so the core looks itself before it asks.
  void step(nb::handle given) {
    int action;
    if (!nb::try_cast(given, action, false) || !game.allows(action))
      action = nb::cast<int>(Checks::ask<"check_step">(game.legal, given));
    game.step(action, table.table);
  }

  int playout(nb::handle seed, nb::handle policy_) {
    const Policy* policy = policy_.is_none() ? nullptr : &checked_policy<Policy>(policy_, game.players);
    Rng rng{seed_of(seed)};
    nb::gil_scoped_release release;
    return policy ? play_by(*policy, game, table.table) : play_at_random(game, table.table, rng);
  }

  // Decisions made in so many random playouts of this game, and the sum of all totals, so that nothing is left out.
  std::tuple<long, long> random_playouts(nb::handle count_, nb::handle seed_) const {
    const auto [count, seed] = playouts_of(count_, seed_);
    Rng rng{seed};
    nb::gil_scoped_release release;
    long decisions = 0, points = 0;
    for (long i = 0; i < count; i++) {
      Game end = game;
      decisions += play_at_random(end, table.table, rng);
      for (int seat = 0; seat < end.players; seat++) points += end.total(seat, table.table);
    }
    return {decisions, points};
  }

  int advice(nb::handle policy) const {
    Checks::ask<"check_advice">(game.legal);
    return checked_policy<Policy>(policy, game.players).choose(game, table.table);
  }

  std::vector<i64> worths(nb::handle policy) const {
    Checks::ask<"check_advice">(game.legal);
    i64 found[ACTIONS];
    checked_policy<Policy>(policy, game.players).choose(game, table.table, found);
    std::vector<i64> all;
    for (u32 left = game.legal; left; left &= left - 1) all.push_back(found[lowest(left)]);
    return all;
  }

  void observe(nb::handle seat_, nb::handle out_, nb::handle mask_) const {
    const auto check = [&] { return Checks::ask<"check_observe">(static_cast<int>(game.players), seat_, out_, mask_); };
    observe_into<observation::SIZE, ACTIONS>(game.players, seat_, out_, mask_, check, [&](int seat, float* out, u8* mask) {
      purr::kittens::observe(game, table.table, seat, out);
      if (mask) spread_bits<ACTIONS>(seat == game.turn ? game.legal : 0, mask);
    });
  }

  // RK11: the values of the tokens that each seat has taken, by toy.
  std::vector<std::vector<Numbers>> taken() const {
    return by_seat<std::vector<Numbers>>(game.players, [this](int seat) {
      std::vector<Numbers> toys(TOYS);
      for (int toy = 0; toy < TOYS; toy++)
        for (u32 places = game.places_taken(seat, toy) & 0x155; places; places &= places - 1)
          toys[toy].push_back(token_at(game.stacks[toy], lowest(places) / 2));
      return toys;
    });
  }

  Numbers winners() const {
    Numbers seats;
    for (int seat = 0; seat < game.players; seat++)
      if (game.phase == OVER && game.winners(table.table) >> seat & 1) seats.push_back(seat);
    return seats;
  }
};

struct PyKnown {
  Known known;
  PyTable table;

  static void make(PyKnown* made, nb::handle view) {
    using Held = std::array<i8, COLOURS>;
    const auto [rooms, older, numbers, shown, hand, held, draws, ends, strings, stacks, takers, taken] =
        Checks::plain_values<"check_known", Rooms, bool, std::array<i8, 9>, u32, u32, BySeat<Held>, BySeat<u8>, BySeat<i8>,
                     BySeat<i64>, ByToy<u16>, ByToy<u16>, ByToy<i8>>(nb::type<Room>(), view);
    Known& known = (new (made) PyKnown{{}, {rooms, older}})->known;
    Game& now = known.now;
    i8 seat, phase;
    std::tie(now.players, seat, now.start, phase, now.turn, now.top, now.rounds, now.leader, now.ran) =
        std::tuple_cat(numbers);
    now.phase = phase;
    known.seat = seat;
    now.shown = shown;
    now.hands[seat] = hand;
    for (int other = 0; other < now.players; other++) {
      std::copy(held[other].begin(), held[other].end(), known.held[other]);
      now.draws[other] = draws[other];
      now.ends[other] = ends[other];
      now.strings[other] = strings[other];
    }
    for (int colour = 0; colour < COLOURS; colour++) {
      now.drawn[colour] = now.players;
      for (int other = 0; other < now.players; other++) now.drawn[colour] += draws[other] >> colour & 1;
    }
    for (int toy = 0; toy < TOYS; toy++) {
      now.stacks[toy] = stacks[toy];
      now.takers[toy] = takers[toy];
      now.left[toy] = static_cast<i8>(stack_size(now.players) - taken[toy]);
      for (int other = 0; other < now.players; other++)
        if (now.places_taken(other, toy)) now.kinds[other] |= static_cast<u16>(1 << toy);
    }
    now.refresh(made->table.table);
  }

  PyGame redeal(nb::handle seed) const {
    Rng rng{seed_of(seed)};
    return {known.redeal(table.table, PossibleStacks(known.now.players), rng), table};
  }

  // What the seat may do; nothing while another is to act.
  u32 legal() const { return known.now.turn == known.seat ? known.now.legal : 0; }
};

inline PyKnown known_to(const PyGame& game, nb::handle seat) {
  PyKnown known{{}, game.table};
  known.known.look(game.game, nb::cast<int>(Checks::ask<"check_known_seat">(seat, static_cast<int>(game.game.players))));
  return known;
}

inline void make_policy(Policy* policy, nb::handle players_, nb::handle weights_) {
  const auto [players, weights] = Checks::plain_values<"check_weights", int, std::array<i64, WEIGHT_COUNT>>(players_, weights_);
  (new (policy) Policy())->prepare(players, std::bit_cast<Weights>(weights));
}
}  // namespace purr::kittens
