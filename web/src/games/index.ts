import catInTheBox from './cat-in-the-box';
import type { AnyPageGame } from './game';
import rascalKittens from './rascal-kittens';

/** The games of the page, in the order in which they are offered. */
export const GAMES: readonly AnyPageGame[] = [catInTheBox, rascalKittens];

/** The game for whoever chose none. */
export const FIRST_GAME = GAMES[0]!;

/** A game by its name; null for one that the server has and the page does not. */
export const findGame = (name: string | undefined): AnyPageGame | null => GAMES.find((game) => game.name === name) ?? null;
