import { api, someone } from '../api';
import { GAMES, type GameName } from '../games';

const pathOf = ({ id }: { id: string }): string => `/t/${id}`;

/** A new table, for friends who follow its link or with bots on all other seats. Gives its path. */
export async function newTable(game: GameName, players: number, friends: boolean): Promise<string> {
  await someone();
  const bots = friends ? [] : Array.from({ length: players - 1 }, () => GAMES[game].bot);
  return pathOf(await api.newTable({ game, players, bots, listed: false }));
}

/** The table at which I play: that of my unfinished game, or a new one against bots. Gives its path. */
export async function myTable(): Promise<string> {
  await someone();
  const unfinished = (await api.myTables()).find(({ status }) => status === 'playing');
  return unfinished ? pathOf(unfinished) : newTable('cat-in-the-box', GAMES['cat-in-the-box'].players, false);
}
