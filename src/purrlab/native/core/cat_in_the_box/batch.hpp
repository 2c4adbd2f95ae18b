// Many games stepped at once.
#pragma once
#include <vector>

#include "game.hpp"
#include "observation.hpp"
#include "../threads.hpp"

namespace purr {
enum Done : u8 { GOES_ON, ROUND_OVER, GAME_OVER };

// Where a batch writes what it has to say; all arrays are the caller's.
struct Outputs {
  u64* legal;
  i8* turn;
  float* observations;  // may be null
  float* rewards;       // this and the next are for steps only
  u8* done;
  u8* winners;
};

struct Batch {
  int players;
  Layout layout;
  std::vector<Game> games;
  std::vector<Rng> chance;

  Batch(int players_, int size, u64 seed, const Layout& layout_)
      : players(players_), layout(layout_), games(size), chance(size) {
    Rng seeds{seed};
    for (int i = 0; i < size; i++) {
      chance[i] = Rng{seeds.next()};
      begin(i);
    }
  }

  void begin(int i) {
    const Deal deal = random_deal(players, chance[i]);
    games[i].begin(players, deal, chance[i].below(players));
  }

  void write(int i, const Outputs& out) const {
    const Round& round = games[i].round;
    out.legal[i] = round.legal;
    out.turn[i] = round.turn;
    if (out.observations) observe(round, round.turn, out.observations + static_cast<std::size_t>(i) * observation::SIZE);
  }

  void step(int i, int action, const Outputs& out) {
    Game& game = games[i];
    float* rewards = out.rewards + static_cast<std::size_t>(i) * players;
    for (int seat = 0; seat < players; seat++) rewards[seat] = 0.0f;
    out.done[i] = GOES_ON;
    out.winners[i] = 0;
    game.round.step(action);
    if (!game.round.legal) finish(i, rewards, out);
    write(i, out);
  }

  void finish(int i, float* rewards, const Outputs& out) {
    Game& game = games[i];
    game.add_up(layout);
    for (int seat = 0; seat < players; seat++) rewards[seat] = game.last[seat];
    if (!game.over()) {
      out.done[i] = ROUND_OVER;
      return game.next_round(random_deal(players, chance[i]));
    }
    out.done[i] = GAME_OVER;
    out.winners[i] = static_cast<u8>(game.winners());
    begin(i);
  }
};
}  // namespace purr
