// Many games stepped at once.
#pragma once
#include <cstddef>
#include <vector>

#include "../batch_outputs.hpp"
#include "deals.hpp"
#include "observation.hpp"

namespace purr::kittens {
using Outputs = BatchOutputs<u32>;

// What all games of a batch have in common.
struct BatchSetup {
  int players;
  std::vector<const Room*> rooms;  // one for each seat, or those that are dealt (RK7)
  bool rooms_by_lot, older;
  int start;                       // NOBODY: by lot (RK8)
  i64 string;
};

struct Batch {
  BatchSetup setup;
  PossibleStacks possible;
  std::vector<Game> games;
  std::vector<Table> tables;
  std::vector<Rng> deals, samples;  // chance of its own for dealing and for sampling, so that neither changes the other

  Batch(const BatchSetup& setup_, int size)
      : setup(setup_), possible(setup_.players), games(size), tables(size), deals(size), samples(size) {}

  const Game& position(std::size_t i) const { return games[i]; }

  void reset(int i, u64 seed) {
    Rng seeds{seed};
    deals[i] = Rng{seeds.next()};
    samples[i] = Rng{seeds.next()};
    begin(i);
  }

  void begin(int i) {
    Rng& rng = deals[i];
    std::vector<const Room*> rooms = setup.rooms;
    if (setup.rooms_by_lot) shuffle(rooms.data(), static_cast<int>(rooms.size()), rng);
    tables[i].older = setup.older;
    for (int seat = 0; seat < setup.players; seat++) tables[i].rooms[seat] = rooms[seat];
    const int start = setup.start == NOBODY ? rng.below(setup.players) : setup.start;
    games[i].begin(setup.players, random_deal(possible, rng), start, setup.string);
  }

  void write(int i, const Outputs& out) const {
    const Game& game = games[i];
    const auto row = static_cast<std::size_t>(i);
    out.legal[i] = game.legal;
    out.turn[i] = game.turn;
    spread_bits<ACTIONS>(game.legal, out.mask + row * ACTIONS);
    if (out.observations) observe(game, tables[i], game.turn, out.observations + row * observation::SIZE);
  }

  void step(int i, int action, const Outputs& out) {
    Game& game = games[i];
    const int acted = game.turn;
    game.step(action, tables[i]);
    const bool over = !game.legal;
    float* rewards = out.rewards + static_cast<std::size_t>(i) * setup.players;
    for (int seat = 0; seat < setup.players; seat++)
      rewards[seat] = over ? static_cast<float>(game.total(seat, tables[i])) : 0.0f;
    out.done[i] = over ? GAME_OVER : GOES_ON;
    out.winners[i] = over ? static_cast<u8>(game.winners(tables[i])) : 0;
    if (over && out.finals)
      observe(game, tables[i], acted, out.finals + static_cast<std::size_t>(i) * observation::SIZE);
    if (over) begin(i);
    write(i, out);
  }
};
}  // namespace purr::kittens
