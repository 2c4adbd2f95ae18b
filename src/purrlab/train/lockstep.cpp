// Many rounds of Cat in the Box in lockstep, for training: plain C functions on the caller's arrays. nvcc compiles it for a GPU (then all
// arrays are there, and `stream` is a stream), any C++20 compiler for the CPU.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "cat_in_the_box/features.hpp"
#include "cat_in_the_box/flat_search.hpp"
#include "numbers.hpp"
#ifdef __CUDACC__
#include <cuda_runtime.h>
#else
#include <thread>

#include "threads.hpp"
#endif

using namespace purr;
using namespace purr::cat;

namespace {
#ifdef __CUDACC__
constexpr int THREADS_A_BLOCK = 128;
template <class Each>
__global__ void run_each(int n, Each each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) each(i);
}
template <class Each>
void launch(int n, void* stream, Each each) {
  run_each<<<(n + THREADS_A_BLOCK - 1) / THREADS_A_BLOCK, THREADS_A_BLOCK, 0, static_cast<cudaStream_t>(stream)>>>(n, each);
}
template <class Each>
__global__ void run_each_team(Each each) {
  each(blockIdx.x, Team{static_cast<int>(threadIdx.x), WALKS});
}
template <class Each>
void launch_teams(int n, void* stream, Each each) {
  run_each_team<<<n, WALKS, 0, static_cast<cudaStream_t>(stream)>>>(each);
}
#else
constexpr int MIN_SHARE = 4096;  // to start a thread for fewer takes longer than to do them
template <class Each>
void launch(int n, void*, Each each) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency()), shares = n / MIN_SHARE;
  spread(n, shares < 1 ? 1 : shares < cores ? shares : cores, each);
}
template <class Each>
void launch_teams(int n, void*, Each each) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  spread(n, n < cores ? n : cores, [&](int i) { each(i, Team{}); });
}
#endif

// What only the critic sees: the others' cards, and how many of them fit.
PURR_HD constexpr int hidden_count(int players) {
  return (players - 1) * ((COPIES + 1) * highest_value(players) + features::MAX_FINDABLE);
}
PURR_HD constexpr int hidden_words(int players) { return (hidden_count(players) + 31) / 32; }
constexpr int ALL_WORDS = features::MAX_WORDS + hidden_words(MAX_PLAYERS);

PURR_HD inline void write_hidden(const Round& round, u32* words) {
  features::BitWriter out{words};
  const int values = highest_value(round.players);
  for (int i = 1, seat = round.after(round.turn); i < round.players; i++, seat = round.after(seat)) {
    const u64 open = round.markers[seat] * ONES & ~round.taken;
    int findable = 0;
    for (int value = 1; value <= values; value++) {
      const int mine = copies(round.hands[seat], value), places = Policy::digit_count(open >> 4 * (value - 1));
      findable += places < mine ? places : mine;
      out.put_count(mine, COPIES);
    }
    out.put_one(round.discards[seat] - 1, values);
    out.put_count(findable, features::MAX_FINDABLE);
  }
}

// Every fourth group of sixteen tables has the second layout, where there is one.
PURR_HD inline int layout_at(int table, int layouts) { return layouts > 1 && (table >> 4 & 3) == 3; }

PURR_HD inline Rng chance_of(u64 seed, u64 step, u64 table) {
  Rng rng{seed * 0xD1B54A32D192ED03ull + (step << 40) + table * 0x9E3779B97F4A7C15ull};
  rng.next();
  return rng;
}

