// One round of Cat in the Box on bit masks: who is to act, what is legal, what an action does, what it is worth.
//
// The rules in Python (purrlab.games.cat_in_the_box) are the truth, and the numbers are written as they write them: one
// hexadecimal digit a value, the 1 rightmost. In a set of cells the four bits of a digit are the colours, red lowest; in a
// hand the digit counts copies. Nothing here allocates or keeps state elsewhere, so nvcc compiles it for a GPU as well.
//
// Actions are numbers: 0..35 play to the cell of that bit, 36..44 discard the value 1..9, 45..48 bid 1..4 tricks.
#pragma once
#include <array>

#include "../chance.hpp"
#include "game_numbers.hpp"

namespace purr::cat {
constexpr int NOBODY = -1;
constexpr u64 ONES = 0x111111111, RED_ROW = ONES;
enum Phase : i8 { DISCARDING, BIDDING, PLAYING, OVER };

PURR_HD constexpr int tricks_in_round(int players) { return cards_dealt(players) - 2; }  // a discard, and CB14

PURR_HD constexpr u64 one_card(int value) { return 1ull << 4 * (value - 1); }
PURR_HD constexpr int copies(u64 hand, int value) { return static_cast<int>(hand >> 4 * (value - 1) & 15); }
PURR_HD constexpr u64 held(u64 hand) { return (hand | hand >> 1 | hand >> 2) & ONES; }  // a 1 for every value in hand
PURR_HD constexpr int value_of(int cell) { return cell / 4 + 1; }

// CB3: the cells that touch each cell. Any layout can be given.
struct Layout {
  u64 neighbours[CELLS];
};

// CB17: the size of the largest group of these cells that are connected along sides.
PURR_HD inline int largest_group(u64 tokens, const Layout& layout) {
  int largest = 0;
  while (tokens) {
    u64 group = tokens & (~tokens + 1), edge = group;
    while (edge) {
      const u64 found = layout.neighbours[lowest(edge)] & tokens & ~group;
      group |= found;
      edge = (edge & (edge - 1)) | found;
    }
    tokens ^= group;
    const int size = count(group);
    if (size > largest) largest = size;
  }
  return largest;
}

// CB6: what is dealt: the hands, and with two players the cards turned up (CB20).
struct Deal {
  std::array<u64, MAX_PLAYERS> hands;
  std::array<i8, TURNED_UP> turned_up;
};

// CB20: each card covers the green cell of its value, the second of a value yellow, the third blue.
PURR_HD inline u64 neutral_tokens(const std::array<i8, TURNED_UP>& turned_up) {
  u64 covered = 0;
  for (const i8 value : turned_up) {
    int colour = GREEN;
    while (covered & one_card(value) << colour) colour--;
    covered |= one_card(value) << colour;
  }
  return covered;
}

struct Round {
  u64 legal;     // what `turn` may do, a bit for each action; 0 when the round is over
  u64 taken;     // cells under any token
  u64 declared;  // cells under players' tokens
  u64 hands[MAX_PLAYERS], tokens[MAX_PLAYERS];
  u8 markers[MAX_PLAYERS];
  i8 tricks[MAX_PLAYERS], bids[MAX_PLAYERS], discards[MAX_PLAYERS];  // a discard of 0: not yet
  i8 trick[MAX_PLAYERS];  // the cells of the trick in play, the first `in_trick` of them
  i8 players, start, phase, turn, led, in_trick, done, paradox;
  std::int16_t best;  // of the trick in play: its strength and the seat that played it
  u8 plays[CELLS];    // the cells in the order of the plays, the first `plays_made()` of them

  PURR_HD void deal(int players_, const Deal& deal, int start_) {
    *this = Round{};
    players = static_cast<i8>(players_);
    start = turn = static_cast<i8>(start_);
    paradox = NOBODY;
    taken = observed_cells(players) | (players == 2 ? neutral_tokens(deal.turned_up) : 0);
    for (int seat = 0; seat < players; seat++) {
      hands[seat] = deal.hands[seat];
      markers[seat] = 15;
    }
    phase = DISCARDING;
    legal = discards_of(turn);
  }

  PURR_HD int after(int seat) const { return seat + 1 == players ? 0 : seat + 1; }

  PURR_HD int plays_made() const { return done * players + in_trick; }

  PURR_HD bool allows(int action) const { return action >= 0 && action < ACTIONS && legal >> action & 1; }

