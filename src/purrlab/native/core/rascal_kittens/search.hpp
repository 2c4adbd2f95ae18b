// The search: games that look the same to the seat, every candidate tried on each of them, and the better half kept again
// and again (sequential halving). Everybody follows the policy for so many more rounds, or to the end of the game. All of it is
// in whole numbers, so that the same seed gives the same move everywhere.
#pragma once
#include <algorithm>
#include <vector>

#include "../budget.hpp"
#include "known.hpp"
#include "policy.hpp"

namespace purr::kittens {
constexpr i64 PROSPECT_PARTS = 1000000;  // of a point

// The total, and what the string that is left is worth for the rounds to come.
PURR_HD inline i64 prospects(const Game& game, int seat, const Table& table, const Weights& weights) {
  const i64 missing = 1000 * (ROUNDS - game.rounds) * weights.run - game.strings[seat] / BILLIONTHS_IN_THOUSANDTH;
  return PROSPECT_PARTS * game.total(seat, table) - (game.rounds < ROUNDS && missing > 0 ? weights.shortage * missing : 0);
}

// The own prospects less the mean of the others', times the number of others.
PURR_HD inline i64 lead(const Game& game, int seat, const Table& table, const Weights& weights) {
  i64 all = 0;
  for (int other = 0; other < game.players; other++) all += prospects(game, other, table, weights);
  return game.players * prospects(game, seat, table, weights) - all;
}

struct Found {
  int action;
  long playouts;
  i64 leads[ACTIONS];
  long tries[ACTIONS];
};

class Search {
 public:
  // Looks so many rounds beyond the one that goes on or is about to begin.
  Search(const Known& known, const Table& table, const Policy& policy, u64 seed, int rounds_ahead)
      : known_(known), table_(table), policy_(policy), possible_(known.now.players), rng_{seed},
        until_(known.now.rounds + (known.now.phase != RUNNING) + rounds_ahead) {}

  Found run(const Budget& budget) {
    Found found{};
    for (u32 left = known_.now.legal; left; left &= left - 1) candidates_.push_back(lowest(left));
    found.action = candidates_[0];
    int halvings = 0;
    while (candidates_.size() > std::size_t{1} << halvings) halvings++;
    Clock clock(budget);
    for (int halving = 1; halving <= halvings; halving++) {
      do try_all(known_.redeal(table_, possible_, rng_), found);
      while (!clock.is_over(found.playouts, static_cast<double>(halving) / halvings));
      std::stable_sort(candidates_.begin(), candidates_.end(),
                       [&](int one, int other) { return found.leads[one] > found.leads[other]; });
      candidates_.resize((candidates_.size() + 1) / 2);
    }
    found.action = candidates_[0];
    return found;
  }

 private:
  void try_all(const Game& deal, Found& found) {
    for (const int action : candidates_) {
      Game game = deal;
      game.step(action, table_);
      play_by(policy_, game, table_, until_);
      found.leads[action] += lead(game, known_.seat, table_, policy_.weights);
      found.tries[action]++;
      found.playouts++;
    }
  }

  const Known& known_;
  const Table& table_;
  const Policy& policy_;
  const PossibleStacks possible_;
  Rng rng_;
  const int until_;  // so many rounds are over
  std::vector<int> candidates_;  // all of them were tried equally often, so that sums can be compared
};
}  // namespace purr::kittens
