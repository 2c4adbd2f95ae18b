// Many games at once, as Python has them.
#pragma once
#include <nanobind/ndarray.h>

#include <algorithm>
#include <vector>

#include "../batch_binding.hpp"
#include "batch.hpp"
#include "bindings.hpp"

namespace purr::kittens {
struct PyBatch : BatchWithArrays<Batch, u32, ACTIONS, observation::SIZE> {
  Rooms rooms;  // kept for the tables of the games

  PyBatch(const Rooms& rooms_, const BatchSetup& setup, int size, int threads, bool observe)
      : BatchWithArrays(Batch(setup, size), setup.players, threads, observe), rooms(rooms_) {}

  static void make(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed, nb::handle options_,
                   nb::handle threads_, bool observe) {
    const auto [players, size, rooms, by_lot, older, start, string, threads] =
        Checks::plain_values<"check_batch", int, int, Rooms, bool, bool, int, i64, int>(nb::type<Room>(), players_, size_, options_,
                                                                                threads_);
    const std::vector<u64> seeds = seeds_of(seed, size);
    BatchSetup setup{players, {}, by_lot, older, start, string};
    for (const auto& room : rooms) setup.rooms.push_back(room.get());
    (new (made) PyBatch(rooms, setup, size, threads, observe))->restart(seeds);
  }

  PyGame game(nb::handle index) const {
    const int i = index_of(index, size());
    Rooms seats;
    for (int seat = 0; seat < batch.setup.players; seat++) seats.push_back(rooms[room_number(batch.tables[i].rooms[seat])]);
    return {batch.games[i], {seats, batch.tables[i].older}};
  }

  // One of them is from now on a copy of this game, whose rooms are kept with the others.
  void put(nb::handle index_, nb::handle given) {
    const int i = index_of(index_, size());
    ask_in<"purrlab.native.arguments", "check_put">(given, nb::type<PyGame>(), batch.setup.players);
    const PyGame& game = *nb::cast<const PyGame*>(given);
    const i64 longest = *std::max_element(game.game.strings, game.game.strings + batch.setup.players);
    if (longest > batch.setup.string) Checks::ask<"check_put_strings">(longest, batch.setup.string);
    for (const auto& room : game.table.rooms)
      if (room_number(room.get()) == rooms.size()) rooms.push_back(room);
    batch.games[i] = game.game;
    batch.tables[i] = game.table.table;
    batch.write(i, outputs());
  }

  // What a seat of each game sees, into rows of this array.
  void observe(nb::handle seats_, nb::handle out_) {
    const auto [seats, out] = seen_by<observation::SIZE>(seats_, out_, size(), batch.setup.players);
    nb::gil_scoped_release release;
    spread(size(), threads, [this, &seats = seats, &out = out](int i) {
      purr::kittens::observe(batch.games[i], batch.tables[i], seats[i],
                             out.data() + static_cast<std::size_t>(i) * observation::SIZE);
    });
  }

  // What was saved names rooms by sums over them, and those that `put` brought must be there when it is restored.
  struct SavedTable {
    u64 rooms[MAX_PLAYERS];
    u64 older;
  };

  Kind kind() const {
    const BatchSetup& own = batch.setup;
    u64 named = own.rooms_by_lot;
    for (const Room* room : own.rooms) named = Saved::sum_of(reinterpret_cast<const char*>(&room->sum), sizeof room->sum, named);
    return kind_with({{"options.rooms", named}, {"options.variant", own.older}, {"options.start", static_cast<u64>(own.start)},
                      {"options.string", static_cast<u64>(own.string)}});
  }

  nb::bytes save() const {
    const std::size_t n = batch.games.size();
    std::vector<SavedTable> tables(n);
    for (std::size_t i = 0; i < n; i++) {
      tables[i].older = batch.tables[i].older;
      for (int seat = 0; seat < batch.setup.players; seat++) tables[i].rooms[seat] = batch.tables[i].rooms[seat]->sum;
    }
    Saved saved = saved_as(kind());
    return with_told(saved.put(batch.games.data(), n).put(tables.data(), n).put(batch.deals.data(), n).put(batch.samples.data(), n));
  }

  void restore(const nb::bytes& saved) {
    const std::size_t n = batch.games.size();
    std::vector<SavedTable> tables(n);
    Loaded loaded = loaded_from(saved, kind(), n * (sizeof(Game) + sizeof(SavedTable) + 2 * sizeof(Rng)));
    std::vector<Game> games(n);
    loaded.get(games.data(), n).get(tables.data(), n);
    for (const SavedTable& table : tables)
      for (int seat = 0; seat < batch.setup.players; seat++)
        if (room_of(table.rooms[seat]) == rooms.end()) ask_in<"purrlab.native.rascal_kittens.checks", "check_saved_rooms">(false);
    loaded.get(batch.deals.data(), n).get(batch.samples.data(), n);
    batch.games = games;
    for (std::size_t i = 0; i < n; i++) {
      batch.tables[i].older = tables[i].older != 0;
      for (int seat = 0; seat < batch.setup.players; seat++)
        batch.tables[i].rooms[seat] = room_of(tables[i].rooms[seat])->get();
    }
    take_told(loaded);
  }

 private:
  Rooms::const_iterator room_of(u64 sum) const { return std::ranges::find(rooms, sum, [](const auto& room) { return room->sum; }); }

  std::size_t room_number(const Room* room) const {
    std::size_t number = 0;
    while (number < rooms.size() && rooms[number].get() != room) number++;
    return number;
  }
};
}  // namespace purr::kittens
