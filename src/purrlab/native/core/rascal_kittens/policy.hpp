// How everybody plays in a playout: the heuristic bot (purrlab/bots/rascal_kittens/heuristic.py) with the same numbers, whole
// ones, so that it makes the same choice everywhere. It looks at nothing that the player to act cannot see.
#pragma once
#include "stacks.hpp"
#include "weights.hpp"

namespace purr::kittens {
constexpr int STARTS_FROM_OTHER_WALLS = NOTCHES - 2 * PIECES;

PURR_HD constexpr i64 floor_of(i64 number, i64 divisor) {
  return number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor);
}

struct Policy {
  int players;
  Weights weights;
  u16 means[1 << 2 * TOKENS][TOKENS];  // what the places of a stack are worth, by what is seen of it

  void prepare(int players_, const Weights& weights_) {
    players = players_;
    weights = weights_;
    const PossibleStacks possible(players);
    for (u32 seen = 0; seen < 1 << 2 * TOKENS; seen++) {
      int sums[TOKENS] = {}, fitting = 0;
      for (int i = 0; i < possible.size; i++) {
        if (!shows(possible.stacks[i], seen)) continue;
        fitting++;
        for (int place = 0; place < stack_size(players); place++) sums[place] += token_at(possible.stacks[i], place);
      }
      for (int place = 0; place < TOKENS; place++)
        means[seen][place] = static_cast<u16>(fitting ? sums[place] * TOKEN_PARTS / fitting : 0);
    }
  }

  PURR_HD int choose(const Game& game, const Table& table, i64* worths = nullptr) const;
};

// What the player to act makes of a game.
class Evaluation {
 public:
  PURR_HD Evaluation(const Policy& policy, const Game& game, const Table& table)
      : policy_(policy), game_(game), table_(table), seat_(game.turn), room_(*table.rooms[game.turn]) {
    for (int toy = 0; toy < TOYS; toy++) {
      tokens_[toy] = policy.means[game.stacks[toy] & game.places_taken(seat_, toy)] + stack_size(game.players) - game.left[toy];
      taken_[toy] = 0;
      next_[toy] = game.left[toy] ? tokens_[toy][0] : 0;
    }
  }

  PURR_HD i64 worth(int action) {
    for (int toy = 0; toy < TOYS; toy++) {
      taken_[toy] = 0;
      next_[toy] = game_.left[toy] ? tokens_[toy][0] : 0;
    }
    if (action >= RUN) return run(game_.top, action - RUN, game_.ran);
    if (action >= LAY) return lay(action - LAY);
    if (action >= ANCHOR) return next_run(entrance(game_.top, action - ANCHOR), game_.top, game_.leader);
    return wall(action - DRAW);
  }

 private:
  PURR_HD void put_back() {
    for (int toy = 0; toy < TOYS; toy++) {
      if (!taken_[toy]) continue;
      taken_[toy] = 0;
      next_[toy] = tokens_[toy][0];
    }
  }

  // The better way in. RK13: where the string reaches neither, it stays, and the others run all the same.
  PURR_HD i64 lay(int tile) {
    i64 best = 0;
    bool reached = false;
    for (int side = 0; side < 2; side++) {
      if (!game_.reaches(seat_, entrance(tile, side), table_)) continue;
      put_back();
      const i64 found = run(tile, side, 0);
      if (!reached || found > best) best = found;
      reached = true;
    }
    return reached ? best : what_follows(tile, game_.ends[seat_], game_.strings[seat_], 1);
  }

  // The own gain, and what comes after it. So many have run before.
  PURR_HD i64 run(int tile, int side, int ran) {
    const int start = game_.ends[seat_], entry = entrance(tile, side);
    const u32 touched = room_.toys[start][entry];
    const i64 gain = take(touched) + static_cast<i64>(TOKEN_PARTS) * new_kinds(touched);
    const i64 string = game_.strings[seat_] - room_.lengths[start][entry];
    return SHARE_PARTS * WEIGHT_PARTS * gain + what_follows(tile, other_end(entry), string, ran + 1);
  }

  // What the next run promises and what string is left for it, less what the others gain in this round.
  PURR_HD i64 what_follows(int tile, int end, i64 string, int ran) {
    const int players = game_.players, leader = game_.phase == LAYING ? seat_ : game_.leader;
    i64 rivals = 0;
    for (int place = ran; place < players; place++) rivals += grab((leader + place) % players, tile);
    const int rounds_left = ROUNDS - game_.rounds - (game_.phase == LAYING);
    const i64 promise = rounds_left ? next_run(end, tile, (leader + 1) % players) : 0;
    const Weights& weights = policy_.weights;
    const i64 thousandths = string / BILLIONTHS_IN_THOUSANDTH;
    const i64 missing = 1000 * rounds_left * weights.run - thousandths;
    return weights.future * promise - weights.others * rivals * (2 * SHARE_PARTS / players) -
           weights.shortage * (missing > 0 ? missing : 0) * TOKEN_PARTS * SHARE_PARTS / 1000 +
           weights.length * thousandths * TOKEN_PARTS * SHARE_PARTS / 1000;
  }

