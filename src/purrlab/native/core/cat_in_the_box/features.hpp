// What a net sees of a decision: bits, for the seat whose turn it is. Nothing here allocates or keeps state, so nvcc compiles it
// for a GPU as well. purrlab/native/cat_in_the_box/fallback/features.py is the same on the rules in Python.
#pragma once
#include "feature_numbers.hpp"
#include "policy.hpp"

namespace purr::cat::features {
PURR_HD constexpr int word_count(int players) { return (feature_count(players) + 31) / 32; }
constexpr int MAX_WORDS = word_count(MAX_PLAYERS);

struct BitWriter {
  u32* words;  // all of them 0 at first
  int at = 0;

  PURR_HD void put(u64 bits, int size) {
    const int word = at >> 5, shift = at & 31;
    words[word] |= static_cast<u32>(bits << shift);
    if (shift + size > 32) {
      words[word + 1] |= static_cast<u32>(bits >> (32 - shift));
      if (shift + size > 64) words[word + 2] |= static_cast<u32>(bits >> (64 - shift));
    }
    at += size;
  }
  // So many bits from the lowest up.
  PURR_HD void put_count(int count, int size) { put(count <= 0 ? 0 : (1ull << (count < size ? count : size)) - 1, size); }
  // One bit, or none where there is no such.
  PURR_HD void put_one(int which, int size) { put(which >= 0 && which < size ? 1ull << which : 0, size); }
};

// The size of the group of these tokens that a token on this cell would be part of.
PURR_HD inline int group_with(int cell, u64 tokens, const Layout& layout) {
  u64 group = 1ull << cell, edge = group;
  while (edge) {
    const u64 found = layout.neighbours[lowest(edge)] & tokens & ~group;
    group |= found;
    edge = (edge & (edge - 1)) | found;
  }
  return count(group);
}

struct Writer {
  const Round& round;
  const Layout& layout;
  BitWriter out;
  int me, players, values, cells;
  u64 hand, free, legal;  // `legal` are plays only

  PURR_HD Writer(const Round& round_, const Layout& layout_, u32* words)
      : round(round_), layout(layout_), out{words}, me(round_.turn), players(round_.players),
        values(highest_value(players)), cells(COLOUR_COUNT * values), hand(round_.hands[me]),
        free(~round_.taken & ((1ull << cells) - 1)), legal(round_.phase == PLAYING ? round_.legal & ((1ull << cells) - 1) : 0) {}

  PURR_HD int open_cells(u64 where, int value) const { return Policy::digit_count(where >> 4 * (value - 1)); }

  // Calls it for every seat, from the own one on.
  template <class Each>
  PURR_HD void each_seat(Each each) const {
    for (int i = 0, seat = me; i < players; i++, seat = round.after(seat)) each(seat);
  }

  PURR_HD void write() {
    write_cards();
    write_boards();
    write_trick();
    write_moment();
    write_plays();
    write_fitting_cards();
  }

  PURR_HD void write_cards() {
    each_seat([&](int seat) { out.put(round.tokens[seat], cells); });
    for (int value = 1; value <= values; value++) out.put_count(copies(hand, value), COPIES);
    for (int value = 1; value <= values; value++)
      out.put_count(COPIES - open_cells(round.taken, value) - copies(hand, value) - (round.discards[me] == value), COPIES);
    out.put_one(round.discards[me] - 1, values);
  }

  PURR_HD void write_boards() {
    each_seat([&](int seat) { out.put(round.markers[seat], COLOUR_COUNT); });
    each_seat([&](int seat) { out.put_one(round.bids[seat] - 1, COLOUR_COUNT); });
    each_seat([&](int seat) { out.put_count(round.tricks[seat], MAX_TRICKS); });
    each_seat([&](int seat) {
      const int needed = round.bids[seat] - round.tricks[seat];
      out.put_one(round.bids[seat] ? (needed < 0 ? 0 : needed > 3 ? 4 : needed + 1) : -1, MAX_NEEDED);
    });
  }

  PURR_HD void write_trick() {
    for (int i = 1; i < players; i++) {  // the seat i after this one plays players - i before it
      const int at = round.in_trick - (players - i), cell = round.phase == PLAYING && at >= 0 ? round.trick[at] : -1;
      out.put_one(cell < 0 ? -1 : cell & 3, COLOUR_COUNT);
      out.put_one(cell < 0 ? -1 : cell >> 2, values);
    }
    const int to_beat = round.in_trick ? round.best >> 3 : -1;
    out.put_one(round.in_trick ? round.led : -1, COLOUR_COUNT);
    out.put_one(round.in_trick, players);
    out.put_one(round.in_trick ? ((round.best & 7) - me + players) % players : -1, players);
    out.put(to_beat >= 64, 1);
    out.put_one(to_beat < 0 ? -1 : (to_beat & 63) >> 2, values);
  }

  PURR_HD void write_moment() {
    out.put_one(round.phase, PHASES);
    out.put_one(round.done, MAX_TRICKS);
    out.put((round.declared & RED_ROW) != 0, 1);
    out.put_one((round.start - me + players) % players, players);
  }

  PURR_HD void write_plays() {
    out.put(legal, cells);
    out.put(legal & winning(), cells);
    for (int i = 1, seat = round.after(me); i < players; i++, seat = round.after(seat))
      out.put(round.markers[seat] * ONES & free, cells);
    each_seat([&](int seat) { out.put_count(largest_group(round.tokens[seat], layout), MAX_TRICKS); });
    const int largest = largest_group(round.tokens[me], layout);
    u64 growing = 0;
    for (u64 left = legal; left; left &= left - 1)
      if (group_with(lowest(left), round.tokens[me], layout) > largest) growing |= left & (~left + 1);
    out.put(growing, cells);
  }

  // The cells that would win the trick so far.
  PURR_HD u64 winning() const {
    if (!round.in_trick) return ~0ull;
    const int to_beat = round.best >> 3;
    if (to_beat >= 64) return RED_ROW & ~((2ull << (to_beat - 64)) - 1);
    return RED_ROW | ((ONES << round.led) & ~((2ull << to_beat) - 1));
  }

  PURR_HD void write_fitting_cards() {
    const u64 open = round.markers[me] * ONES & free, off = round.in_trick ? open & ~(ONES << round.led) : open;
    int findable = 0, findable_off = 0;
    for (int value = 1; value <= values; value++) findable += put_fitting(open, value);
    for (int value = 1; value <= values; value++) findable_off += put_fitting(off, value);
    out.put_count(findable, MAX_FINDABLE);
    out.put_count(findable_off, MAX_FINDABLE);
    u64 touching = 0;
    for (u64 left = round.tokens[me]; left; left &= left - 1) touching |= layout.neighbours[lowest(left)];
    out.put(touching & free, cells);
  }

  // The open cells of a value. Says how many own cards find one.
  PURR_HD int put_fitting(u64 where, int value) {
    const int places = open_cells(where, value), mine = copies(hand, value);
    out.put_count(places, COLOUR_COUNT);
    return places < mine ? places : mine;
  }
};

PURR_HD inline void write(const Round& round, const Layout& layout, u32* words) { Writer(round, layout, words).write(); }
}  // namespace purr::cat::features
