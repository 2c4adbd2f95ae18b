// An observation in ten words: all that `observe` writes can be had back from it.
#pragma once
#include "observation.hpp"
#include "packed_layout.hpp"

namespace purr::cat::packed {
PURR_HD inline void put(u64* words, Part part, u64 number, int place = 0) {
  words[part.first_word + place] |= number << part.first_bit;
}

PURR_HD inline u64 take(const u64* words, Part part, int place = 0) {
  return words[part.first_word + place] >> part.first_bit & ((1ull << part.bits) - 1);
}

PURR_HD inline void pack(const Game& game, int viewer, u64* words) {
  const Round& round = game.round;
  for (int word = 0; word < WORDS; word++) words[word] = 0;
  for (int place = 0, seat = viewer; place < SEATS; place++) {
    const bool plays = place < round.players;
    put(words, TOTALS, static_cast<u64>((plays ? game.totals[seat] : 0) + TOTAL_OFFSET), place);
    if (!plays) continue;
    put(words, TOKENS, round.tokens[seat], place);
    put(words, MARKERS, round.markers[seat], place);
    put(words, TRICKS, static_cast<u64>(round.tricks[seat]), place);
    put(words, BIDS, static_cast<u64>(round.bids[seat]), place);
    seat = round.after(seat);
  }
  put(words, TOKENS, round.taken & ~round.declared, observation::COVERED_PLANE);
  put(words, HAND, round.hands[viewer]);
  put(words, PHASE, static_cast<u64>(round.phase));
  put(words, START, static_cast<u64>((round.start - viewer + round.players) % round.players));
  put(words, TURN, static_cast<u64>((round.turn - viewer + round.players) % round.players));
  put(words, TRICKS_DONE, static_cast<u64>(round.done));
  put(words, CARDS_IN_TRICK, static_cast<u64>(round.in_trick));
  put(words, PLAYERS, static_cast<u64>(round.players));
  put(words, DISCARD, static_cast<u64>(round.discards[viewer]));
  put(words, ROUND_NUMBER, static_cast<u64>(game.number));
  for (int i = 0; i < round.plays_made(); i++)
    words[PLAYS.first_word + i / PLAYS_A_WORD] |= static_cast<u64>(round.plays[i]) << i % PLAYS_A_WORD * PLAY_BITS;
}

// A game in which seat 0 is the viewer, with all that the viewer sees and nothing else.
PURR_HD inline Game unpack(const u64* words) {
  Game game{};
  Round& round = game.round;
  round.hands[0] = take(words, HAND);
  round.phase = static_cast<i8>(take(words, PHASE));
  round.start = static_cast<i8>(take(words, START));
  round.turn = static_cast<i8>(take(words, TURN));
  round.done = static_cast<i8>(take(words, TRICKS_DONE));
  round.in_trick = static_cast<i8>(take(words, CARDS_IN_TRICK));
  round.players = static_cast<i8>(take(words, PLAYERS));
  round.discards[0] = static_cast<i8>(take(words, DISCARD));
  game.number = static_cast<i8>(take(words, ROUND_NUMBER));
  for (int place = 0; place < SEATS; place++) {
    const u64 cells = take(words, TOKENS, place);
    round.taken |= cells;
    if (place >= round.players) continue;
    round.tokens[place] = cells;
    round.declared |= cells;
    round.markers[place] = static_cast<u8>(take(words, MARKERS, place));
    round.tricks[place] = static_cast<i8>(take(words, TRICKS, place));
    round.bids[place] = static_cast<i8>(take(words, BIDS, place));
    game.totals[place] = static_cast<std::int16_t>(static_cast<int>(take(words, TOTALS, place)) - TOTAL_OFFSET);
  }
  const int made = round.plays_made();
  for (int i = 0; i < made; i++)
    round.plays[i] = static_cast<u8>(words[PLAYS.first_word + i / PLAYS_A_WORD] >> i % PLAYS_A_WORD * PLAY_BITS & 63);
  for (int i = 0; i < round.in_trick; i++) round.trick[i] = static_cast<i8>(round.plays[made - round.in_trick + i]);
  round.led = static_cast<i8>(round.trick[0] & 3);
  return game;
}
}  // namespace purr::cat::packed
