// What one seat knows of a round.
#pragma once
#include "round.hpp"

namespace purr {
constexpr int MAX_MOVES = 48;  // bids and plays of a round

// All that a seat knows: the open history, the own hand and the own discard.
struct Known {
  Round now;  // the others hold no cards
  int seat, moves;
  u64 played[MAX_PLAYERS];     // cards that each has played
  Round before[MAX_MOVES];     // the round before each move
  u64 yet_to_play[MAX_MOVES];  // the cards that the mover played from this move on
  u8 move[MAX_MOVES];

  // `hand` and `discard` are the own ones now; the others' discards count as made once bids or plays are to come.
  void look(int players, int seat_, int start, const i8* turned_up, u64 hand, int discard, bool discarding, int moves_,
            const u8* moves_made) {
    seat = seat_;
    moves = moves_;
    Deal deal{};
    if (players == 2) for (int i = 0; i < 3; i++) deal.turned_up[i] = turned_up[i];
    now.deal(players, deal, start);
    if (discarding) {
      now.hands[seat] = hand;
      now.turn = static_cast<i8>(seat);
      now.legal = now.discards_of(seat);
      return;
    }
    replay(hand, discard, moves_made);
  }

  void replay(u64 hand, int discard, const u8* moves_made) {
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

  // Whether the rules allow a move here, as far as the seat can tell: what the others held, it cannot (CB11).
  bool could_be(int i) const {
    const Round& then = before[i];
    const int cell = move[i];
    if (then.phase == BIDDING) return then.legal >> cell & 1;
    if (cell >= 4 * highest_value(then.players) || then.done == tricks_in_round(then.players)) return false;
    if (then.turn == seat) return then.legal >> cell & 1;
    return !(then.taken >> cell & 1) && then.markers[then.turn] >> (cell & 3) & 1;
  }

  // Whether a round can come to this, as far as the seat can tell, with it to act and these cards in its hand.
  bool is_possible(u64 hand, int discard) const {
    if (!is_hand(now.players, hand, now.cards(seat)) || now.turn != seat || !now.legal) return false;
    for (int i = 0; i < moves; i++)
      if (!could_be(i)) return false;
    for (int value = 1; value <= highest_value(now.players); value++) {
      const int seen = count(now.taken >> 4 * (value - 1) & 15) + (value == discard);
      if (seen + copies(hand, value) > COPIES) return false;
    }
    return true;
  }

  void find_played(const u8* moves_made) {
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
}  // namespace purr
