// The search without its tree, for many rounds at once on a GPU: the threads of a warp share one search, and nothing allocates. Every
// thread has a walk from deal to deal of its own, then all try the candidates on the deals that were found. One thread alone, as on a
// processor, does the same one after another and finds the same.
#pragma once
#include <new>

#include "belief.hpp"

namespace purr::cat {
constexpr int WALKS = 32;  // the threads of a warp
constexpr int BURN_IN_SWAPS = 20, SWAPS_PER_DEAL = 2;  // of each walk: there are many

// The threads that share one search, and which of them this is.
struct Team {
  int member = 0, size = 1;

  // Until all are there. What any of them wrote before, all can read then.
  PURR_HD void meet() const {
#ifdef __CUDA_ARCH__
    __syncwarp();
#endif
  }

  // Does something for every number below `n`; then they meet.
  template <class Work>
  PURR_HD void share(int n, const Work& work) const {
    for (int i = member; i < n; i += size) work(i);
    meet();
  }
};

// The memory of one search. All in it begins anew with each decision.
class FlatSearch {
 public:
  // The action of whoever is to act. Nothing is read of the round but what that seat knows.
  PURR_HD int choose(const Round& round, const Policy& policy, int playouts, u64 seed, const Team& team) {
    team.share(1, [&](int) { look(round); });
    team.share(WALKS, [&](int i) {
      chance_[i] = Rng{seed + static_cast<u64>(i)};
      chance_[i].state = chance_[i].next();
      const Trust trust{.swaps_per_deal = SWAPS_PER_DEAL, .burn_in_swaps = BURN_IN_SWAPS};
      new (&walks_[i]) Belief(known_, &policy, trust, chance_[i]);
    });
    int halvings = 0, used = WALKS;
    while (1 << halvings < count_) halvings++;
    const int share = playouts / (halvings > 0 ? halvings : 1);
    while (count_ > 1) {
      for (int deals = share > count_ ? share / count_ : 1; deals > 0;) {
        if (used == WALKS) {
          team.share(WALKS, [&](int i) { deals_[i] = walks_[i].next(chance_[i]); });
          used = 0;
        }
        const int some = deals < WALKS - used ? deals : WALKS - used;
        team.share(some * count_, [&](int i) { try_on(deals_[used + i / count_], candidates_[i % count_], policy); });
        used += some;
        deals -= some;
      }
      team.share(1, [&](int) { keep_better_half(); });
    }
    return candidates_[0];
  }

 private:
  PURR_HD void look(const Round& round) {
    known_.look_at(round, round.turn);
    count_ = 0;
    for (u64 left = round.legal; left; left &= left - 1) candidates_[count_++] = static_cast<i8>(lowest(left));
    for (int& gain : gains_) gain = 0;
  }

  // Gains are whole numbers, the leads times the number of the others, so that their sum is the same in any order.
  PURR_HD void try_on(Round round, int action, const Policy& policy) {
    round.step(action);
    play_by(policy, round);
    int gain = 0;
    for (int seat = 0; seat < round.players; seat++)
      gain += round.score(seat, policy.layout) * (seat == known_.seat ? round.players - 1 : -1);
#ifdef __CUDA_ARCH__
    atomicAdd(&gains_[action], gain);
#else
    gains_[action] += gain;
#endif
  }

  PURR_HD void keep_better_half() {
    for (int i = 1; i < count_; i++)
      for (int at = i; at > 0 && gains_[candidates_[at]] > gains_[candidates_[at - 1]]; at--) {
        const i8 better = candidates_[at];
        candidates_[at] = candidates_[at - 1];
        candidates_[at - 1] = better;
      }
    count_ = (count_ + 1) / 2;
  }

  Known known_;
  i8 candidates_[CELLS];
  int count_, gains_[ACTIONS];
  Rng chance_[WALKS];
  Belief walks_[WALKS];
  Round deals_[WALKS];
};
}  // namespace purr::cat
