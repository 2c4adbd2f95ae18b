// An observation in ten words: all that `observe` writes can be had back from it.
#pragma once
#include "observation.hpp"

namespace purr::cat::packed {
constexpr int WORDS = 10, SEAT_WORDS = 5, MOMENT = 5, FIRST_PLAYS = 6, PLAYS_A_WORD = 9, BITS_A_PLAY = 6;
constexpr int TOTAL_OFFSET = 512;  // so that totals are never negative

// Puts numbers one above the other into a word, and takes them out in the same order.
struct Packer {
  u64 word = 0;
  int at = 0;
  PURR_HD void put(u64 number, int bits) {
    word |= number << at;
    at += bits;
  }
  PURR_HD u64 take(int bits) {
    const u64 number = word >> at & ((1ull << bits) - 1);
    at += bits;
    return number;
  }
};

PURR_HD inline u64 pack_seat(u64 tokens, int markers, int tricks, int bid, int total) {
  Packer out;
  out.put(tokens, CELLS);
  out.put(static_cast<u64>(markers), 4);
  out.put(static_cast<u64>(tricks), 4);
  out.put(static_cast<u64>(bid), 3);
  out.put(static_cast<u64>(total + TOTAL_OFFSET), 10);
  return out.word;
}

PURR_HD inline void pack(const Game& game, int viewer, u64* words) {
  const Round& round = game.round;
  const u64 covered = round.taken & ~round.declared;
  for (int place = 0, seat = viewer; place < SEAT_WORDS; place++) {
    const bool plays = place < round.players;
    const u64 cells = (plays ? round.tokens[seat] : 0) | (place == observation::COVERED_PLANE ? covered : 0);
    words[place] = plays ? pack_seat(cells, round.markers[seat], round.tricks[seat], round.bids[seat], game.totals[seat])
                         : pack_seat(cells, 0, 0, 0, 0);
    if (plays) seat = round.after(seat);
  }
  Packer moment;
  moment.put(round.hands[viewer], CELLS);
  moment.put(static_cast<u64>(round.phase), 2);
  moment.put(static_cast<u64>((round.start - viewer + round.players) % round.players), 3);
  moment.put(static_cast<u64>((round.turn - viewer + round.players) % round.players), 3);
  moment.put(static_cast<u64>(round.done), 4);
  moment.put(static_cast<u64>(round.in_trick), 3);
  moment.put(static_cast<u64>(round.players), 3);
  moment.put(static_cast<u64>(round.discards[viewer]), 4);
  moment.put(static_cast<u64>(game.number), 3);
  words[MOMENT] = moment.word;
  const int made = round.plays_made();
  for (int first = 0, word = FIRST_PLAYS; word < WORDS; word++, first += PLAYS_A_WORD) {
    Packer plays;
    for (int i = first; i < first + PLAYS_A_WORD && i < made; i++) plays.put(round.plays[i], BITS_A_PLAY);
    words[word] = plays.word;
  }
}

// A game in which seat 0 is the viewer, with all that the viewer sees and nothing else.
PURR_HD inline Game unpack(const u64* words) {
  Game game{};
  Round& round = game.round;
  Packer moment{words[MOMENT]};
  round.hands[0] = moment.take(CELLS);
  round.phase = static_cast<i8>(moment.take(2));
  round.start = static_cast<i8>(moment.take(3));
  round.turn = static_cast<i8>(moment.take(3));
  round.done = static_cast<i8>(moment.take(4));
  round.in_trick = static_cast<i8>(moment.take(3));
  round.players = static_cast<i8>(moment.take(3));
  round.discards[0] = static_cast<i8>(moment.take(4));
  game.number = static_cast<i8>(moment.take(3));
  for (int place = 0; place < SEAT_WORDS; place++) {
    Packer seat{words[place]};
    const u64 cells = seat.take(CELLS);
    round.taken |= cells;
    if (place >= round.players) continue;
    round.tokens[place] = cells;
    round.declared |= cells;
    round.markers[place] = static_cast<u8>(seat.take(4));
    round.tricks[place] = static_cast<i8>(seat.take(4));
    round.bids[place] = static_cast<i8>(seat.take(3));
    game.totals[place] = static_cast<std::int16_t>(static_cast<int>(seat.take(10)) - TOTAL_OFFSET);
  }
  const int made = round.plays_made();
  for (int i = 0; i < made; i++)
    round.plays[i] = static_cast<u8>(words[FIRST_PLAYS + i / PLAYS_A_WORD] >> i % PLAYS_A_WORD * BITS_A_PLAY & 63);
  for (int i = 0; i < round.in_trick; i++) round.trick[i] = static_cast<i8>(round.plays[made - round.in_trick + i]);
  round.led = static_cast<i8>(round.trick[0] & 3);
  return game;
}
}  // namespace purr::cat::packed
