// Many games stepped at once.
#pragma once
#include <cstddef>
#include <vector>

#include "../batch_outputs.hpp"
#include "game.hpp"
#include "observation.hpp"

namespace purr::cat {
using Outputs = BatchOutputs<u64>;

PURR_HD inline void begin_game(Game& game, int players, Rng& deals) {
  const Deal deal = random_deal(players, deals);
  game.begin(players, deal, deals.below(players));
}

// A round that is over is followed by the next, a game that is over by a new one; `at_end` sees either before that.
template <class AtEnd>
PURR_HD inline void step_game(Game& game, int action, const Layout& layout, bool single_rounds, Rng& deals, AtEnd at_end) {
  game.round.step(action);
  if (game.round.legal) return;
  const int players = game.round.players;
  game.add_up(layout);
  if (single_rounds || game.over()) {
    at_end(GAME_OVER);
    begin_game(game, players, deals);
  } else {
    at_end(ROUND_OVER);
    game.next_round(random_deal(players, deals));
  }
}

struct Batch {
  int players;
  bool single_rounds;
  Layout layout;
  std::vector<Game> games;
  std::vector<Rng> deals, samples;  // chance of its own for dealing and for sampling, so that neither changes the other

  Batch(int players_, int size, bool single_rounds_, const Layout& layout_)
      : players(players_), single_rounds(single_rounds_), layout(layout_), games(size), deals(size), samples(size) {}

  const Round& position(std::size_t i) const { return games[i].round; }

  void reset(int i, u64 seed) {
    Rng seeds{seed};
    deals[i] = Rng{seeds.next()};
    samples[i] = Rng{seeds.next()};
    begin_game(games[i], players, deals[i]);
  }

  void write(int i, const Outputs& out) const {
    const Round& round = games[i].round;
    const auto row = static_cast<std::size_t>(i);
    out.legal[i] = round.legal;
    out.turn[i] = round.turn;
    spread_bits<ACTIONS>(round.legal, out.mask + row * ACTIONS);
    if (out.observations) observe(games[i], round.turn, out.observations + row * observation::SIZE);
  }

  void step(int i, int action, const Outputs& out) {
    Game& game = games[i];
    float* rewards = out.rewards + static_cast<std::size_t>(i) * players;
    for (int seat = 0; seat < players; seat++) rewards[seat] = 0.0f;
    out.done[i] = GOES_ON;
    out.winners[i] = 0;
    const int acted = game.round.turn;
    step_game(game, action, layout, single_rounds, deals[i], [&](Done done) {
      for (int seat = 0; seat < players; seat++) rewards[seat] = game.last[seat];
      out.done[i] = done;
      if (done != GAME_OVER) return;
      out.winners[i] = static_cast<u8>(game.winners());
      if (out.finals) observe(game, acted, out.finals + static_cast<std::size_t>(i) * observation::SIZE);
    });
    write(i, out);
  }
};
}  // namespace purr::cat
