/** The games as the page offers them: for how many, and against which bot. */
export const GAMES = {
  'cat-in-the-box': { players: 3, least: 2, most: 5, bot: 'cat' },
  'rascal-kittens': { players: 2, least: 2, most: 4, bot: 'cat' },
} as const;
export const LEVELS = ['kitten', 'cat', 'tiger'] as const; // of bots, weakest first
export type GameName = keyof typeof GAMES;

/** For how many a game is. */
export const playersOf = (game: GameName): number[] =>
  Array.from({ length: GAMES[game].most - GAMES[game].least + 1 }, (_, more) => GAMES[game].least + more);

/** Whether the research board may be chosen. The server has the last word (CB1). */
export const hasTwoBoards = (game: GameName, players: number): boolean =>
  game === 'cat-in-the-box' && (players === 3 || players === 4);

export const isGame = (name: string): name is GameName => Object.hasOwn(GAMES, name);
