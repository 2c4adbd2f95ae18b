// What a seat sees, as numbers. purrlab/native/rascal_kittens/observation.py says where each part stands and what it means.
#pragma once
#include "game.hpp"
#include "observation_layout.hpp"

namespace purr::kittens {
// What lies open before one seat, in the row of its place.
PURR_HD inline void observe_seat(const Game& game, const Table& table, int seat, int place, ObservationWriter& out) {
  for (int colour = 0; colour < COLOURS; colour++)
    out.put(observation::HELD, count(game.hands[seat] & tiles_of(colour)), place, colour);
  out.put_set(observation::DRAWS, game.draws[seat], place);
  out.put(observation::STRINGS, game.strings[seat] / BILLIONTHS_IN_THOUSANDTH, 0, place);
  for (int toy = 0; toy < TOYS; toy++)
    out.put(observation::TOKENS, count(game.places_taken(seat, toy)) / 2, place, toy);
  const int end = game.ends[seat];
  if (end == NOBODY) return;
  out.put(observation::ENDS, 1, place, end);
  const Room& room = *table.rooms[seat];
  for (int entry = 0; entry < NOTCHES; entry++) {
    out.put(observation::LENGTHS, room.lengths[end][entry] / BILLIONTHS_IN_THOUSANDTH, place, entry);
    out.put_set(observation::TOYS_TOUCHED, room.toys[end][entry], NOTCHES * place + entry);
  }
}

PURR_HD inline void observe(const Game& game, const Table& table, int viewer, float* numbers) {
  for (int i = 0; i < observation::SIZE; i++) numbers[i] = 0.0f;
  ObservationWriter out{numbers};
  out.put_set(observation::HAND, game.hands[viewer]);
  out.put_set(observation::SHOWN, game.shown);
  out.put(observation::TOP, 1, 0, game.top);
  const int leader = game.phase == LAYING ? game.turn : game.leader;
  for (int place = 0, seat = viewer; place < game.players; place++, seat = game.after(seat)) {
    observe_seat(game, table, seat, place, out);
    if (seat == leader) out.put(observation::LEADER, 1, 0, place);
  }
  for (int toy = 0; toy < TOYS; toy++) {
    out.put(observation::LEFT, game.left[toy], 0, toy);
    for (u32 own = game.places_taken(viewer, toy) & 0x155; own; own &= own - 1)
      out.put(observation::OWN_TOKENS, token_at(game.stacks[toy], lowest(own) / 2), toy, lowest(own) / 2);
  }
  out.put(observation::TOTAL, game.total(viewer, table));
  if (game.phase != OVER) out.put(observation::PHASE, 1, 0, game.phase);
  out.put(observation::ROUNDS_BEGUN, game.rounds);
  out.put(observation::RAN, game.phase == RUNNING ? game.ran : 0);
  out.put(observation::PLAYERS, game.players);
  out.put(observation::OLDER, table.older);
}
}  // namespace purr::kittens
