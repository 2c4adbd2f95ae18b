// The heuristic of purrlab.bots.cat_in_the_box, which the search lets everybody follow in its playouts. It weighs what a
// sensible player would: will my cards still find cells, do I want this trick, does the token touch my own.
#pragma once
#include <algorithm>
#include <cmath>

#include "round.hpp"
#include "weights.hpp"

namespace purr::cat {
struct Policy {
  int players;
  Weights weights;
  Layout layout;
  std::array<double, BID_LIMIT_COUNT> limits;  // the strength from which to bid more than the lowest
  double findable[6][5][6];   // how many of the held copies find a cell, by copies held, open cells, unseen copies
  double unbeaten_by[5][10];  // chance by players still to come and higher open cells
  double untrumped[5];        // chance by players still to come who have given up the colour
  double height[10], worth_to_bid[10], unsafe[6][6];

  void prepare(int players_, const Weights& weights_, const std::array<double, BID_LIMIT_COUNT>& limits_, const Layout& layout_) {
    players = players_;
    weights = weights_;
    layout = layout_;
    limits = limits_;
    const int highest = highest_value(players);
    for (int mine = 0; mine < 6; mine++)
      for (int cells = 0; cells < 5; cells++)
        for (int unseen = 0; unseen < 6; unseen++) findable[mine][cells][unseen] = expected(mine, cells, unseen);
    for (int higher = 0; higher < 10; higher++)
      for (int others = 0; others < 5; others++) unbeaten_by[others][higher] = chance(weights.beaten * higher * others);
    for (int others = 0; others < 5; others++) untrumped[others] = chance(weights.trumped * others);
    for (int value = 0; value < 10; value++) {
      height[value] = (value - 0.5) / highest - 0.5;
      worth_to_bid[value] = std::min(1.0, std::pow(static_cast<double>(value) / highest, weights.strength));
    }
    for (int unseen = 0; unseen < 6; unseen++)
      for (int free = 0; free < 6; free++) unsafe[unseen][free] = free ? weights.unsafe * unseen / free : 0.0;
  }

  static double chance(double spoilt) { return std::min(1.0, std::exp(-spoilt)); }

  // How many of the held copies of a value will find a cell, when unseen copies may take some of the cells.
  double expected(int mine, int cells, int unseen) const {
    const double chance = std::min(1.0, weights.taken * cells / 4);
    double sum = 0, ways = 1;
    for (int gone = 0; gone <= unseen; gone++) {
      sum += ways * std::pow(chance, gone) * std::pow(1 - chance, unseen - gone) * std::min(mine, std::max(0, cells - gone));
      ways = ways * (unseen - gone) / (gone + 1);
    }
    return sum;
  }

  // The best action of the player to act. Where `worths` is given, it gets the worth of every legal one.
  PURR_HD int choose(const Round& round, double* worths = nullptr) const {
    if (!worths && !(round.legal & (round.legal - 1))) return lowest(round.legal);
    return round.phase == PLAYING      ? choose_play(round, worths)
           : round.phase == DISCARDING ? choose_discard(round, worths)
                                       : choose_bid(round, worths);
  }

  // Cards that will find a cell beyond those that must be played: few of them are a paradox to come.
  PURR_HD double safety(double spare) const {
    const double missing = weights.spare > spare ? weights.spare - spare : 0.0;
    return weights.ease * spare - weights.danger * missing * missing;
  }

  PURR_HD static int digit_count(u64 digit) { return static_cast<int>(0x4332322132212110ull >> 4 * (digit & 15) & 15); }

