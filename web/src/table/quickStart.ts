import { api, ensureSignedIn } from '../api';
import { GAMES, type GameName } from '../games';

const tablePath = ({ id }: { id: string }): string => `/t/${id}`;

/** A new table, for friends who follow its link or with bots on all other seats. Gives its path. */
export async function openTable(game: GameName, players: number, friends: boolean): Promise<string> {
  await ensureSignedIn();
  const bots = friends ? [] : Array.from({ length: players - 1 }, () => GAMES[game].bot);
  return tablePath(await api.newTable({ game, players, bots, listed: false }));
}

/** The table at which I play: that of my unfinished game, or a new one against bots. Gives its path. */
export async function findOrOpenTable(): Promise<string> {
  await ensureSignedIn();
  const unfinished = (await api.myTables()).find(({ status }) => status === 'playing');
  return unfinished ? tablePath(unfinished) : openTable('cat-in-the-box', GAMES['cat-in-the-box'].players, false);
}
