// What one seat knows of a round.
#pragma once
#include "../limits.hpp"
#include "round.hpp"

namespace purr::cat {
// All that a seat knows: the open history, the own hand and the own discard.
struct Known {
  Round now;  // the others hold no cards
  int seat, moves;
  u64 played[MAX_PLAYERS];     // cards that each has played
  Round before[MAX_MOVES];     // the round before each move
  u64 yet_to_play[MAX_MOVES];  // the cards that the mover played from this move on
  u8 move[MAX_MOVES];

  // What a seat knows at any moment of a round.
  PURR_HD void look_at(const Round& round, int seat_) {
    seat = seat_;
    moves = 0;
    for (u64& cards : played) cards = 0;
    if (round.phase != DISCARDING) {
      std::array<u8, MAX_MOVES> made{};
      std::size_t size = 0;
      for (int i = 0, bidder = round.start; i < round.players && round.bids[bidder]; i++, bidder = round.after(bidder))
        made[size++] = static_cast<u8>(BID + round.bids[bidder] - 1);
      const int plays = std::min(round.plays_made(), static_cast<int>(CELLS));
      for (int i = 0; i < plays; i++) made[size++] = round.plays[i];
      moves = static_cast<int>(size);
      now.deal(round.players, {{}, turned_up_in(round)}, round.start);
      replay(round.hands[seat], round.discards[seat], made);
    }
    now = round;
    for (int other = 0; other < MAX_PLAYERS; other++) {
      if (other == seat) continue;
      now.hands[other] = 0;
      now.discards[other] = static_cast<i8>(round.discards[other] != 0);
    }
  }

  // What the seat may do; nothing while another is to act.
  PURR_HD u64 legal() const { return now.turn == seat ? now.legal : 0; }

  PURR_HD static std::array<i8, TURNED_UP> turned_up_in(const Round& round) {
    std::array<i8, TURNED_UP> values{};
    u64 neutral = round.players == 2 ? round.taken & ~round.declared & ~observed_cells(2) : 0;
    for (int i = 0; i < TURNED_UP && neutral; i++, neutral &= neutral - 1) values[i] = static_cast<i8>(value_of(lowest(neutral)));
    return values;
  }

  // `hand` and `discard` are the own ones now, the discard 0 before it is made; after it the others' count as made too.
  void look(int players, int seat_, int start, const std::array<i8, TURNED_UP>& turned_up, u64 hand, int discard, int moves_,
            const std::array<u8, MAX_MOVES>& moves_made) {
    seat = seat_;
    moves = moves_;
    now.deal(players, {{}, turned_up}, start);
    if (!discard) {
      now.hands[seat] = hand;
      now.turn = static_cast<i8>(seat);
      now.legal = now.discards_of(seat);
      return;
    }
    replay(hand, discard, moves_made);
  }

  PURR_HD void replay(u64 hand, int discard, const std::array<u8, MAX_MOVES>& moves_made) {
    find_played(moves_made);
    for (int other = 0; other < now.players; other++) {
      now.hands[other] = played[other] + (other == seat ? hand : 0);
      now.discards[other] = static_cast<i8>(other == seat ? discard : 1);  // any, so that it counts as made
    }
    now.turn = now.start;
    if (now.players == 2) {
      now.to_play();
    } else {
      now.phase = BIDDING;
      now.legal = bids_allowed(now.players) << BID;
    }
    for (int i = 0; i < moves; i++) {
      before[i] = now;
      yet_to_play[i] = now.hands[now.turn] - (now.turn == seat ? hand : 0);
      move[i] = moves_made[i];
      now.step(move[i]);
    }
  }

  PURR_HD void find_played(const std::array<u8, MAX_MOVES>& moves_made) {
    for (u64& cards : played) cards = 0;
    Round round = now;  // only to learn who played what, so anybody may play anything
    for (int seat_ = 0; seat_ < round.players; seat_++) round.hands[seat_] = 0;
    round.turn = round.start;
    for (int i = 0; i < moves; i++) {
      if (moves_made[i] >= BID) {
        round.turn = static_cast<i8>(round.after(round.turn));
        continue;
      }
      played[round.turn] += one_card(value_of(moves_made[i]));
      round.play(moves_made[i]);
    }
  }
};
}  // namespace purr::cat
