// Whole games (CB4, CB5, CB19).
#pragma once
#include <cstdint>

#include "round.hpp"

namespace purr::cat {
struct Game {
  Round round;
  i8 number;  // of the round, from 1
  std::int16_t totals[MAX_PLAYERS], last[MAX_PLAYERS];

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
}  // namespace purr::cat
