/** The games as the page offers them: for how many, and against which bot. */
export const GAMES = {
  'cat-in-the-box': { players: 3, least: 2, most: 5, bot: 'cat' },
  'rascal-kittens': { players: 2, least: 2, most: 4, bot: 'cat' },
} as const;
export const LEVELS = ['kitten', 'cat', 'tiger'] as const; // of bots, weakest first
export type GameName = keyof typeof GAMES;

export const isGame = (name: string): name is GameName => Object.hasOwn(GAMES, name);
