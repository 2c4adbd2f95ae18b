// Many games of Cat in the Box in the memory of a device: plain C functions for device_games.py. nvcc compiles it for a GPU, any
// C++20 compiler for the processor, so that the same program is tried out where there is no GPU.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cat_in_the_box/batch.hpp"
#include "cat_in_the_box/packed.hpp"

using namespace purr;
using namespace purr::cat;

// What a step writes; all of it lies on the device.
struct Arrays {
  u64* legal;
  u8* mask;             // this is null where observations are packed
  float *observations, *finals;  // these are null, or the next is; what the seat that acted last saw at the end of a game
  u64* packed;
  float* rewards;
  i8* turn;
  u8 *done, *winners;
  std::int32_t* sampled;
};

struct Games {
  int device, players, size;
  bool single_rounds;
  Layout layout;
  Game* games;
  Rng *deals, *samples;
  std::int32_t* illegal;  // so many actions of a step are not legal
  Arrays out;
};

namespace {
#ifdef __CUDACC__
#define PURR_EACH __host__ __device__
constexpr int THREADS_A_BLOCK = 128, DEVICE_TYPE = 2;  // the number that DLPack has for CUDA
cudaError_t failed = cudaSuccess;

bool worked(cudaError_t error) {
  if (error != cudaSuccess) failed = error;
  return error == cudaSuccess;
}
void* take(std::size_t bytes) {
  void* made = nullptr;
  return worked(cudaMalloc(&made, bytes)) && worked(cudaMemset(made, 0, bytes)) ? made : nullptr;
}
void give_back(void* memory) { cudaFree(memory); }
bool copy(void* to, const void* from, std::size_t bytes) { return worked(cudaMemcpy(to, from, bytes, cudaMemcpyDefault)); }
PURR_HD void add_one(std::int32_t* number) {
#ifdef __CUDA_ARCH__
  atomicAdd(number, 1);
#endif
}
template <class Each>
__global__ void run_each(int n, Each each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) each(i);
}
template <class Each>
void launch(int n, Each each) {
  run_each<<<(n + THREADS_A_BLOCK - 1) / THREADS_A_BLOCK, THREADS_A_BLOCK>>>(n, each);
}
bool wait() { return worked(cudaGetLastError()) && worked(cudaDeviceSynchronize()); }
// Works on this device, and then leaves the caller's in use again, which libraries in the same thread count on.
struct Use {
  int before = 0;
  bool there;
  explicit Use(int device) : there(worked(cudaGetDevice(&before)) && worked(cudaSetDevice(device))) {}
  ~Use() { cudaSetDevice(before); }
};
const char* words() { return cudaGetErrorString(failed); }
#else
#define PURR_EACH
constexpr int DEVICE_TYPE = 1;
constexpr std::size_t ALIGNMENT = 64;  // JAX copies what begins elsewhere
void* take(std::size_t bytes) {
  void* made = std::aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  return made ? std::memset(made, 0, bytes) : nullptr;
}
void give_back(void* memory) { std::free(memory); }
bool copy(void* to, const void* from, std::size_t bytes) { return std::memcpy(to, from, bytes) != nullptr; }
void add_one(std::int32_t* number) { ++*number; }
template <class Each>
void launch(int n, Each each) {
  for (int i = 0; i < n; i++) each(i);
}
bool wait() { return true; }
struct Use {
  bool there = true;
  explicit Use(int) {}
};
const char* words() { return "the memory is used up"; }
#endif

template <class T>
T* take_many(std::size_t n) {
  return static_cast<T*>(take(n * sizeof(T)));
}

PURR_HD inline void write(const Games& g, int i) {
  const Game& game = g.games[i];
  const auto row = static_cast<std::size_t>(i);
  g.out.legal[i] = game.round.legal;
  g.out.turn[i] = game.round.turn;
  if (g.out.mask) spread_bits<ACTIONS>(game.round.legal, g.out.mask + row * ACTIONS);
  if (g.out.observations) observe(game, game.round.turn, g.out.observations + row * observation::SIZE);
  if (g.out.packed) packed::pack(game, game.round.turn, g.out.packed + row * packed::WORDS);
}

PURR_HD inline std::int64_t number_at(const void* numbers, bool wide, int i) {
  return wide ? static_cast<const std::int64_t*>(numbers)[i] : static_cast<const std::int32_t*>(numbers)[i];
}

PURR_HD inline void clear(const Games& g, int i) {
  for (int seat = 0; seat < g.players; seat++) g.out.rewards[static_cast<std::size_t>(i) * g.players + seat] = 0.0f;
  g.out.done[i] = GOES_ON;
  g.out.winners[i] = 0;
}

PURR_HD inline void step_one(const Games& g, int i, int action) {
  Game& game = g.games[i];
  float* rewards = g.out.rewards + static_cast<std::size_t>(i) * g.players;
  const int acted = game.round.turn;
  clear(g, i);
  step_game(game, action, g.layout, g.single_rounds, g.deals[i], [&](Done done) {
    for (int seat = 0; seat < g.players; seat++) rewards[seat] = game.last[seat];
    g.out.done[i] = done;
    if (done != GAME_OVER) return;
    g.out.winners[i] = static_cast<u8>(game.winners());
    if (g.out.finals) observe(game, acted, g.out.finals + static_cast<std::size_t>(i) * observation::SIZE);
  });
  write(g, i);
}
}  // namespace

