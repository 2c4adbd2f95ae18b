// Many games at once, as Python has them.
#pragma once
#include "batch.hpp"
#include "bound_round.hpp"

namespace purr {
struct PyBatch {
  Batch batch;
  int threads;

  std::size_t size() const { return batch.games.size(); }

  template <class T>
  bool fits(const Given<Line<T>>& array) const {
    return array.is_plain && array.plain.shape(0) == size();
  }

  bool fits(const Given<Grid<float>>& array, std::size_t columns) const {
    return array.is_plain && array.plain.shape(0) == size() && array.plain.shape(1) == columns;
  }

  bool fits(const Given<Line<u64>>& legal, const Given<Line<i8>>& turn, const Given<Grid<float>>& observations) const {
    return fits(legal) && fits(turn) && (observations.object.is_none() || fits(observations, observation::SIZE));
  }

  static float* seen(const Given<Grid<float>>& observations) {
    return observations.object.is_none() ? nullptr : observations.plain.data();
  }

  void write(const Given<Line<u64>>& legal, const Given<Line<i8>>& turn, const Given<Grid<float>>& observations) const {
    if (!fits(legal, turn, observations))
      refuse("array_checks", "check_view_arrays", size(), legal.object, turn.object, observations.object);
    const Outputs out{legal.plain.data(), turn.plain.data(), seen(observations), nullptr, nullptr, nullptr};
    nb::gil_scoped_release release;
    batch.spread(threads, [this, out](int i) { batch.write(i, out); });
  }

  // False, and nothing is changed, where an action is not legal.
  bool step(const Given<Line<const int>>& actions, const Given<Line<u64>>& legal, const Given<Line<i8>>& turn,
            const Given<Grid<float>>& observations, const Given<Grid<float>>& rewards, const Given<Line<u8>>& done,
            const Given<Line<u8>>& winners) {
    const auto chosen = fits(actions) ? actions.plain
        : nb::cast<Line<const int>>(ask("array_checks", "check_actions", size(), actions.object));
    const auto columns = static_cast<std::size_t>(batch.players);
    if (!fits(legal, turn, observations) || !fits(rewards, columns) || !fits(done) || !fits(winners))
      refuse("array_checks", "check_step_arrays", columns, size(), legal.object, turn.object, observations.object,
             rewards.object, done.object, winners.object);
    const Outputs out{legal.plain.data(), turn.plain.data(), seen(observations), rewards.plain.data(), done.plain.data(),
                      winners.plain.data()};
    const int* action = chosen.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < size(); i++)
      if (action[i] < 0 || action[i] >= ACTIONS || !(batch.games[i].round.legal >> action[i] & 1)) return false;
    batch.spread(threads, [this, out, action](int i) { batch.step(i, action[i], out); });
    return true;
  }

  void sample(const Given<Line<int>>& actions) {
    if (!fits(actions)) refuse("array_checks", "check_sample_array", size(), actions.object);
    int* action = actions.plain.data();
    nb::gil_scoped_release release;
    batch.spread(threads, [this, action](int i) { action[i] = pick(batch.games[i].round.legal, batch.chance[i]); });
  }
};

inline void make_batch(PyBatch* made, nb::handle players_, nb::handle size_, nb::handle seed_, nb::handle neighbours_,
                nb::handle threads_) {
  const nb::object plain = ask("checks", "check_batch", players_, size_, seed_, neighbours_, threads_);
  const auto [players, size, seed, neighbours, threads] = nb::cast<std::tuple<int, int, u64, Sets, int>>(plain);
  Layout layout;
  agreed(are_players(players) && size > 0 && threads > 0 && copy_layout(neighbours, layout));
  new (made) PyBatch{Batch(players, size, seed, layout), threads};
}
}  // namespace purr
