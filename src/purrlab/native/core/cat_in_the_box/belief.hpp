// Deals of the unseen cards that fit what a seat knows of a round.
//
// Cards have no colour in hand, so every way to deal the unseen cards fits what was seen, but for one thing: whoever led red
// before anybody had declared it had nothing else (CB11). And not every way is as likely:
// whoever holds this hand would hardly have played that card. `Belief` walks from deal to deal by swapping two unseen
// cards (Metropolis), and lingers on deals in which what the others did looks sensible to the policy.
#pragma once
#include <cmath>
#include <cstddef>

#include "known.hpp"
#include "policy.hpp"

namespace purr::cat {
constexpr int REMEMBERED_HANDS = 16384;

struct RememberedHand {
  u64 cards = ~0ull;
  double likelihood = 0;
};

// How much the belief trusts that the others play by the policy.
struct Trust {
  double temperature = 2.0;          // the worth that a choice may be below the best and be e times less likely
  double min_log_likelihood = -3.0;  // below which no choice is thought to fall
  int swaps_per_deal = 4;            // tried between two deals
  int burn_in_swaps = 200;           // tried before the first
};

struct Belief {
  const Known& known;
  const Policy* policy;
  Trust trust;
  i8 card[MAX_CARDS], owner[MAX_CARDS];  // the unseen cards; an owner is 2 * seat, + 1 for the discard, or NOBODY
  int unseen = 0;
  int forced = NOBODY;    // the seat that led red because it had nothing else, unless it is the own one
  u64 allowed = 0;        // a 1 for every value that it can still hold
  u64 hand[MAX_PLAYERS] = {};
  i8 discard[MAX_PLAYERS] = {};
  double likelihood[MAX_PLAYERS] = {};
  RememberedHand* remembered;  // REMEMBERED_HANDS of them, as the walk comes back to the same ones; null: each is weighed anew

  PURR_HD Belief(const Known& known_, const Policy* policy_, const Trust& trust_, Rng& rng, RememberedHand* remembered_ = nullptr)
      : known(known_), policy(policy_), trust(trust_), remembered(remembered_) {
    gather();
    find_forced();
    shuffle(rng);
    if (infers()) {
      for (int seat = 0; seat < known.now.players; seat++)
        if (seat != known.seat) likelihood[seat] = likelihood_of(seat);
      for (int i = 0; i < trust.burn_in_swaps; i++) try_swap(rng);
    }
  }

  PURR_HD bool infers() const { return policy && known.now.phase != DISCARDING; }

  PURR_HD void gather() {
    const Round& now = known.now;
    const int me = known.seat;
    for (int value = 1; value <= highest_value(now.players); value++) {
      const int seen = copies(now.hands[me], value) + (now.discards[me] == value) +
                       Policy::digit_count(now.taken >> 4 * (value - 1));
      for (int i = seen; i < COPIES; i++) card[unseen++] = static_cast<i8>(value);
    }
    int at = 0;
    for (int seat = 0; seat < now.players; seat++) {
      if (seat == me) continue;
      for (int i = now.cards(seat); i > 0; i--) owner[at++] = static_cast<i8>(2 * seat);
      if (now.discards[seat]) owner[at++] = static_cast<i8>(2 * seat + 1);
    }
    while (at < unseen) owner[at++] = NOBODY;  // with two players two cards stay unknown
  }

  PURR_HD void find_forced() {
    for (int i = 0; i < known.moves; i++) {
      const Round& then = known.before[i];
      if (then.phase != PLAYING || then.in_trick || then.turn == known.seat || known.move[i] >= DISCARD) continue;
      if ((1ull << known.move[i] & RED_ROW) == 0 || (then.declared & RED_ROW)) continue;
      forced = then.turn;
      const u64 open = ONES * then.markers[forced] & ~then.taken & ~RED_ROW;
      allowed = ONES & ~(open >> 1 | open >> 2 | open >> 3);
    }
    int needed = 0, there = 0;
    for (int i = 0; i < unseen; i++) {
      needed += owner[i] == 2 * forced;
      there += (allowed & one_card(card[i])) != 0;
    }
    if (there < needed) forced = NOBODY;  // no round went like this, whatever a caller says
  }

  PURR_HD bool can_hold(int i) const { return owner[i] != 2 * forced || (allowed & one_card(card[i])); }

  // Who was forced to lead red gets other cards for those that it cannot hold, each as likely as any other.
  PURR_HD void respect_forced(Rng& rng) {
    for (int i = 0; i < unseen; i++) {
      while (!can_hold(i)) {
        const int other = rng.below(unseen);
        if (owner[other] == owner[i] || !(allowed & one_card(card[other]))) continue;
        const i8 swapped = card[i];
        card[i] = card[other];
        card[other] = swapped;
      }
    }
  }

