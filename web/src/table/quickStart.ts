import { api, ensureSignedIn } from '../api';
import type { AnyPageGame } from '../games/game';

type Offered = Pick<AnyPageGame, 'name' | 'players' | 'bot'>;

const tablePath = ({ id }: { id: string }): string => `/t/${id}`;

/** A new table, for friends who follow its link or with bots on all other seats. Gives its path. */
export async function openTable({ name: game, bot }: Offered, players: number, friends: boolean): Promise<string> {
  await ensureSignedIn();
  const bots = friends ? [] : Array.from({ length: players - 1 }, () => bot);
  return tablePath(await api.newTable({ game, players, bots, listed: false }));
}

/** The table at which I play: that of my unfinished game, or a new one against bots. Gives its path. */
export async function findOrOpenTable(game: Offered): Promise<string> {
  await ensureSignedIn();
  const unfinished = (await api.myTables()).find(({ status }) => status === 'playing');
  return unfinished ? tablePath(unfinished) : openTable(game, game.players, false);
}
