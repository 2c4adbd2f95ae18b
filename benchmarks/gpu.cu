// Rounds of Cat in the Box on a GPU and on one core of the processor: the same seeds must give the same scores.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "flat_search.hpp"

using namespace purr;
using namespace purr::cat;

constexpr int SEARCHER_PLAYOUTS = 500;

struct Played {
  i8 scores[MAX_PLAYERS], paradox;
  int decisions;
  bool operator==(const Played& other) const {
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
      if (scores[seat] != other.scores[seat]) return false;
    return paradox == other.paradox && decisions == other.decisions;
  }
};

__host__ __device__ inline Played play_one(int players, u64 seed, const Policy& policy, bool sensible) {
  Rng rng{seed};
  Round round;
  round.deal(players, random_deal(players, rng), static_cast<int>(seed % players));
  Played played{};
  played.decisions = sensible ? play_by(policy, round) : play_at_random(round, rng);
  played.paradox = round.paradox;
  for (int seat = 0; seat < players; seat++) played.scores[seat] = static_cast<i8>(round.score(seat, policy.layout));
  return played;
}

__global__ void play_all(int players, int rounds, const Policy* policy, bool sensible, Played* out) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < rounds) out[at] = play_one(players, at, *policy, sensible);
}

// Everybody searches. The memory is for one round at a time.
struct Searching {
  Round round;
  FlatSearch search;
};

__host__ __device__ inline Played search_one(int players, u64 seed, const Policy& policy, Searching& memory, const Team& team) {
  Round& round = memory.round;
  Rng rng{seed};
  const Deal dealt = random_deal(players, rng);
  team.share(1, [&](int) { round.deal(players, dealt, static_cast<int>(seed % players)); });
  Played played{};
  while (round.legal) {
    int action = lowest(round.legal);
    if (round.legal & (round.legal - 1)) {
      action = memory.search.choose(round, policy, SEARCHER_PLAYOUTS, rng.next(), team);
      played.decisions++;
    }
    team.meet();
    team.share(1, [&](int) { round.step(action); });
  }
  played.paradox = round.paradox;
  for (int seat = 0; seat < players; seat++) played.scores[seat] = static_cast<i8>(round.score(seat, policy.layout));
  return played;
}

__global__ void search_all(int players, const Policy* policy, Searching* memory, Played* out) {
  const int at = blockIdx.x;
  const Played played = search_one(players, at, *policy, memory[at], {static_cast<int>(threadIdx.x), WALKS});
  if (threadIdx.x == 0) out[at] = played;
}

static double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

static bool went_wrong(cudaError_t error) {
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}

// How many rounds of searches differ; negative where the GPU fails.
static int compare_searches(int players, const Policy& policy, const Policy* on_device, Played* out) {
  const int rounds = 8192, checked = 50;
  Searching* memory;
  if (went_wrong(cudaMalloc(&memory, rounds * sizeof(Searching)))) return -1;
  const auto begin = std::chrono::steady_clock::now();
  search_all<<<rounds, WALKS>>>(players, on_device, memory, out);
  if (went_wrong(cudaDeviceSynchronize())) return -1;
  const double seconds = seconds_since(begin);
  cudaFree(memory);
  std::vector<Played> played(rounds);
  cudaMemcpy(played.data(), out, rounds * sizeof(Played), cudaMemcpyDeviceToHost);
  double searches = 0, own_searches = 0;
  for (const Played& each : played) searches += each.decisions;
  int differing = 0;
  const auto own = static_cast<Searching*>(std::malloc(sizeof(Searching)));
  const auto own_begin = std::chrono::steady_clock::now();
  for (int at = 0; at < checked; at++) {
    const Played same = search_one(players, at, policy, *own, Team{});
    own_searches += same.decisions;
    differing += !(same == played[at]);
  }
  std::printf("%d players, searches of %d playouts: %.1f thousand a second on the GPU, %.2f on one core, %d of %d rounds differ\n", players,
              SEARCHER_PLAYOUTS, searches / seconds / 1e3, own_searches / seconds_since(own_begin) / 1e3, differing, checked);
  std::free(own);
  return differing;
}

int main() {
  const int rounds = 4'000'000, checked = 200'000;
  int wrong = 0;
  for (int players = 2; players <= 5; players++) {
    Weights weights;
    Layout layout;
    std::array<double, BID_LIMIT_COUNT> limits;
    if (std::scanf("%lf %lf", &limits[0], &limits[1]) != 2) return 2;
    for (int i = 0; i < WEIGHT_COUNT; i++)
      if (std::scanf("%lf", reinterpret_cast<double*>(&weights) + i) != 1) return 2;
    for (u64& cell : layout.neighbours)
      if (std::scanf("%llu", reinterpret_cast<unsigned long long*>(&cell)) != 1) return 2;
    Policy policy;
    policy.prepare(players, weights, limits, layout);
    Policy* on_device;
    Played* out;
    if (went_wrong(cudaMalloc(&on_device, sizeof(Policy))) || went_wrong(cudaMalloc(&out, rounds * sizeof(Played)))) return 2;
    cudaMemcpy(on_device, &policy, sizeof(Policy), cudaMemcpyHostToDevice);
    for (const bool sensible : {false, true}) {
      double quickest = 1e9;
      for (int repeat = 0; repeat < 4; repeat++) {  // the first one is to warm up
        const auto begin = std::chrono::steady_clock::now();
        play_all<<<(rounds + 127) / 128, 128>>>(players, rounds, on_device, sensible, out);
        if (went_wrong(cudaDeviceSynchronize())) return 2;
        if (repeat) quickest = std::min(quickest, seconds_since(begin));
      }
      std::vector<Played> played(rounds);
      cudaMemcpy(played.data(), out, rounds * sizeof(Played), cudaMemcpyDeviceToHost);
      double decisions = 0;
      for (const Played& each : played) decisions += each.decisions;
      double own_decisions = 0;
      int differing = 0;
      const auto begin = std::chrono::steady_clock::now();
      for (int at = 0; at < checked; at++) {
        const Played own = play_one(players, at, policy, sensible);
        own_decisions += own.decisions;
        differing += !(own == played[at]);
      }
      std::printf("%d players, %s: %.0f million decisions/s on the GPU, %.1f on one core, %d of %d rounds differ\n", players,
                  sensible ? "by the policy" : "at random", decisions / quickest / 1e6,
                  own_decisions / seconds_since(begin) / 1e6, differing, checked);
      wrong += differing;
    }
    const int differing = compare_searches(players, policy, on_device, out);
    if (differing < 0) return 2;
    wrong += differing;
    cudaFree(on_device);
    cudaFree(out);
  }
  return wrong != 0;
}
