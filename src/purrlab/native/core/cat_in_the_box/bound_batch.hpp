// Many games at once, as Python has them.
#pragma once
#include <cstddef>
#include <vector>

#include "batch.hpp"
#include "bound_round.hpp"

namespace purr {
// It has the arrays itself, so that they fit; Python sees their memory, and writes its actions into `actions`.
struct PyBatch {
  Batch batch;
  int threads;
  std::vector<int> actions, sampled;
  std::vector<u64> legal;
  std::vector<i8> turn;
  std::vector<float> observations, rewards;
  std::vector<u8> done, winners;

  PyBatch(int players, int size, u64 seed, const Layout& layout, int threads_, bool observe)
      : batch(players, size, seed, layout), threads(threads_), actions(size), sampled(size), legal(size), turn(size),
        observations(observe ? static_cast<std::size_t>(size) * observation::SIZE : 0),
        rewards(static_cast<std::size_t>(size) * players), done(size), winners(size) {
    spread(size, threads, [this, out = outputs()](int i) { batch.write(i, out); });
  }

  int size() const { return static_cast<int>(batch.games.size()); }

  static void make(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed_, nb::handle neighbours_,
                   nb::handle threads_, bool observe) {
    const auto [players, size, seed, neighbours, threads] =
        plain_values<"check_batch", int, int, u64, Neighbours, int>(players_, size_, seed_, neighbours_, threads_);
    new (made) PyBatch(players, size, seed, layout_of(neighbours), threads, observe);
  }

  Outputs outputs() {
    return {legal.data(), turn.data(), observations.empty() ? nullptr : observations.data(),
            rewards.data(), done.data(), winners.data()};
  }

  // False, and nothing is changed, where one of `actions` is not legal.
  bool step() {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < actions.size(); i++)
      if (!batch.games[i].round.allows(actions[i])) return false;
    spread(size(), threads, [this, out = outputs()](int i) { batch.step(i, actions[i], out); });
    return true;
  }

  void sample() {
    nb::gil_scoped_release release;
    spread(size(), threads, [this](int i) { sampled[i] = pick(batch.games[i].round.legal, batch.chance[i]); });
  }
};
}  // namespace purr