// By the numbers of the net: at random, or the best. `likelihood` is the logarithm of how likely it was.
PURR_HD inline int choose(const float* logits, u64 legal, bool best_only, Rng& rng, float* likelihood) {
  int best = lowest(legal);
  for (u64 left = legal; left; left &= left - 1)
    if (logits[lowest(left)] > logits[best]) best = lowest(left);
  float sum = 0;
  for (u64 left = legal; left; left &= left - 1) sum += expf(logits[lowest(left)] - logits[best]);
  int chosen = best;
  float at = static_cast<float>(rng.unit()) * sum;
  for (u64 left = best_only ? 0 : legal; left; left &= left - 1)
    if ((at -= expf(logits[lowest(left)] - logits[best])) < 0) {
      chosen = lowest(left);
      break;
    }
  *likelihood = logits[chosen] - logits[best] - logf(sum);
  return chosen;
}
}  // namespace

extern "C" {
void sizes(int players, int* out) {
  out[0] = sizeof(Round);
  out[1] = sizeof(Policy);
  out[2] = features::word_count(players);
  out[3] = hidden_words(players);
  out[4] = players * (tricks_in_round(players) + 1 + (players > 2));  // a discard, a bid, the plays
  out[5] = sizeof(FlatSearch);
}

void make_policy(int players, const double* weights, const double* limits, const u64* neighbours, unsigned char* out) {
  Weights named;
  std::memcpy(&named, weights, sizeof named);
  Layout layout;
  std::memcpy(layout.neighbours, neighbours, sizeof layout.neighbours);
  std::array<double, BID_LIMIT_COUNT> of_bids{limits[0], limits[1]};
  Policy policy{};
  policy.prepare(players, named, of_bids, layout);
  std::memcpy(out, &policy, sizeof policy);
}

// `seed` is one number in memory, so that a recorded graph of calls deals anew each time.
void deal(Round* rounds, int n, int players, const u64* seed, void* stream) {
  launch(n, stream, [=] PURR_HD(int i) {
    Rng rng = chance_of(seed[0], 0, static_cast<u64>(i));
    const Deal dealt = random_deal(players, rng);
    rounds[i].deal(players, dealt, rng.below(players));
  });
}

void observe(const Round* rounds, int n, int players, const Policy* policies, int variants, int layouts, u32* seen, u64* legal,
             u8* seats, void* stream) {
  const int open = features::word_count(players), all = open + hidden_words(players);
  launch(n, stream, [=] PURR_HD(int i) {
    const Round& round = rounds[i];
    legal[i] = round.legal;
    seats[i] = static_cast<u8>(round.turn);
    u32 words[ALL_WORDS] = {};
    if (round.legal & (round.legal - 1)) {
      features::write(round, policies[layout_at(i, layouts) * variants].layout, words);
      write_hidden(round, words + open);
    }
    for (int k = 0; k < all; k++) seen[static_cast<long>(i) * all + k] = words[k];
  });
}

// The first `used` of the words of these rows (of all where `rows` is null) as numbers 0 and 1, of 16 bits (bfloat16) or 32.
// Two numbers at a time, so that threads beside each other write beside each other.
void expand(const u32* seen, const std::int64_t* rows, int n, int all, int used, int wide, void* out, void* stream) {
  const int pairs = 16 * used;
  launch(n * pairs, stream, [=] PURR_HD(int i) {
    const long row = i / pairs, from = rows ? static_cast<long>(rows[row]) : row;
    const u32 bits = seen[from * all + i % pairs / 16] >> i % 16 * 2;
    if (wide) {
      static_cast<float*>(out)[2L * i] = static_cast<float>(bits & 1);
      static_cast<float*>(out)[2L * i + 1] = static_cast<float>(bits >> 1 & 1);
    } else {
      static_cast<u32*>(out)[i] = (bits & 1) * 0x3F80u | (bits >> 1 & 1) * 0x3F800000u;
    }
  });
}

// What the searchers whose turn it is find, at the first `n` tables; there are as many searches. They follow the bots' own policy.
void search(const Round* rounds, int n, const u8* players_of, const Policy* policies, int variants, int layouts, int playouts,
            const u64* seed, int step, FlatSearch* searches, u8* found, void* stream) {
  launch_teams(n, stream, [=] PURR_HD(int i, const Team& team) {
    const Round& round = rounds[i];
    if (!(round.legal & (round.legal - 1)) || players_of[static_cast<long>(i) * round.players + round.turn] != SEARCHER) return;
    const u64 chance = chance_of(seed[0], static_cast<u64>(step + 1), static_cast<u64>(i)).next();
    const int action = searches[i].choose(round, policies[layout_at(i, layouts) * variants], playouts, chance, team);
    if (team.member == 0) found[i] = static_cast<u8>(action);
  });
}

// Everybody whose turn it is acts. The numbers of the frozen net begin with the table `frozen_from`.
void act(Round* rounds, int n, const float* logits, const float* frozen, int frozen_from, const u8* players_of, const u8* variant_of,
         const Policy* policies, int variants, int layouts, const u8* found, const u64* seed, int step, int best_only,
         int frozen_best_only, u8* actions, float* likelihoods, u8* learns, void* stream) {
  launch(n, stream, [=] PURR_HD(int i) {
    Round& round = rounds[i];
    actions[i] = 255;
    likelihoods[i] = 0;
    learns[i] = 0;
    if (!round.legal) return;
    const long seat = static_cast<long>(i) * round.players + round.turn;
    Rng rng = chance_of(seed[0], static_cast<u64>(step + 1), static_cast<u64>(i));
    int action = lowest(round.legal);
    if (round.legal & (round.legal - 1)) {
      if (players_of[seat] == HEURISTIC) {
        action = policies[layout_at(i, layouts) * variants + variant_of[seat]].choose(round);
      } else if (players_of[seat] == SEARCHER) {
        action = found[i];
      } else {
        const bool learner = players_of[seat] == LEARNER;
        const float* row = learner ? logits + static_cast<long>(i) * OUTPUTS : frozen + static_cast<long>(i - frozen_from) * OUTPUTS;
        action = choose(row, round.legal, best_only || (!learner && frozen_best_only), rng, likelihoods + i);
        learns[i] = learner;
      }
    }
    actions[i] = static_cast<u8>(action);
    round.step(action);
  });
}

// How far each seat is ahead of the mean of the others, less what it costs to cause the paradox.
void leads(const Round* rounds, int n, int players, const Policy* policies, int variants, int layouts, float paradox_cost, float* out,
           void* stream) {
  launch(n, stream, [=] PURR_HD(int i) {
    int points[MAX_PLAYERS], all = 0;
    for (int seat = 0; seat < players; seat++)
      all += points[seat] = rounds[i].score(seat, policies[layout_at(i, layouts) * variants].layout);
    for (int seat = 0; seat < players; seat++)
      out[static_cast<long>(i) * players + seat] = points[seat] - static_cast<float>(all - points[seat]) / (players - 1) -
                                                   (seat == rounds[i].paradox ? paradox_cost : 0.0f);
  });
}

// Generalised advantages, seat by seat, over the decisions that are learned from.
void advantages(int n, int steps, int players, const u8* seats, const u8* learns, const float* values, const float* lead, float scale,
                float lambda, float* advantage, float* target, void* stream) {
  launch(n, stream, [=] PURR_HD(int i) {
    float next[MAX_PLAYERS], sum[MAX_PLAYERS] = {};
    for (int seat = 0; seat < players; seat++) next[seat] = lead[static_cast<long>(i) * players + seat] * scale;
    for (int step = steps - 1; step >= 0; step--) {
      const long at = static_cast<long>(step) * n + i;
      if (!learns[at]) continue;
      const int seat = seats[at];
      sum[seat] = next[seat] - values[at] + lambda * sum[seat];
      next[seat] = values[at];
      advantage[at] = sum[seat];
      target[at] = sum[seat] + values[at];
    }
  });
}

void next_seed(u64* seed, void* stream) {
  launch(1, stream, [=] PURR_HD(int) { seed[0]++; });
}
}
