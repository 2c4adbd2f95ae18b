// Decisions of searching players, for nets that imitate them: plain C functions on the caller's arrays.
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>

#include "cat_in_the_box/ismcts.hpp"
#include "cat_in_the_box/net.hpp"
#include "numbers.hpp"

using namespace purr;
using namespace purr::cat;

namespace {
enum class Guest { TEACHER, HEURISTIC, NET };

constexpr double TEACHER_SHARE = 0.65;      // of the seats; others have them too, so that it is seen among all kinds
constexpr double NET_SHARE = 0.6;           // of the other seats, where there is a net
constexpr double POINTS_PER_DOUBT = 0.3;    // what search finds so much worse is e times less likely to be imitated
constexpr double VISITS_POWER = 3.0;        // what a tree tried half as often is 2 to this power times less likely
constexpr int CERTAIN = 255;

struct Tables {
  int players;
  const Policy* policies;
  int variants, layouts, teacher;
  long playouts;
  const Net* net;

  Found think(const Known& known, const Policy& policy, u64 seed) const {
    Budget budget;
    budget.playouts = playouts;
    if (teacher == SEARCH) return Search(known, policy, Settings{}, seed).run(budget);
    return Ismcts(known, policy.layout, teacher == TREE ? &policy : nullptr, seed).run(budget);
  }
};

struct Row {
  u32 seen[features::MAX_WORDS];
  u64 legal;
  u8 chances[ACTIONS];
};

int best_of(const Net& net, const Round& round, const Layout& layout) {
  float logits[ACTIONS];
  net.logits(round, layout, logits);
  int best = lowest(round.legal);
  for (u64 left = round.legal; left; left &= left - 1)
    if (logits[lowest(left)] > logits[best]) best = lowest(left);
  return best;
}

double liking(const Tables& tables, const Found& found, int action) {
  if (action == found.action) return 1;
  if (!found.visits[action]) return 0;
  if (tables.teacher != SEARCH)
    return std::pow(static_cast<double>(found.visits[action]) / static_cast<double>(found.visits[found.action]), VISITS_POWER);
  return std::min(1.0, std::exp((found.values[action] - found.values[found.action]) / POINTS_PER_DOUBT));
}

Row row_of(const Tables& tables, const Round& round, const Layout& layout, const Found& found) {
  Row row{};
  features::write(round, layout, row.seen);
  row.legal = round.legal;
  double likings[ACTIONS] = {}, sum = 0;
  for (u64 left = round.legal; left; left &= left - 1) sum += likings[lowest(left)] = liking(tables, found, lowest(left));
  for (int action = 0; action < ACTIONS; action++)
    row.chances[action] = static_cast<u8>(std::lround(CERTAIN * likings[action] / sum));
  return row;
}

// One round; what the teacher decided in it.
std::vector<Row> play_round(const Tables& tables, Rng& rng) {
  thread_local Known known;
  const Policy* policies = tables.policies + rng.below(tables.layouts) * tables.variants;
  const Layout& layout = policies->layout;
  const Deal deal = random_deal(tables.players, rng);
  Round round;
  round.deal(tables.players, deal, rng.below(tables.players));
  Guest guests[MAX_PLAYERS];
  int variants[MAX_PLAYERS];
  for (int seat = 0; seat < tables.players; seat++) {
    const bool teaches = rng.unit() < TEACHER_SHARE, is_net = !teaches && tables.net && rng.unit() < NET_SHARE;
    guests[seat] = teaches ? Guest::TEACHER : is_net ? Guest::NET : Guest::HEURISTIC;
    variants[seat] = rng.below(tables.variants);
  }
  guests[rng.below(tables.players)] = Guest::TEACHER;
  std::vector<Row> rows;
  while (round.legal) {
    const Guest guest = guests[round.turn];
    int action = lowest(round.legal);
    if (round.legal & (round.legal - 1)) {
      if (guest == Guest::HEURISTIC) action = policies[variants[round.turn]].choose(round);
      else if (guest == Guest::NET) action = best_of(*tables.net, round, layout);
      else {
        known.look_at(round, round.turn);
        const Found found = tables.think(known, *policies, rng.next());
        action = found.action;
        rows.push_back(row_of(tables, round, layout, found));
      }
    }
    round.step(action);
  }
  return rows;
}
}  // namespace

extern "C" {
// Says how many rows it wrote: as many as there is room for, or as the time allows. `halves` may be null: no net plays then.
long record(int players, const Policy* policies, int variants, int layouts, int teacher, long playouts, double seconds, u64 seed,
            int threads, const unsigned char* halves, long bytes, int width, int blocks, long room, u32* seen, u64* legal,
            u8* chances) {
  std::unique_ptr<Net> net;
  if (halves) net = std::make_unique<Net>(players, width, blocks, halves, static_cast<std::size_t>(bytes));
  const Tables tables{players, policies, variants, layouts, teacher, playouts, net.get()};
  const int words = features::word_count(players);
  const auto begin = std::chrono::steady_clock::now();
  std::mutex lock;
  std::atomic<u64> next{0};
  std::atomic<long> written{0};
  const auto work = [&] {
    while (written < room && std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
      Rng rng{seed * 0xD1B54A32D192ED03ull + next++};
      rng.next();
      const std::vector<Row> rows = play_round(tables, rng);
      const std::lock_guard<std::mutex> guard(lock);
      for (const Row& row : rows) {
        if (written == room) break;
        const long at = written++;
        std::copy(row.seen, row.seen + words, seen + at * words);
        legal[at] = row.legal;
        std::copy(row.chances, row.chances + ACTIONS, chances + at * ACTIONS);
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; i++) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return written;
}
}