extern "C" {
int device_type() { return DEVICE_TYPE; }

const char* problem() { return words(); }

void drop(Games* g) {
  const Use use(g->device);
  void* all[] = {g->games, g->deals, g->samples, g->illegal, g->out.legal, g->out.mask, g->out.observations, g->out.finals, g->out.packed,
                 g->out.rewards, g->out.turn, g->out.done, g->out.winners, g->out.sampled};
  for (void* each : all) give_back(each);
  delete g;
}

// Null where the device has no room for it.
Games* make(int device, int players, int size, bool single_rounds, bool pack, const u64* neighbours) {
  const Use use(device);
  if (!use.there) return nullptr;
  const auto n = static_cast<std::size_t>(size);
  auto* g = new Games{device, players, size, single_rounds, {}, take_many<Game>(n), take_many<Rng>(n), take_many<Rng>(n),
                      take_many<std::int32_t>(1), {}};
  std::memcpy(g->layout.neighbours, neighbours, sizeof g->layout.neighbours);
  g->out = {take_many<u64>(n), pack ? nullptr : take_many<u8>(n * ACTIONS), pack ? nullptr : take_many<float>(n * observation::SIZE),
            pack ? nullptr : take_many<float>(n * observation::SIZE), pack ? take_many<u64>(n * packed::WORDS) : nullptr, take_many<float>(n * players), take_many<i8>(n), take_many<u8>(n),
            take_many<u8>(n), take_many<std::int32_t>(n)};
  const bool room = g->games && g->deals && g->samples && g->illegal && g->out.legal && g->out.rewards && g->out.turn && g->out.done &&
                    g->out.winners && g->out.sampled && (pack ? g->out.packed != nullptr : g->out.mask && g->out.observations && g->out.finals);
  if (room) return g;
  drop(g);
  return nullptr;
}

Arrays arrays(const Games* g) { return g->out; }

bool fetch(void* to, const void* from, std::size_t bytes) { return copy(to, from, bytes); }

// A seed for each game, not yet on the device.
bool reset(Games* g, const u64* given) {
  const Games h = *g;  // as it is given to the device
  const Use use(h.device);
  u64* seeds = take_many<u64>(g->size);
  if (!seeds) return false;
  const bool there = copy(seeds, given, sizeof(u64) * static_cast<std::size_t>(g->size));
  launch(g->size, [h, seeds] PURR_EACH (int i) {
    Rng rng{seeds[i]};
    h.deals[i] = Rng{rng.next()};
    h.samples[i] = Rng{rng.next()};
    begin_game(h.games[i], h.players, h.deals[i]);
    clear(h, i);
    write(h, i);
  });
  const bool done = there && wait();
  give_back(seeds);
  return done;
}

// How many actions are not legal, and then nothing has happened; -1 where the device failed. They have 32 bits, or 64 where they are wide.
int step(Games* g, const void* actions, bool wide) {
  const Games h = *g;  // as it is given to the device
  const Use use(h.device);
  std::int32_t illegal = 0;
  if (!copy(g->illegal, &illegal, sizeof illegal)) return -1;
  launch(g->size, [h, actions, wide] PURR_EACH (int i) {
    const std::int64_t action = number_at(actions, wide, i);
    if (action < 0 || action >= ACTIONS || !h.games[i].round.allows(static_cast<int>(action))) add_one(h.illegal);
  });
  launch(g->size, [h, actions, wide] PURR_EACH (int i) {
    if (!*h.illegal) step_one(h, i, static_cast<int>(number_at(actions, wide, i)));
  });
  return wait() && copy(&illegal, g->illegal, sizeof illegal) ? illegal : -1;
}

bool sample(Games* g) {
  const Games h = *g;  // as it is given to the device
  const Use use(h.device);
  launch(g->size, [h] PURR_EACH (int i) { h.out.sampled[i] = pick(h.games[i].round.legal, h.samples[i]); });
  return wait();
}

// What a seat of each game sees, into memory of the device. How many seats there are not, as for `step`.
int observe_seats(Games* g, const void* seats, bool wide, void* out) {
  const Games h = *g;  // as it is given to the device
  const Use use(h.device);
  std::int32_t unknown = 0;
  if (!copy(g->illegal, &unknown, sizeof unknown)) return -1;
  launch(g->size, [h, seats, wide, out] PURR_EACH (int i) {
    const auto row = static_cast<std::size_t>(i);
    const std::int64_t given = number_at(seats, wide, i);
    if (given < 0 || given >= h.players) return add_one(h.illegal);
    const int seat = static_cast<int>(given);
    if (h.out.packed) packed::pack(h.games[i], seat, static_cast<u64*>(out) + row * packed::WORDS);
    else observe(h.games[i], seat, static_cast<float*>(out) + row * observation::SIZE);
  });
  return wait() && copy(&unknown, g->illegal, sizeof unknown) ? unknown : -1;
}

// Observations from packed ones.
bool unpack(int device, int rows, const u64* words, float* out) {
  if (!rows) return true;
  const Use use(device);
  launch(rows, [words, out] PURR_EACH (int i) {
    const auto row = static_cast<std::size_t>(i);
    observe(packed::unpack(words + row * packed::WORDS), 0, out + row * observation::SIZE);
  });
  return wait();
}

void* memory(int device, std::size_t bytes) {
  const Use use(device);
  return take(bytes);
}

void release(void* memory) { give_back(memory); }
}
