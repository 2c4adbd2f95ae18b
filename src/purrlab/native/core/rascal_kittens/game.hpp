// A whole game of Rascal Kittens on bit masks: who is to act, what is legal, what an action does, what it is worth.
//
// The rules in Python (purrlab.games.rascal_kittens) are the truth, and the numbers are theirs: of tiles, notches, toys and
// seats, lengths in billionths. A set of tiles, toys or colours is a number with their bits. There is nothing but whole
// numbers here, nothing allocates or keeps state elsewhere, and a game is copied like a number.
//
// Actions are numbers: 0..3 draw a tile of that colour, 4..5 anchor left or right, 6..25 lay a tile, 26..27 run left or right.
#pragma once
#include <type_traits>

#include "../chance.hpp"
#include "game_numbers.hpp"

namespace purr::kittens {
using u16 = std::uint16_t;
using i16 = std::int16_t;

constexpr int NOBODY = -1;
constexpr i64 BILLIONTHS_IN_THOUSANDTH = 1000000;
constexpr int NOTCHES = 2 * TILES;
constexpr u32 ALL_TILES = (1u << TILES) - 1, WALL = (1u << PIECES) - 1;
constexpr u32 RUNS = 3u << RUN, ANCHORS = 3u << ANCHOR;
enum Phase : i8 { DRAWING, ANCHORING, LAYING, RUNNING, OVER };

PURR_HD constexpr int colour_of(int tile) { return tile / PIECES; }
PURR_HD constexpr u32 tiles_of(int colour) { return WALL << PIECES * colour; }
PURR_HD constexpr int entrance(int tile, int side) { return 2 * tile + side; }
PURR_HD constexpr int other_end(int notch) { return notch ^ 1; }
PURR_HD constexpr int stack_size(int players) { return TOKENS - tokens_removed(players); }  // RK5

// A stack of tokens (RK5): two bits a place, the top one lowest, with the value less 1.
PURR_HD constexpr int token_at(u32 stack, int place) { return static_cast<int>(stack >> 2 * place & 3) + 1; }

// What a room makes of every run. From the notch where the string is to the way in (RK10):
struct Room {
  i64 lengths[NOTCHES][NOTCHES];  // RK13: the string that it uses up, with the stretch behind the piece
  u16 toys[NOTCHES][NOTCHES];     // RK11: that it touches
  i16 reach[TILES];               // toys that the better way in touches, summed over all starts from other walls
  u64 sum;                        // over all of these: what a save calls the room by

  void sum_up() {
    for (int tile = 0; tile < TILES; tile++) {
      reach[tile] = 0;
      for (int start = 0; start < NOTCHES; start++) {
        if (colour_of(start / 2) == colour_of(tile)) continue;
        const int left = count(toys[start][entrance(tile, 0)]), right = count(toys[start][entrance(tile, 1)]);
        reach[tile] = static_cast<i16>(reach[tile] + (left > right ? left : right));
      }
    }
  }
};

// What is fixed for a whole game.
struct Table {
  const Room* rooms[MAX_PLAYERS];
  bool older;  // RK15
};

// RK5, RK6: what chance decides.
struct Deal {
  u16 stacks[TOYS];
  i8 middle;
  i8 tiles[COLOURS][PIECES];  // the face-down stack of each colour, top first
};

struct Game {
  i64 strings[MAX_PLAYERS];  // RK13: what is left of each
  u32 legal;                 // what `turn` may do, a bit for each action; 0 when the game is over
  u32 shown;                 // tiles that lie or lay in the middle
  u32 hands[MAX_PLAYERS];
  u16 stacks[TOYS];          // RK5: as set up
  u16 takers[TOYS];          // two bits a place: the seat that took the token
  u16 kinds[MAX_PLAYERS];    // RK15: toys of which each seat has tokens
  i16 points[MAX_PLAYERS];   // RK14: the values of its tokens
  i8 left[TOYS];             // tokens on each stack
  i8 ends[MAX_PLAYERS];      // the notch that each string has come to
  i8 tiles[COLOURS][PIECES], drawn[COLOURS];  // RK6: the face-down stacks, and how many are gone from each
  u8 draws[MAX_PLAYERS];     // RK6: the colours of each seat's extra tiles
  i8 players, start, phase, turn;
  i8 top;                    // the tile on top of the pile in the middle
  i8 rounds, leader, ran;    // rounds begun; of the last one, its leader and how many have run or cannot

  PURR_HD void begin(int players_, const Deal& deal, int start_, i64 string) {
    *this = Game{};
    players = static_cast<i8>(players_);
    start = turn = leader = static_cast<i8>(start_);
    top = deal.middle;
    shown = 1u << top;
    for (int toy = 0; toy < TOYS; toy++) {
      stacks[toy] = deal.stacks[toy];
      left[toy] = static_cast<i8>(stack_size(players));
    }
    for (int colour = 0; colour < COLOURS; colour++)
      for (int place = 0; place < PIECES; place++) tiles[colour][place] = deal.tiles[colour][place];
    for (int i = 0, seat = start; i < players; i++, seat = after(seat)) {
      for (int colour = 0; colour < COLOURS; colour++) take_tile(seat, colour);
      strings[seat] = string;
      ends[seat] = NOBODY;
    }
    to_setup(extra_tiles(players) ? DRAWING : ANCHORING);
  }

  PURR_HD bool allows(int action) const { return action >= 0 && action < ACTIONS && legal >> action & 1; }

  PURR_HD int after(int seat) const { return seat + 1 == players ? 0 : seat + 1; }

