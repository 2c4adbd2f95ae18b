// Many games of Cat in the Box stepped in device memory, with packed observations and masks written. The processor does the same
// with some of them, and every bit must be equal. `g++ -x c++` compiles it too, to try it out where there is no GPU.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "batch.hpp"
#include "packed.hpp"

using namespace purr;


// Arrays of one batch: those of the games, and what each step writes.
struct Arrays {
  Game* games;
  Rng *deals, *samples;
  u64 *seen, *legal;
  float* rewards;
  i8* turn;
  u8 *done, *winners;
};

PURR_HD inline void reset_one(int i, const Arrays& a, int players) {
  Rng seeds{static_cast<u64>(i)};
  a.deals[i] = Rng{seeds.next()};
  a.samples[i] = Rng{seeds.next()};
  begin_game(a.games[i], players, a.deals[i]);
}

PURR_HD inline void step_one(int i, const Arrays& a, int players, const Layout& layout) {
  Game& game = a.games[i];
  float* rewards = a.rewards + static_cast<std::size_t>(i) * MAX_PLAYERS;
  for (int seat = 0; seat < MAX_PLAYERS; seat++) rewards[seat] = 0.0f;
  a.done[i] = GOES_ON;
  a.winners[i] = 0;
  step_game(game, pick(game.round.legal, a.samples[i]), layout, false, a.deals[i], [&](Done done) {
    for (int seat = 0; seat < players; seat++) rewards[seat] = game.last[seat];
    a.done[i] = done;
    if (done == GAME_OVER) a.winners[i] = static_cast<u8>(game.winners());
  });
  a.turn[i] = game.round.turn;
  a.legal[i] = game.round.legal;
  packed::pack(game, game.round.turn, a.seen + static_cast<std::size_t>(i) * packed::WORDS);
}

#ifdef __CUDACC__
#define PURR_KERNEL __global__ void
#define PURR_AT blockIdx.x * blockDim.x + threadIdx.x
PURR_KERNEL reset_all(int n, Arrays a, int players) {
  const int i = PURR_AT;
  if (i < n) reset_one(i, a, players);
}
PURR_KERNEL step_all(int n, Arrays a, int players, Layout layout) {
  const int i = PURR_AT;
  if (i < n) step_one(i, a, players, layout);
}
static void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(2);
}
template <class T> T* take(std::size_t n) { T* made; must(cudaMalloc(&made, n * sizeof(T))); return made; }
template <class T> void fetch(T* to, const T* from, std::size_t n) { must(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost)); }
static void wait() { must(cudaGetLastError()); must(cudaDeviceSynchronize()); }
static void reset(int n, const Arrays& a, int players) { reset_all<<<(n + 127) / 128, 128>>>(n, a, players); }
static void step(int n, const Arrays& a, int players, const Layout& layout) { step_all<<<(n + 127) / 128, 128>>>(n, a, players, layout); }
#else
template <class T> T* take(std::size_t n) { return static_cast<T*>(std::calloc(n, sizeof(T))); }
template <class T> void fetch(T* to, const T* from, std::size_t n) { std::memcpy(to, from, n * sizeof(T)); }
static void wait() {}
static void reset(int n, const Arrays& a, int players) { for (int i = 0; i < n; i++) reset_one(i, a, players); }
static void step(int n, const Arrays& a, int players, const Layout& layout) { for (int i = 0; i < n; i++) step_one(i, a, players, layout); }
#endif

// What differs between the device and the processor after a step, and between an observation and the same one unpacked.
static int differing(const Arrays& device, Arrays& own, int checked, int players, const Layout& layout) {
  std::vector<u64> seen(static_cast<std::size_t>(checked) * packed::WORDS), legal(checked);
  std::vector<float> rewards(static_cast<std::size_t>(checked) * MAX_PLAYERS);
  std::vector<i8> turn(checked);
  std::vector<u8> done(checked), winners(checked);
  fetch(seen.data(), device.seen, seen.size());
  fetch(legal.data(), device.legal, legal.size());
  fetch(rewards.data(), device.rewards, rewards.size());
  fetch(turn.data(), device.turn, turn.size());
  fetch(done.data(), device.done, done.size());
  fetch(winners.data(), device.winners, winners.size());
  int wrong = 0;
  for (int i = 0; i < checked; i++) {
    step_one(i, own, players, layout);
    const std::size_t row = static_cast<std::size_t>(i) * packed::WORDS, points = static_cast<std::size_t>(i) * MAX_PLAYERS;
    float direct[observation::SIZE], unpacked[observation::SIZE];
    observe(own.games[i], own.games[i].round.turn, direct);
    observe(packed::unpack(&seen[row]), 0, unpacked);
    wrong += std::memcmp(direct, unpacked, sizeof direct) || std::memcmp(&seen[row], own.seen + row, sizeof(u64) * packed::WORDS) ||
             std::memcmp(&rewards[points], own.rewards + points, sizeof(float) * MAX_PLAYERS) || legal[i] != own.legal[i] ||
             turn[i] != own.turn[i] || done[i] != own.done[i] || winners[i] != own.winners[i];
  }
  return wrong;
}

int main(int, char** arguments) {
  const int n = std::atoi(arguments[1]), checked = std::atoi(arguments[2]), checked_steps = 300, steps = std::atoi(arguments[3]);
  int wrong = 0;
  for (int players = 2; players <= 5; players++) {
    Layout layout;
    for (u64& cell : layout.neighbours)
      if (std::scanf("%llu", reinterpret_cast<unsigned long long*>(&cell)) != 1) return 2;
    const Arrays device{take<Game>(n), take<Rng>(n), take<Rng>(n), take<u64>(static_cast<std::size_t>(n) * packed::WORDS), take<u64>(n),
                        take<float>(static_cast<std::size_t>(n) * MAX_PLAYERS), take<i8>(n), take<u8>(n), take<u8>(n)};
    std::vector<Game> games(checked);
    std::vector<Rng> deals(checked), samples(checked);
    std::vector<u64> seen(static_cast<std::size_t>(checked) * packed::WORDS), legal(checked);
    std::vector<float> rewards(static_cast<std::size_t>(checked) * MAX_PLAYERS);
    std::vector<i8> turn(checked);
    std::vector<u8> done(checked), winners(checked);
    Arrays own{games.data(), deals.data(), samples.data(), seen.data(), legal.data(), rewards.data(), turn.data(), done.data(), winners.data()};
    reset(n, device, players);
    for (int i = 0; i < checked; i++) reset_one(i, own, players);
    int differ = 0;
    for (int k = 0; k < checked_steps; k++) {
      step(n, device, players, layout);
      wait();
      differ += differing(device, own, checked, players, layout);
    }
    double quickest = 1e9;
    for (int repeat = 0; repeat < 5; repeat++) {
      const auto begin = std::chrono::steady_clock::now();
      for (int k = 0; k < steps; k++) step(n, device, players, layout);
      wait();
      const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (took < quickest) quickest = took;
    }
    std::printf("%d players: %.0f million steps/s of %d games, with packed observations and masks; %d of %d checked steps differ\n",
                players, static_cast<double>(n) * steps / quickest / 1e6, n, differ, checked * checked_steps);
    wrong += differ;
  }
  return wrong != 0;
}
