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
  std::vector<float> observations, final_observations, rewards;
  std::vector<u8> mask, done, winners;

  PyBatch(int players, int size, bool single_rounds, const Layout& layout, int threads_, bool observe)
      : batch(players, size, single_rounds, layout), threads(threads_), actions(size), sampled(size), legal(size), turn(size),
        observations(observe ? static_cast<std::size_t>(size) * observation::SIZE : 0),
        final_observations(observations.size()),
        rewards(static_cast<std::size_t>(size) * players), mask(static_cast<std::size_t>(size) * ACTIONS), done(size),
        winners(size) {}

  int size() const { return static_cast<int>(batch.games.size()); }

  static void make(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed, nb::handle neighbours_,
                   nb::handle threads_, bool observe, bool single_rounds) {
    const auto [players, size, neighbours, threads] =
        plain_values<"check_batch", int, int, Neighbours, int>(players_, size_, neighbours_, threads_);
    const std::vector<u64> seeds = seeds_of(seed, size);
    (new (made) PyBatch(players, size, single_rounds, layout_of(neighbours), threads, observe))->restart(seeds);
  }

  Outputs outputs() {
    return {legal.data(), mask.data(), turn.data(), observations.empty() ? nullptr : observations.data(),
            observations.empty() ? nullptr : final_observations.data(),
            rewards.data(), done.data(), winners.data()};
  }

  void reset(nb::handle seed) {
    const std::vector<u64> seeds = seeds_of(seed, size());
    nb::gil_scoped_release release;
    restart(seeds);
  }

  void restart(const std::vector<u64>& seeds) {
    std::fill(rewards.begin(), rewards.end(), 0.0f);
    std::fill(done.begin(), done.end(), u8{GOES_ON});
    std::fill(winners.begin(), winners.end(), u8{0});
    spread(size(), threads, [this, &seeds, out = outputs()](int i) {
      batch.reset(i, seeds[i]);
      batch.write(i, out);
    });
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
    spread(size(), threads, [this](int i) { sampled[i] = pick(batch.games[i].round.legal, batch.samples[i]); });
  }

  PyGame game(nb::handle index) const {
    return {batch.games[index_of(index, size())], batch.layout, {}, 0};
  }

  // One of them is from now on a copy of this game.
  void put(nb::handle index_, nb::handle given) {
    const int index = index_of(index_, size());
    ask_in<"purrlab.native.arguments", "check_put">(given, nb::type<PyGame>(), batch.players);
    batch.games[index] = nb::cast<const PyGame*>(given)->game;
    batch.write(index, outputs());
  }

  // What a seat of each game sees, into rows of this array.
  void observe(nb::handle seats_, nb::handle out_) {
    const auto [seats, out] = seen_by<observation::SIZE>(seats_, out_, size(), batch.players);
    nb::gil_scoped_release release;
    spread(size(), threads, [this, &seats = seats, &out = out](int i) {
      purr::observe(batch.games[i], seats[i], out.data() + static_cast<std::size_t>(i) * observation::SIZE);
    });
  }

  std::size_t saved_size() const {
    return batch.games.size() * (sizeof(Game) + 2 * sizeof(Rng) + sizeof(float) * batch.players + 2);
  }

  nb::bytes save() const {
    const std::size_t n = batch.games.size();
    return Saved().put(batch.games.data(), n).put(batch.deals.data(), n).put(batch.samples.data(), n)
        .put(rewards.data(), rewards.size()).put(done.data(), n).put(winners.data(), n).bytes();
  }

  void restore(const nb::bytes& saved) {
    const std::size_t n = batch.games.size();
    Loaded(saved, saved_size()).get(batch.games.data(), n).get(batch.deals.data(), n).get(batch.samples.data(), n)
        .get(rewards.data(), rewards.size()).get(done.data(), n).get(winners.data(), n);
    spread(size(), threads, [this, out = outputs()](int i) { batch.write(i, out); });
  }
};
}  // namespace purr
