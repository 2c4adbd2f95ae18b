// Many games at once, as Python has them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "../batch_binding.hpp"
#include "batch.hpp"
#include "bound_round.hpp"

namespace purr::cat {
struct PyBatch : BatchWithArrays<Batch, u64, ACTIONS, observation::SIZE> {
  using BatchWithArrays::BatchWithArrays;

  static void make(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed, nb::handle neighbours_,
                   nb::handle threads_, bool observe, bool single_rounds) {
    const auto [players, size, neighbours, threads] =
        Checks::plain_values<"check_batch", int, int, Neighbours, int>(players_, size_, neighbours_, threads_);
    const std::vector<u64> seeds = seeds_of(seed, size);
    (new (made) PyBatch(Batch(players, size, single_rounds, layout_of(neighbours)), players, threads, observe))->restart(seeds);
  }

  PyGame game(nb::handle index) const {
    return {batch.games[index_of(index, size())], batch.layout, {}, 0};
  }

  // One of them is from now on a copy of this game, which is to be on the batch's layout.
  void put(nb::handle index_, nb::handle given) {
    const int index = index_of(index_, size());
    ask_in<"purrlab.native.arguments", "check_put">(given, nb::type<PyGame>(), batch.players);
    const PyGame& game = *nb::cast<const PyGame*>(given);
    if (!std::ranges::equal(game.layout.neighbours, batch.layout.neighbours)) Checks::ask<"check_put_layout">(false);
    batch.games[index] = game.game;
    batch.write(index, outputs());
  }

  // What a seat of each game sees, into rows of this array.
  void observe(nb::handle seats_, nb::handle out_) {
    const auto [seats, out] = seen_by<observation::SIZE>(seats_, out_, size(), batch.players);
    nb::gil_scoped_release release;
    spread(size(), threads, [this, &seats = seats, &out = out](int i) {
      purr::cat::observe(batch.games[i], seats[i], out.data() + static_cast<std::size_t>(i) * observation::SIZE);
    });
  }

  Kind kind() const {
    const u64 layout = Saved::sum_of(reinterpret_cast<const char*>(&batch.layout), sizeof batch.layout);
    return kind_with({{"single_rounds", batch.single_rounds}, {"layout", layout}});
  }

  nb::bytes save() const {
    const std::size_t n = batch.games.size();
    Saved saved = saved_as(kind());
    return with_told(saved.put(batch.games.data(), n).put(batch.deals.data(), n).put(batch.samples.data(), n));
  }

  void restore(const nb::bytes& saved) {
    const std::size_t n = batch.games.size();
    Loaded loaded = loaded_from(saved, kind(), n * (sizeof(Game) + 2 * sizeof(Rng)));
    take_told(loaded.get(batch.games.data(), n).get(batch.deals.data(), n).get(batch.samples.data(), n));
  }
};
}  // namespace purr::cat
