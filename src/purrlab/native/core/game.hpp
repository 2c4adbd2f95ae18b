// Whole games (CB4, CB5, CB19), and many of them stepped at once.
#pragma once
#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "round.hpp"

namespace purr {
struct Game {
  Round round;
  i8 number;  // of the round, from 1
  std::int16_t totals[MOST_PLAYERS], last[MOST_PLAYERS];

  PURR_HD void begin(int players, const Deal& deal, int start) {
    *this = Game{};
    number = 1;
    round.deal(players, deal, start);
  }

  PURR_HD bool over() const { return number == round.players && round.phase == OVER; }  // CB5: as many rounds as players

  // To be called once when a round is over: its points are added up.
  PURR_HD void add_up(const Layout& layout) {
    for (int seat = 0; seat < round.players; seat++) {
      last[seat] = static_cast<std::int16_t>(round.score(seat, layout));
      totals[seat] = static_cast<std::int16_t>(totals[seat] + last[seat]);
    }
  }

  PURR_HD void next_round(const Deal& deal) {
    number++;
    round.deal(round.players, deal, round.after(round.start));  // CB4
  }

  // CB19: a bit for each winner: the highest total; then the most points in the last round; then they share.
  PURR_HD int winners() const {
    int best = -10000, seats = 0;
    for (int seat = 0; seat < round.players; seat++) {
      const int rank = 100 * totals[seat] + last[seat];  // a round is worth fewer than 50 points either way
      if (rank > best) seats = 0;
      if (rank >= best) {
        best = rank;
        seats |= 1 << seat;
      }
    }
    return seats;
  }
};

constexpr int OBSERVATION = 256;

// What the seat `viewer` sees, as numbers from about 0 to 1, seats counted from the viewer on:
//   0 tokens, 36 cells for each of five seats (with fewer than five the last plane has observed and neutral tokens)
// 180 own hand by value   189 markers, 4 a seat   209 tricks   214 bids   219 led colour
// 223 the trick in play, for each seat four colours and the value
// 248 phase (3)   251 tricks done   252 red was declared   253 players   254 own discard   255 cards in the trick
PURR_HD inline void observe(const Round& round, int viewer, float* out) {
  for (int i = 0; i < OBSERVATION; i++) out[i] = 0.0f;
  for (int i = 0, seat = viewer; i < round.players; i++, seat = round.after(seat)) {
    for (u64 left = round.tokens[seat]; left; left &= left - 1) out[36 * i + lowest(left)] = 1.0f;
    for (int colour = 0; colour < 4; colour++) out[189 + 4 * i + colour] = static_cast<float>(round.markers[seat] >> colour & 1);
    out[209 + i] = 0.125f * round.tricks[seat];
    out[214 + i] = 0.25f * round.bids[seat];
  }
  for (u64 left = round.taken & ~round.declared; left; left &= left - 1) out[144 + lowest(left)] = 1.0f;
  for (int value = 1; value <= HIGHEST; value++) out[179 + value] = 0.25f * copies(round.hands[viewer], value);
  if (round.in_trick) {
    out[219 + round.led] = 1.0f;
    int leader = round.turn - round.in_trick - viewer;  // counted from the viewer on
    while (leader < 0) leader += round.players;
    for (int i = 0; i < round.in_trick; i++) {
      float* at = out + 223 + 5 * ((leader + i) % round.players);
      at[round.trick[i] & 3] = 1.0f;
      at[4] = 0.125f * value_of(round.trick[i]);
    }
  }
  if (round.phase != OVER) out[248 + round.phase] = 1.0f;
  out[251] = 0.125f * round.done;
  out[252] = (round.declared & RED_ROW) ? 1.0f : 0.0f;
  out[253] = 0.25f * round.players;
  out[254] = 0.125f * round.discards[viewer];
  out[255] = 0.25f * round.in_trick;
}

enum Done : u8 { GOES_ON, ROUND_OVER, GAME_OVER };

// Where a batch writes what it has to say; all arrays are the caller's.
struct Outputs {
  u64* legal;
  i8* turn;
  float* observations;  // may be null
  float* rewards;
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
    if (out.observations) observe(round, round.turn, out.observations + static_cast<std::size_t>(i) * OBSERVATION);
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

  // Does something for every game, in as many threads as asked for, or as can be had.
  template <class Work>
  void spread(int threads, Work work) {
    const int size = static_cast<int>(games.size()), share = (size - 1) / threads + 1;
    const auto part = [&work, size, share](int from) {
      for (int i = from, end = std::min(size, from + share); i < end; i++) work(i);
    };
    std::vector<std::thread> others;
    others.reserve(threads);
    int from = share;
    try {
      for (; from < size; from += share) others.emplace_back(part, from);
    } catch (const std::system_error&) {  // no more of them: the rest is done here
    }
    for (int mine = 0; mine < size; mine = from, from += share) part(mine);
    for (std::thread& other : others) other.join();
  }
};
}  // namespace purr
