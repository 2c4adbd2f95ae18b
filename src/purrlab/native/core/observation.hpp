// What a seat sees, as numbers.
#pragma once
#include "round.hpp"

namespace purr {
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
}  // namespace purr