  PURR_HD void step(int action, const Table& table) {
    if (action >= RUN) run(action - RUN, table);
    else if (action >= LAY) lay(action - LAY, table);
    else if (action >= ANCHOR) anchor(action - ANCHOR);
    else draw(action - DRAW);
  }

  // Finds again what `turn` may do, after hands or stacks were dealt anew.
  PURR_HD void refresh(const Table& table) {
    if (phase == RUNNING) to_run(table);
    else if (phase == LAYING) to_lay();
    else if (phase != OVER) to_setup(static_cast<Phase>(phase));
  }

  PURR_HD void take_tile(int seat, int colour) { hands[seat] |= 1u << tiles[colour][drawn[colour]++]; }

  PURR_HD int tiles_in_stack(int colour) const {
    return PIECES - (rounds == 0 && colour == colour_of(top)) - drawn[colour];
  }

  // RK6, RK7: what `turn` may do before the first round.
  PURR_HD void to_setup(Phase now) {
    phase = now;
    legal = ANCHORS;
    if (phase == ANCHORING) return;
    legal = 0;
    for (int colour = 0; colour < COLOURS; colour++)
      if (tiles_in_stack(colour) && !(draws[turn] >> colour & 1)) legal |= 1u << (DRAW + colour);
  }

  PURR_HD void draw(int colour) {  // RK6: clockwise from the starting player, each all of the own extra tiles
    take_tile(turn, colour);
    draws[turn] |= static_cast<u8>(1 << colour);
    if (count(draws[turn]) < extra_tiles(players)) return to_setup(DRAWING);
    turn = static_cast<i8>(after(turn));
    to_setup(turn == start ? ANCHORING : DRAWING);
  }

  PURR_HD void anchor(int side) {  // RK7
    ends[turn] = static_cast<i8>(entrance(top, side));
    turn = static_cast<i8>(after(turn));
    if (turn == start) to_lay();
  }

  PURR_HD void to_lay() {  // RK9: another colour than the one on top, or any where there is none
    phase = LAYING;
    const u32 others = hands[turn] & ~tiles_of(colour_of(top));
    legal = (others ? others : hands[turn]) << LAY;
  }

  PURR_HD void lay(int tile, const Table& table) {
    hands[turn] &= ~(1u << tile);
    shown |= 1u << tile;
    top = static_cast<i8>(tile);
    leader = turn;
    rounds++;
    ran = 0;
    to_run(table);
  }

  PURR_HD bool reaches(int seat, int entry, const Table& table) const {  // RK13
    return table.rooms[seat]->lengths[ends[seat]][entry] <= strings[seat];
  }

  // RK10: in turn from the leader. RK13: whose string reaches neither notch does not run.
  PURR_HD void to_run(const Table& table) {
    phase = RUNNING;
    for (; ran < players; ran++) {
      const int seat = (leader + ran) % players;
      legal = (reaches(seat, entrance(top, 0), table) | reaches(seat, entrance(top, 1), table) << 1) << RUN;
      if (!legal) continue;
      turn = static_cast<i8>(seat);
      return;
    }
    end_round();
  }

  PURR_HD void run(int side, const Table& table) {  // RK10 to RK13
    const int start_ = ends[turn], entry = entrance(top, side);
    const Room& room = *table.rooms[turn];
    for (u32 touched = room.toys[start_][entry]; touched; touched &= touched - 1) take_token(lowest(touched));
    strings[turn] -= room.lengths[start_][entry];
    ends[turn] = static_cast<i8>(other_end(entry));
    ran++;
    to_run(table);
  }

  PURR_HD void take_token(int toy) {  // RK11
    if (!left[toy]) return;
    const int place = stack_size(players) - left[toy]--;
    takers[toy] |= static_cast<u16>(turn << 2 * place);
    points[turn] = static_cast<i16>(points[turn] + token_at(stacks[toy], place));
    kinds[turn] |= static_cast<u16>(1 << toy);
  }

  PURR_HD void end_round() {  // RK8, RK14
    if (rounds < ROUNDS) {
      turn = static_cast<i8>(after(leader));
      return to_lay();
    }
    phase = OVER;
    legal = 0;
  }

  // The places of a stack whose tokens this seat has taken: both bits of each.
  PURR_HD u32 places_taken(int seat, int toy) const {
    const u32 gone = (1u << 2 * (stack_size(players) - left[toy])) - 1, ones = 0x155;
    const u32 differs = takers[toy] ^ static_cast<u32>(seat) * ones;
    return (~(differs | differs >> 1) & ones & gone) * 3;
  }

  PURR_HD int total(int seat, const Table& table) const {  // RK14, RK15
    return points[seat] + (table.older ? kinds_bonus(count(kinds[seat])) : 0);
  }

  PURR_HD static int kinds_bonus(int kinds_) { return kinds_ == TOYS ? ALL_KINDS_BONUS : kinds_; }

  PURR_HD u32 winners(const Table& table) const {  // RK14: the highest total, then the longest string
    int best = -1;
    i64 longest = -1;
    u32 seats = 0;
    for (int seat = 0; seat < players; seat++) {
      const int reached = total(seat, table);
      if (reached < best || (reached == best && strings[seat] < longest)) continue;
      if (reached > best || strings[seat] > longest) seats = 0;
      best = reached;
      longest = strings[seat];
      seats |= 1u << seat;
    }
    return seats;
  }
};

static_assert(std::is_trivially_copyable_v<Game> && sizeof(Game) <= 168);

// Uniform random play to the end. Says how many decisions that were.
PURR_HD inline int play_at_random(Game& game, const Table& table, Rng& rng) {
  int decisions = 0;
  for (; game.legal; decisions++) game.step(pick(game.legal, rng), table);
  return decisions;
}
}  // namespace purr::kittens