  // What a run brings, with the tokens that it takes marked as taken.
  PURR_HD int take(u32 touched) {
    int gain = 0;
    for (; touched; touched &= touched - 1) {
      const int toy = lowest(touched);
      if (taken_[toy] == game_.left[toy]) continue;
      gain += next_[toy];
      next_[toy] = ++taken_[toy] < game_.left[toy] ? tokens_[toy][taken_[toy]] : 0;
    }
    return gain;
  }

  // What a run would bring.
  PURR_HD int value(u32 touched) const {
    int sum = 0;
    for (; touched; touched &= touched - 1) sum += next_[lowest(touched)];
    return sum;
  }

  PURR_HD int new_kinds(u32 touched) const {  // RK15: what the kinds of toys that are new are worth
    if (!table_.older) return 0;
    u32 found = game_.kinds[seat_];
    const int before = count(found);
    for (; touched; touched &= touched - 1)
      if (game_.left[lowest(touched)]) found |= touched & (~touched + 1);
    return Game::kinds_bonus(count(found)) - Game::kinds_bonus(before);
  }

  // Another player takes the way in that brings more, of those within reach.
  PURR_HD int grab(int seat, int tile) {
    const u16* toys = table_.rooms[seat]->toys[game_.ends[seat]];
    const int left = entrance(tile, 0), right = entrance(tile, 1);
    const bool reaches_left = game_.reaches(seat, left, table_), reaches_right = game_.reaches(seat, right, table_);
    if (reaches_left && reaches_right) return take(value(toys[right]) > value(toys[left]) ? toys[right] : toys[left]);
    return reaches_left ? take(toys[left]) : reaches_right ? take(toys[right]) : 0;
  }

  // What the next run from a notch is likely to bring, in TOKEN_PARTS * SHARE_PARTS: the best of the own tiles, or any of
  // another leader's (RK9) by how likely that player holds them.
  PURR_HD i64 next_run(int start, int top, int leader) const {
    const u32 same_colour = tiles_of(colour_of(top)), own = game_.hands[seat_] & ~(1u << top);
    if (leader == seat_) {
      int best = 0;
      for (u32 tiles = own & ~same_colour ? own & ~same_colour : own; tiles; tiles &= tiles - 1) {
        const int found = better(start, lowest(tiles));
        if (found > best) best = found;
      }
      return SHARE_PARTS * best;
    }
    const u32 unseen = ALL_TILES & ~game_.hands[seat_] & ~game_.shown & ~(1u << top);
    i64 sum = 0, chances = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
      const int held = count(game_.hands[leader] & tiles_of(colour));  // the backs of the tiles show their colours
      const u32 behind = unseen & tiles_of(colour);
      if (!held || !behind || colour == colour_of(top)) continue;
      const int chance = held * CHANCE_PARTS / count(behind);
      for (u32 tiles = behind; tiles; tiles &= tiles - 1) {
        sum += chance * better(start, lowest(tiles));
        chances += chance;
      }
    }
    return chances ? SHARE_PARTS * sum / chances : 0;
  }

  PURR_HD int better(int start, int tile) const {
    const int left = value(room_.toys[start][entrance(tile, 0)]), right = value(room_.toys[start][entrance(tile, 1)]);
    return left > right ? left : right;
  }

  // How much more the runs to a wall bring in the own room than in the others'.
  PURR_HD i64 wall(int colour) const {
    const u32 unseen = tiles_of(colour) & ~game_.hands[seat_] & ~game_.shown;
    const int rivals = game_.players - 1;
    i64 ahead = 0;
    for (int seat = 0; seat < game_.players; seat++) {
      const i64 weight = seat == seat_ ? WEIGHT_PARTS * rivals : -policy_.weights.others;
      for (u32 tiles = unseen; tiles; tiles &= tiles - 1) ahead += weight * table_.rooms[seat]->reach[lowest(tiles)];
    }
    return floor_of(ahead * TOKEN_PARTS * SHARE_PARTS, static_cast<i64>(rivals) * STARTS_FROM_OTHER_WALLS * count(unseen));
  }

  const Policy& policy_;
  const Game& game_;
  const Table& table_;
  const int seat_;
  const Room& room_;
  const u16* tokens_[TOYS];  // what is left of each stack is worth, top first
  int taken_[TOYS];          // of what is left, in the run or round that is looked at
  int next_[TOYS];           // what the next token is worth; 0 where there is none
};

// The first of the best.
PURR_HD inline int Policy::choose(const Game& game, const Table& table, i64* worths) const {
  const int first = lowest(game.legal);
  if (!worths && !(game.legal & (game.legal - 1))) return first;
  Evaluation evaluation(*this, game, table);
  int chosen = first;
  i64 best = 0;
  for (u32 left = game.legal; left; left &= left - 1) {
    const int action = lowest(left);
    const i64 worth = evaluation.worth(action);
    if (worths) worths[action] = worth;
    if (action != first && worth <= best) continue;
    best = worth;
    chosen = action;
  }
  return chosen;
}

// Everybody follows the policy until so many rounds are over, or to the end of the game. Says how many decisions that were.
PURR_HD inline int play_by(const Policy& policy, Game& game, const Table& table, int until = ROUNDS) {
  int decisions = 0;
  for (; game.legal && (game.phase != LAYING || game.rounds < until); decisions++)
    game.step(policy.choose(game, table), table);
  return decisions;
}
}  // namespace purr::kittens