  // This is where a search spends most of its time. What depends on the value alone is found once a value, and what is
  // left for each cell is looked up without branches, which nobody could predict.
  PURR_HD int choose_play(const Round& round, double* worths) const {
    const int seat = round.turn, left = tricks_in_round(round.players) - round.done;
    const bool leads = round.in_trick == 0;
    const u64 hand = round.hands[seat], open = round.markers[seat] * ONES & ~round.taken;
    const u64 led_row = leads ? 0 : ONES << round.led, open_off = open & ~led_row;

    double gone[2][10], all[2] = {0, 0}, risk[10];  // [0] by the led colour or as leader, [1] by another
    const int needed = (round.players == 2 ? MAX_BONUS_TRICKS_FOR_TWO : round.bids[seat]) - round.tricks[seat];
    for (u64 values = held(hand); values; values &= values - 1) {
      const int at = lowest(values), value = at / 4 + 1, mine = static_cast<int>(hand >> at & 15);
      const int cells = digit_count(open >> at), cells_off = digit_count(open_off >> at);
      const int shown = digit_count(round.taken >> at), unseen = COPIES - shown - mine - (round.discards[seat] == value);
      const double now = findable[mine][cells][unseen], now_off = findable[mine][cells_off][unseen];
      all[0] += now;
      all[1] += now_off;
      gone[0][value] = now - findable[mine - 1][cells ? cells - 1 : 0][unseen];
      gone[1][value] = now_off - findable[mine - 1][cells_off ? cells_off - 1 : 0][unseen];
      risk[value] = needed == 0 ? unsafe[unseen][COPIES - shown] : 0.0;
    }

    const bool lost = needed < 0 || (round.players > 2 && needed > left), wanted = needed > 0 && !lost;
    const double win = lost ? weights.win_any : wanted ? weights.win + weights.win_urgent * needed / left : -weights.lose;
    const double to_win[2] = {0.0, win};  // by whether the play is the best of the trick now
    const double to_be_high[2] = {needed == 0 ? weights.high_to_lose : 0.0, wanted ? weights.high_to_win : 0.0};
    const double to_touch[3] = {0.0, lost ? 0.0 : weights.touch, lost ? 0.0 : weights.touch + weights.touch_more};

    const int to_come = round.players - 1 - round.in_trick;
    const double* unbeaten_now = unbeaten_by[to_come];
    double untrumped_now[4] = {1.0, 1.0, 1.0, 1.0};
    u64 open_upto[4];  // one digit a value: how many cells of the colour are open up to it; the last has all of them
    find_rivals(round, seat, to_come, untrumped_now);
    const u64 board = ~round.taken & ((1ull << 4 * highest_value(round.players)) - 1);
    for (int colour = 0; colour < 4; colour++) open_upto[colour] = (board >> colour & ONES) * ONES;

    const int to_beat = leads ? -1 : round.best >> 3;
    double best = -1e300;
    int chosen = 0;
    for (u64 rest = round.legal; rest;) {
      const int at = lowest(rest) & ~3, value = at / 4 + 1;
      const double high = height[value], base[2] = {after(all[0] - gone[0][value], left) - risk[value],
                                                    led_row ? after(all[1] - gone[1][value], left) - risk[value] : 0.0};
      for (u64 colours = rest >> at & 15; colours; colours &= colours - 1) {
        const int colour = lowest(colours), cell = at + colour;
        const bool off = led_row && colour != round.led;
        const bool wins = (colour == RED ? 64 + cell : off ? 0 : cell) > to_beat;
        const auto higher = (open_upto[colour] >> 32 & 15) - (open_upto[colour] >> at & 15);
        const u64 touching = layout.neighbours[cell] & round.tokens[seat];
        const double worth = base[off] + to_win[wins] * unbeaten_now[higher] * untrumped_now[colour] +
                             to_be_high[wins] * high + to_touch[(touching != 0) + ((touching & (touching - 1)) != 0)];
        if (worths) worths[cell] = worth;
        chosen = worth > best ? cell : chosen;
        best = worth > best ? worth : best;
      }
      rest &= ~(0xFull << at);
    }
    return chosen;
  }

  PURR_HD double after(double findable_then, int left) const { return left > 1 ? safety(findable_then - (left - 1)) : 0.0; }

  // How much the players still to come who have given up a colour, and may trump it, spoil it.
  PURR_HD void find_rivals(const Round& round, int seat, int to_come, double* untrumped_now) const {
    int trumping[4] = {0, 0, 0, 0};
    for (int i = 0, other = seat; i < to_come; i++) {
      other = round.after(other);
      const int markers = round.markers[other], may_trump = markers & 1;
      for (int colour = 1; colour < 4; colour++) trumping[colour] += may_trump & ~(markers >> colour);
    }
    for (int colour = 1; colour < 4; colour++) untrumped_now[colour] = untrumped[trumping[colour]];
  }

  PURR_HD int choose_discard(const Round& round, double* worths) const {
    const u64 hand = round.hands[round.turn];
    double before[10], after[10], all = 0;
    for (u64 values = held(hand); values; values &= values - 1) {
      const int at = lowest(values), value = at / 4 + 1, mine = static_cast<int>(hand >> at & 15);
      const int shown = digit_count(round.taken >> at), unseen = COPIES - shown - mine;
      all += before[value] = findable[mine][4 - shown][unseen];
      after[value] = findable[mine - 1][4 - shown][unseen];
    }
    double best = -1e300;
    int chosen = 0;
    for (u64 values = held(hand); values; values &= values - 1) {
      const int value = lowest(values) / 4 + 1;
      const double worth = safety(all - before[value] + after[value] - tricks_in_round(round.players)) +
                           weights.extreme * std::fabs(height[value]);
      if (worths) worths[DISCARD + value - 1] = worth;
      if (worth > best) {
        best = worth;
        chosen = DISCARD + value - 1;
      }
    }
    return chosen;
  }

  PURR_HD double strength(const Round& round) const {
    double sum = round.turn == round.start ? weights.leading : 0.0;
    for (u64 values = held(round.hands[round.turn]); values; values &= values - 1) {
      const int value = lowest(values) / 4 + 1;
      sum += worth_to_bid[value] * copies(round.hands[round.turn], value);
    }
    return sum;
  }

  PURR_HD int choose_bid(const Round& round, double* worths) const {
    const double mine = strength(round);
    int rank = (mine >= limits[0]) + (mine >= limits[1]), chosen = 0, at = 0;
    const double ideal[3] = {limits[0] - 0.5, (limits[0] + limits[1]) / 2, limits[1] + 0.5};
    for (u64 bids = round.legal; bids; bids &= bids - 1, at++) {
      if (at == rank) chosen = lowest(bids);
      if (worths) worths[lowest(bids)] = (at == rank ? 0.01 : 0.0) - std::fabs(mine - ideal[at]);
    }
    return chosen;
  }
};

// Everybody follows the policy to the end of the round. Says how many decisions that were.
PURR_HD inline int play_by(const Policy& policy, Round& round) {
  int decisions = 0;
  for (; round.legal; decisions++) round.step(policy.choose(round));
  return decisions;
}
}  // namespace purr::cat
