import { api, ensureSignedIn } from '../api';
import { gameCatalogue } from '../gameCatalogue.svelte';
import { newcomer } from '../newcomer.svelte';
import { preferences } from '../preferences.svelte';

const tablePath = ({ id }: { id: string }): string => `/t/${id}`;

/** A new table for friends who follow its link. Gives its path. */
export async function openForFriends(game: string, players: number): Promise<string> {
  await ensureSignedIn();
  return tablePath(await api.newTable({ game, players, bots: [], listed: false, pace: preferences.paceSeconds }));
}

/** A new table with bots on all other seats: of the weakest level, until somebody has gone on to a stronger one. Gives its path. */
export async function openAgainstBots(game: string): Promise<string> {
  const [{ recommended_players: players, levels, default_bot }] = await Promise.all([gameCatalogue.get(game), ensureSignedIn()]);
  const bots = Array.from({ length: players - 1 }, () => newcomer.level(game, levels) ?? default_bot);
  return tablePath(await api.newTable({ game, players, bots, listed: false, pace: preferences.paceSeconds }));
}

/** A new table at which bots play, to look on. Gives its path. */
export async function openToWatch(game: string): Promise<string> {
  const [{ recommended_players: players, default_bot }] = await Promise.all([gameCatalogue.get(game), ensureSignedIn()]);
  const bots = Array.from({ length: players }, () => default_bot);
  return tablePath(await api.newTable({ game, players, bots, sit: false, start: true, listed: false, pace: preferences.paceSeconds }));
}

/** A new table in the lobby that waits for anybody. Gives its path. */
export async function openForAnybody(game: string): Promise<string> {
  const [{ recommended_players: players }] = await Promise.all([gameCatalogue.get(game), ensureSignedIn()]);
  return tablePath(await api.newTable({ game, players, listed: true, pace: preferences.paceSeconds }));
}

/** The table at which I play: that of my unfinished game, or a new one against bots. Gives its path. */
export async function findOrOpenTable(game: string): Promise<string> {
  gameCatalogue.load().catch(() => undefined); // a new table needs it, so it comes meanwhile
  await ensureSignedIn();
  const unfinished = (await api.myTables()).find(({ status }) => status === 'playing');
  return unfinished ? tablePath(unfinished) : openAgainstBots(game);
}
