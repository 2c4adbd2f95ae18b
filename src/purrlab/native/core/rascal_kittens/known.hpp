// What one seat knows of a game, and games that look the same to it.
#pragma once
#include "deals.hpp"

namespace purr::kittens {
struct Known {
  Game now;  // without the tiles of others, and of the tokens only the values that the seat has seen
  int seat;
  i8 held[MAX_PLAYERS][COLOURS];  // RK6: how many tiles of each colour everybody has in hand lies open

  // What this seat knows of a game.
  PURR_HD void look(const Game& game, int seat_) {
    now = game;
    seat = seat_;
    for (int other = 0; other < now.players; other++) {
      for (int colour = 0; colour < COLOURS; colour++)
        held[other][colour] = static_cast<i8>(count(now.hands[other] & tiles_of(colour)));
      if (other != seat) now.hands[other] = 0;
    }
    for (int toy = 0; toy < TOYS; toy++) now.stacks[toy] &= static_cast<u16>(now.places_taken(seat, toy));
  }

  // A game that looks the same to the seat: any tiles of the right colours, and any stacks that show what was seen.
  PURR_HD Game redeal(const Table& table, const PossibleStacks& possible, Rng& rng) const {
    Game game = now;
    for (int toy = 0; toy < TOYS; toy++) game.stacks[toy] = possible.any(now.stacks[toy], rng);
    for (int colour = 0; colour < COLOURS; colour++) deal_tiles(game, colour, rng);
    count_points(game);
    game.refresh(table);
    return game;
  }

 private:
  PURR_HD void deal_tiles(Game& game, int colour, Rng& rng) const {
    i8 unseen[PIECES];
    int size = 0;
    for (u32 tiles = tiles_of(colour) & ~now.hands[seat] & ~now.shown; tiles; tiles &= tiles - 1)
      unseen[size++] = static_cast<i8>(lowest(tiles));
    shuffle(unseen, size, rng);
    for (int other = 0; other < now.players; other++) {
      if (other == seat) continue;
      for (int i = held[other][colour]; i > 0 && size > 0; i--) game.hands[other] |= 1u << unseen[--size];
    }
    for (int i = 0; i < size && now.drawn[colour] + i < PIECES; i++) game.tiles[colour][now.drawn[colour] + i] = unseen[i];
  }

  PURR_HD void count_points(Game& game) const {
    for (int other = 0; other < game.players; other++) {
      int points = 0;
      for (int toy = 0; toy < TOYS; toy++)
        for (u32 taken = game.places_taken(other, toy) & 0x155; taken; taken &= taken - 1)
          points += token_at(game.stacks[toy], lowest(taken) / 2);
      game.points[other] = static_cast<i16>(points);
    }
  }
};
}  // namespace purr::kittens
