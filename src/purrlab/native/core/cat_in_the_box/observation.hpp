// What a seat sees, as numbers. purrlab/native/cat_in_the_box/observation.py says where each part stands and what it means.
#pragma once
#include "game.hpp"
#include "observation_layout.hpp"

namespace purr::cat {
PURR_HD inline void observe(const Round& round, int viewer, float* numbers) {
  for (int i = 0; i < observation::SIZE; i++) numbers[i] = 0.0f;
  ObservationWriter out{numbers};
  for (int place = 0, seat = viewer; place < round.players; place++, seat = round.after(seat)) {
    out.put_set(observation::TOKENS, round.tokens[seat], place);
    out.put_set(observation::MARKERS, round.markers[seat], place);
    out.put(observation::TRICKS, round.tricks[seat], place);
    out.put(observation::BIDS, round.bids[seat], place);
  }
  out.put_set(observation::TOKENS, round.taken & ~round.declared, observation::COVERED_PLANE);
  for (int value = 1; value <= HIGHEST; value++) out.put(observation::HAND, copies(round.hands[viewer], value), value - 1);
  if (round.in_trick) {
    out.put(observation::LED_COLOUR, 1, round.led);
    int leader = round.turn - round.in_trick - viewer;  // counted from the viewer on
    while (leader < 0) leader += round.players;
    for (int i = 0; i < round.in_trick; i++) {
      const int place = (leader + i) % round.players;
      out.put(observation::TRICK_COLOURS, 1, place, round.trick[i] & 3);
      out.put(observation::TRICK_VALUES, value_of(round.trick[i]), place);
    }
  }
  for (int i = 0; i < round.plays_made(); i++) out.put(observation::PLAYED_AT, i + 1, round.plays[i]);
  if (round.phase != OVER) out.put(observation::PHASE, 1, round.phase);
  out.put(observation::START, 1, (round.start - viewer + round.players) % round.players);
  out.put(observation::TRICKS_DONE, round.done);
  out.put(observation::RED_DECLARED, (round.declared & RED_ROW) != 0);
  out.put(observation::PLAYERS, round.players);
  out.put(observation::DISCARD, round.discards[viewer]);
  out.put(observation::CARDS_IN_TRICK, round.in_trick);
}

// The same with what stands of the rounds before.
PURR_HD inline void observe(const Game& game, int viewer, float* numbers) {
  observe(game.round, viewer, numbers);
  ObservationWriter out{numbers};
  out.put(observation::ROUND_NUMBER, game.number);
  for (int place = 0, seat = viewer; place < game.round.players; place++, seat = game.round.after(seat))
    out.put(observation::TOTALS, game.totals[seat], place);
}
}  // namespace purr::cat
