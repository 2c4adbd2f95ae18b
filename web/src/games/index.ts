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

/** The sides of the research board for so many players; the first lies there if nobody chooses. The server has the last word (CB1). */
export const boardsOf = (game: string, players: number): ('white' | 'purple')[] => {
  if (game !== 'cat-in-the-box') return [];
  if (players === 2) return ['white'];
  return players === 5 ? ['purple'] : ['white', 'purple'];
};

export const isGame = (name: string): name is GameName => Object.hasOwn(GAMES, name);