  PURR_HD void step(int action) {
    if (action < DISCARD) play(action);
    else if (action < BID) discard(action - DISCARD + 1);
    else bid(action - BID + 1);
  }

  // CB7: all choose at once; here they do so in turn, and nobody is told what the others chose.
  PURR_HD void discard(int value) {
    hands[turn] -= one_card(value);
    discards[turn] = static_cast<i8>(value);
    for (int i = 1; i < players; i++) {
      turn = static_cast<i8>(after(turn));
      if (!discards[turn]) {
        legal = discards_of(turn);
        return;
      }
    }
    turn = start;
    if (players == 2) return to_play();
    phase = BIDDING;
    legal = bids_allowed(players) << BID;
  }

  PURR_HD void bid(int tricks_) {  // CB8
    bids[turn] = static_cast<i8>(tricks_);
    turn = static_cast<i8>(after(turn));
    if (turn == start) to_play();
  }

  PURR_HD void play(int cell) {  // CB9
    const int colour = cell & 3, seat = turn;
    const u64 bit = 1ull << cell;
    plays[plays_made()] = static_cast<u8>(cell);
    tokens[seat] |= bit;
    declared |= bit;
    taken |= bit;
    hands[seat] -= one_card(value_of(cell));
    if (!in_trick) {
      led = static_cast<i8>(colour);
      best = 0;
    }
    markers[seat] &= static_cast<u8>(~((colour != led) << led));  // CB12
    const int strength = colour == RED ? 64 + cell : colour == led ? cell : 0;  // CB13
    const auto claim = static_cast<std::int16_t>(strength << 3 | seat);
    if (strength && claim > best) best = claim;
    trick[in_trick++] = static_cast<i8>(cell);
    turn = static_cast<i8>(after(seat));
    if (in_trick == players) {
      turn = static_cast<i8>(best & 7);
      tricks[turn]++;
      in_trick = 0;
      if (++done == tricks_in_round(players)) return end(NOBODY);  // CB14
    }
    to_play();
  }

  // What the player whose turn it is can do.
  PURR_HD void to_play() {
    phase = PLAYING;
    u64 possible = held(hands[turn]) * markers[turn] & ~taken;  // CB10
    if (!in_trick && !(declared & RED_ROW) && (possible & ~RED_ROW)) possible &= ~RED_ROW;  // CB11
    legal = possible;
    if (!possible) end(turn);  // CB15
  }

  PURR_HD void end(int paradox_) {
    paradox = static_cast<i8>(paradox_);
    phase = OVER;
    legal = 0;
  }

  PURR_HD u64 discards_of(int seat) const {
    u64 values = 0;
    for (u64 left = held(hands[seat]); left; left &= left - 1) values |= 1ull << lowest(left) / 4;
    return values << DISCARD;
  }

  PURR_HD int cards(int seat) const { return cards_dealt(players) - (discards[seat] != 0) - count(tokens[seat]); }

  PURR_HD bool earns_bonus(int seat) const {  // CB17
    return seat != paradox && (players == 2 ? tricks[seat] <= MAX_BONUS_TRICKS_FOR_TWO : tricks[seat] == bids[seat]);
  }

  PURR_HD int score(int seat, const Layout& layout) const {  // CB16
    if (seat == paradox) return -tricks[seat];
    return tricks[seat] + (earns_bonus(seat) ? largest_group(tokens[seat], layout) : 0);
  }
};

// CB6: deals by Fisher-Yates with the small generator; not the verifiable dealing of a real game.
PURR_HD inline Deal random_deal(int players, Rng& rng) {
  i8 cards[MAX_CARDS];
  const int total = COPIES * highest_value(players), each = cards_dealt(players);
  for (int i = 0; i < total; i++) cards[i] = static_cast<i8>(i / COPIES + 1);
  for (int last = total - 1; last > 0; last--) {
    const int chosen = rng.below(last + 1);
    const i8 card = cards[last];
    cards[last] = cards[chosen];
    cards[chosen] = card;
  }
  Deal deal{};
  for (int i = 0; i < each * players; i++) deal.hands[i / each] += one_card(cards[i]);
  if (players == 2) for (int i = 0; i < TURNED_UP; i++) deal.turned_up[i] = cards[each * players + i];
  return deal;
}

// Uniform random play to the end of the round. Says how many decisions that were.
PURR_HD inline int play_at_random(Round& round, Rng& rng) {
  int decisions = 0;
  while (round.legal) {
    round.step(pick(round.legal, rng));
    decisions++;
  }
  return decisions;
}
}  // namespace purr::cat
