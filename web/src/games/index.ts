import catInTheBox from './cat-in-the-box';
import type { AnyPageGame } from './game';
import rascalKittens from './rascal-kittens';

/** The games of the page, in the order in which they are offered. */
export const GAMES: readonly AnyPageGame[] = [catInTheBox, rascalKittens];

/** The game for whoever chose none. */
export const FIRST_GAME = GAMES[0]!;

/** A game by its name; null for one that the server has and the page does not. */
export const findGame = (name: string | undefined): AnyPageGame | null => GAMES.find((game) => game.name === name) ?? null;

export const LEVELS = ['kitten', 'cat', 'tiger'] as const; // of bots, weakest first

/** For how many a game is. */
export const playersOf = ({ least, most }: AnyPageGame): number[] =>
  Array.from({ length: most - least + 1 }, (_, more) => least + more);

/** The sides of the research board for so many players; the first lies there if nobody chooses. The server has the last word (CB1). */
export const boardsOf = (game: string, players: number): ('white' | 'purple')[] => {
  if (game !== 'cat-in-the-box') return [];
  if (players === 2) return ['white'];
  return players === 5 ? ['purple'] : ['white', 'purple'];
};