  PURR_HD void shuffle(Rng& rng) {
    for (int last = unseen - 1; last > 0; last--) {
      const int chosen = rng.below(last + 1);
      const i8 swapped = card[last];
      card[last] = card[chosen];
      card[chosen] = swapped;
    }
    if (forced != NOBODY) respect_forced(rng);
    for (int seat = 0; seat < known.now.players; seat++) hand[seat] = 0;
    for (int i = 0; i < unseen; i++) put(i);
  }

  PURR_HD void put(int i) {
    if (owner[i] == NOBODY) return;
    if (owner[i] & 1) discard[owner[i] / 2] = card[i];
    else hand[owner[i] / 2] += one_card(card[i]);
  }

  PURR_HD void exchange(int one, int other) {
    for (const int i : {one, other})
      if (owner[i] != NOBODY && !(owner[i] & 1)) hand[owner[i] / 2] -= one_card(card[i]);
    const i8 swapped = card[one];
    card[one] = card[other];
    card[other] = swapped;
    put(one);
    put(other);
  }

  PURR_HD void try_swap(Rng& rng) {
    const int one = rng.below(unseen), other = rng.below(unseen);
    if (owner[one] == owner[other] || card[one] == card[other]) return;
    exchange(one, other);
    double gain = 0, fresh[2] = {0, 0};
    const int seats[2] = {owner[one] == NOBODY ? NOBODY : owner[one] / 2, owner[other] == NOBODY ? NOBODY : owner[other] / 2};
    for (int i = 0; i < 2; i++) {
      if (seats[i] == NOBODY || (i && seats[1] == seats[0])) continue;
      fresh[i] = likelihood_of(seats[i]);
      gain += fresh[i] - likelihood[seats[i]];
    }
    if (gain < 0 && rng.unit() >= std::exp(gain)) return exchange(one, other);
    for (int i = 0; i < 2; i++)
      if (seats[i] != NOBODY && !(i && seats[1] == seats[0])) likelihood[seats[i]] = fresh[i];
  }

  // The logarithm of how likely this seat, with these cards, would have done what it did.
  PURR_HD double likelihood_of(int seat) {
    if (!remembered) return weigh(seat);
    const u64 key = hand[seat] | static_cast<u64>(discard[seat]) << 36 | static_cast<u64>(seat) << 40;
    auto& [cards, found] = remembered[Rng{key}.next() % REMEMBERED_HANDS];
    if (cards != key) {
      cards = key;
      found = weigh(seat);
    }
    return found;
  }

  PURR_HD double weigh(int seat) const {
    double sum = 0;
    for (int i = move_of(seat, 0); i < known.moves; i = move_of(seat, i + 1)) sum += likelihood_of_move(i, seat);
    Round dealt = known.moves ? known.before[0] : known.now;
    dealt.phase = DISCARDING;
    dealt.turn = static_cast<i8>(seat);
    dealt.hands[seat] = hand[seat] + known.played[seat] + one_card(discard[seat]);
    dealt.legal = dealt.discards_of(seat);
    return sum + sense(dealt, DISCARD + discard[seat] - 1);
  }

  // The first of this seat from there on. So the threads of a GPU that weigh different seats come to their moves together.
  PURR_HD int move_of(int seat, int from) const {
    while (from < known.moves && known.before[from].turn != seat) from++;
    return from;
  }

  PURR_HD double likelihood_of_move(int i, int seat) const {
    Round then = known.before[i];
    then.hands[seat] = hand[seat] + known.yet_to_play[i];
    then.discards[seat] = discard[seat];
    if (then.phase == PLAYING) then.to_play();
    return sense(then, known.move[i]);
  }

  PURR_HD double sense(const Round& round, int action) const {
    if (!(round.legal >> action & 1)) return 4 * trust.min_log_likelihood;  // a red lead that these cards did not force
    if (!(round.legal & (round.legal - 1))) return 0;
    double worths[ACTIONS];
    const int best = policy->choose(round, worths);
    const double gap = (worths[best] - worths[action]) / trust.temperature;
    return -gap > trust.min_log_likelihood ? -gap : trust.min_log_likelihood;
  }

  // The next deal, as a round in which everybody holds cards.
  PURR_HD Round next(Rng& rng) {
    if (infers()) for (int i = 0; i < trust.swaps_per_deal; i++) try_swap(rng);
    else shuffle(rng);
    Round round = known.now;
    for (int seat = 0; seat < round.players; seat++) {
      if (seat == known.seat) continue;
      round.hands[seat] = hand[seat];
      if (round.discards[seat]) round.discards[seat] = discard[seat];
    }
    return round;
  }

  // The same when somebody else is to act: it must be able to, or the round would be over (CB15).
  PURR_HD Round next_for_anybody(Rng& rng) {
    for (;;) {
      Round round = next(rng);
      if (round.turn == known.seat || round.phase == BIDDING) return round;
      if (round.phase == DISCARDING) {
        round.legal = round.discards_of(round.turn);
        return round;
      }
      round.to_play();
      if (round.legal) return round;
    }
  }
};
}  // namespace purr::cat
