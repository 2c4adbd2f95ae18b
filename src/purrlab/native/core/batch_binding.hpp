// Many games at once, as Python has them, whichever game it is.
#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "batch_outputs.hpp"
#include "class_binding.hpp"
#include "threads.hpp"

namespace purr {
// It has the arrays itself, so that they fit; Python sees their memory, and writes its actions into `actions`.
template <class Batch, class Legal, int ACTIONS, int OBSERVATION>
struct BatchWithArrays {
  Batch batch;
  int threads;
  Array<int> actions, sampled;
  Array<Legal> legal;
  Array<i8> turn;
  Array<float> observations, final_observations, rewards;
  Array<u8> mask, done, winners;

  BatchWithArrays(Batch made, int players, int threads_, bool observe)
      : batch(std::move(made)), threads(threads_), actions(size()), sampled(size()), legal(size()), turn(size()),
        observations(observe ? static_cast<std::size_t>(size()) * OBSERVATION : 0), final_observations(observations.size()),
        rewards(static_cast<std::size_t>(size()) * players), mask(static_cast<std::size_t>(size()) * ACTIONS), done(size()),
        winners(size()) {}

  int size() const { return static_cast<int>(batch.games.size()); }

  BatchOutputs<Legal> outputs() {
    return {legal.data(), mask.data(), turn.data(), observations.empty() ? nullptr : observations.data(),
            observations.empty() ? nullptr : final_observations.data(),
            rewards.data(), done.data(), winners.data()};
  }

  void reset(nanobind::handle seed) {
    const std::vector<u64> seeds = seeds_of(seed, size());
    nanobind::gil_scoped_release release;
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
    nanobind::gil_scoped_release release;
    for (std::size_t i = 0; i < actions.size(); i++)
      if (!batch.position(i).allows(actions[i])) return false;
    spread(size(), threads, [this, out = outputs()](int i) { batch.step(i, actions[i], out); });
    return true;
  }

  // What it has in common with batches that may restore its games, besides what the game itself adds.
  Kind kind_with(const Kind& own) const {
    Kind kind{{"players", rewards.size() / done.size()}, {"size", done.size()}, {"observe", !observations.empty()}};
    kind.insert(kind.end(), own.begin(), own.end());
    return kind;
  }

  // What the last step told is saved after the games; before them, how many are just over, whose ends are a part of it.
  Saved saved_as(const Kind& kind) const {
    const u64 ends = observations.empty() ? 0 : static_cast<u64>(std::count(done.begin(), done.end(), u8{GAME_OVER}));
    Saved saved(kind);
    saved.put(&ends, 1);
    return saved;
  }

  nanobind::bytes with_told(Saved& saved) const {
    saved.put(rewards.data(), rewards.size()).put(done.data(), done.size()).put(winners.data(), winners.size());
    for (std::size_t i = 0; i < done.size(); i++)
      if (done[i] == GAME_OVER && !observations.empty()) saved.put(&final_observations[i * OBSERVATION], OBSERVATION);
    return saved.bytes();
  }

  // `games_size`: the bytes of the games alone.
  Loaded loaded_from(const nanobind::bytes& bytes, const Kind& kind, std::size_t games_size) const {
    u64 ends;
    Loaded loaded(bytes, kind);
    loaded.get(&ends, 1).expect(games_size + rewards.size() * sizeof(float) + 2 * done.size() + ends * OBSERVATION * sizeof(float));
    return loaded;
  }

  // To be called when all else is there.
  void take_told(Loaded& loaded) {
    loaded.get(rewards.data(), rewards.size()).get(done.data(), done.size()).get(winners.data(), winners.size());
    for (std::size_t i = 0; i < done.size(); i++)
      if (done[i] == GAME_OVER && !observations.empty()) loaded.get(&final_observations[i * OBSERVATION], OBSERVATION);
    spread(size(), threads, [this, out = outputs()](int i) { batch.write(i, out); });
  }

  void sample() {
    nanobind::gil_scoped_release release;
    spread(size(), threads, [this](int i) { sampled[i] = pick(batch.position(i).legal, batch.samples[i]); });
  }
};

// What every batch has, beside how it is made. `legal_signature` says how wide the bits of `legal` are.
template <class Class>
void bind_batch_of_games(nanobind::class_<Class>& batch, const char* legal_signature) {
  namespace nb = nanobind;
  batch
      .def("step", [](Class& b) { return b.step(); }, "What ``actions`` says. False, and nothing is changed, where one of them is not legal.")
      .def("sample", [](Class& b) { b.sample(); }, "Legal actions at random, into ``sampled``.")
      .def("reset", [](Class& b, nb::handle seed) { b.reset(seed); }, given("seed"),
           nb::sig("def reset(self, seed: int | collections.abc.Sequence[int]) -> None"), "All games anew.")
      .def("game", &Class::game, given("index"), nb::sig("def game(self, index: int) -> Game"), "A copy of one of them.")
      .def("put", &Class::put, given("index"), given("game"), nb::sig("def put(self, index: int, game: Game) -> None"),
           "One of them is from now on a copy of this game.")
      .def("observe", &Class::observe, given("seats"), given("out"),
           nb::sig("def observe(self, seats: collections.abc.Sequence[int], out: numpy.typing.NDArray[numpy.float32]) -> None"),
           "Writes what a seat of each game sees into the rows of an array.")
      .def("copy", [](const Class& b) { return Class(b); })
      .def("save", &Class::save, "All games as they are, and the chance to come.")
      .def("restore", &Class::restore, nb::arg("saved"), "What a batch of the same kind and size saved.");
  bind_array(batch, "actions", &Class::actions, "def actions(self) -> numpy.typing.NDArray[numpy.int32]");
  bind_array(batch, "sampled", &Class::sampled, "def sampled(self) -> numpy.typing.NDArray[numpy.int32]");
  bind_array(batch, "legal", &Class::legal, legal_signature);
  bind_array(batch, "mask", &Class::mask, "def mask(self) -> numpy.typing.NDArray[numpy.uint8]");
  bind_array(batch, "turn", &Class::turn, "def turn(self) -> numpy.typing.NDArray[numpy.int8]");
  bind_array(batch, "observations", &Class::observations, "def observations(self) -> numpy.typing.NDArray[numpy.float32]");
  bind_array(batch, "final_observations", &Class::final_observations,
             "def final_observations(self) -> numpy.typing.NDArray[numpy.float32]");
  bind_array(batch, "rewards", &Class::rewards, "def rewards(self) -> numpy.typing.NDArray[numpy.float32]");
  bind_array(batch, "done", &Class::done, "def done(self) -> numpy.typing.NDArray[numpy.uint8]");
  bind_array(batch, "winners", &Class::winners, "def winners(self) -> numpy.typing.NDArray[numpy.uint8]");
}
}  // namespace purr
