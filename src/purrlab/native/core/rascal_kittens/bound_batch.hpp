// Many games at once, as Python has them.
#pragma once
#include <nanobind/ndarray.h>

#include "../threads.hpp"
#include "batch.hpp"
#include "bindings.hpp"

namespace purr::kittens {
// It has the arrays itself, so that they fit; Python sees their memory, and writes its actions into `actions`.
struct PyBatch {
  Rooms rooms;  // kept for the tables of the games
  Batch batch;
  int threads;
  std::vector<int> actions, sampled;
  std::vector<u32> legal;
  std::vector<i8> turn;
  std::vector<float> observations, rewards;
  std::vector<u8> mask, done, winners;

  PyBatch(const Rooms& rooms_, const BatchSetup& setup, int size_, u64 seed, int threads_, bool observe)
      : rooms(rooms_), batch(setup, size_), threads(threads_), actions(size_), sampled(size_), legal(size_), turn(size_),
        observations(observe ? static_cast<std::size_t>(size_) * observation::SIZE : 0),
        rewards(static_cast<std::size_t>(size_) * setup.players), mask(static_cast<std::size_t>(size_) * ACTIONS),
        done(size_), winners(size_) {
    restart(seed);
  }

  static void make(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed_, nb::handle options_,
                   nb::handle threads_, bool observe) {
    const auto [players, size, seed, rooms, by_lot, older, start, string, threads] =
        plain_values<"check_batch", int, int, u64, Rooms, bool, bool, int, i64, int>(nb::type<Room>(), players_, size_, seed_,
                                                                                     options_, threads_);
    BatchSetup setup{players, {}, by_lot, older, start, string};
    for (const auto& room : rooms) setup.rooms.push_back(room.get());
    new (made) PyBatch(rooms, setup, size, seed, threads, observe);
  }

  int size() const { return static_cast<int>(batch.games.size()); }

  Outputs outputs() {
    return {legal.data(), mask.data(), turn.data(), observations.empty() ? nullptr : observations.data(),
            rewards.data(), done.data(), winners.data()};
  }

  void reset(nb::handle seed) {
    const u64 plain = seed_of(seed);
    nb::gil_scoped_release release;
    restart(plain);
  }

  void restart(u64 seed) {
    batch.reset(seed);
    std::fill(rewards.begin(), rewards.end(), 0.0f);
    std::fill(done.begin(), done.end(), u8{GOES_ON});
    std::fill(winners.begin(), winners.end(), u8{0});
    spread(size(), threads, [this, out = outputs()](int i) { batch.write(i, out); });
  }

  // False, and nothing is changed, where one of `actions` is not legal.
  bool step() {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < actions.size(); i++)
      if (!batch.games[i].allows(actions[i])) return false;
    spread(size(), threads, [this, out = outputs()](int i) { batch.step(i, actions[i], out); });
    return true;
  }

  void sample() {
    nb::gil_scoped_release release;
    spread(size(), threads, [this](int i) { sampled[i] = pick(batch.games[i].legal, batch.samples[i]); });
  }

  PyGame game(nb::handle index) const {
    const int i = nb::cast<int>(ask<"check_index">(index, size()));
    PyTable table;
    table.table = batch.tables[i];
    table.rooms = rooms;
    return {batch.games[i], table};
  }
};
}  // namespace purr::kittens
