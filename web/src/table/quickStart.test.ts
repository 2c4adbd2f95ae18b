import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLocalStorage } from '../localStorage.fake';
import type { OwnTable } from '../protocol';

const GAMES = [
  { name: 'cat-in-the-box', recommended_players: 3, levels: ['kitten', 'cat'], default_bot: 'cat' },
  { name: 'rascal-kittens', recommended_players: 2, levels: ['kitten', 'cat'], default_bot: 'tiger' },
];

describe('whoever wants to play', () => {
  let mine: Pick<OwnTable, 'id' | 'status'>[];
  let made: unknown[];
  let quickStart: typeof import('./quickStart');

  beforeEach(async () => {
    vi.resetModules();
    fakeLocalStorage();
    mine = [];
    made = [];
    vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string | null }) => {
      if (path === '/api/tables' && method === 'POST') made.push(JSON.parse(body!));
      const answers: Record<string, unknown> = { '/api/me': { person: { name: 'Ann' } }, '/api/me/tables': mine, '/api/tables': { id: 'new' }, '/api/games': GAMES };
      return Response.json(answers[path]);
    });
    quickStart = await import('./quickStart');
  });

  it('goes on with the unfinished game that began last', async () => {
    mine = [{ id: 'c', status: 'over' }, { id: 'b', status: 'playing' }, { id: 'a', status: 'playing' }];
    expect(await quickStart.findOrOpenTable('cat-in-the-box')).toBe('/t/b');
    expect(made).toEqual([]);
  });

  it('gets a table against kittens otherwise, as by Play now', async () => {
    mine = [{ id: 'b', status: 'waiting' }, { id: 'a', status: 'over' }];
    expect(await quickStart.findOrOpenTable('cat-in-the-box')).toBe('/t/new');
    expect(made).toEqual([{ game: 'cat-in-the-box', players: 3, bots: ['kitten', 'kitten'], listed: false, pace: 1 }]);
  });

  it('meets the level that was chosen last in this game', async () => {
    const { newcomer } = await import('../newcomer.svelte');
    newcomer.setLevel('cat-in-the-box', 'cat');
    await quickStart.openAgainstBots('cat-in-the-box');
    await quickStart.openAgainstBots('rascal-kittens');
    expect(made).toMatchObject([{ bots: ['cat', 'cat'] }, { bots: ['kitten'] }]);
    newcomer.setLevel('cat-in-the-box', 'gone');
    await quickStart.openAgainstBots('cat-in-the-box');
    expect(made.at(-1)).toMatchObject({ bots: ['kitten', 'kitten'] });
  });

  it('waits for friends on free seats', async () => {
    expect(await quickStart.openForFriends('rascal-kittens', 4)).toBe('/t/new');
    expect(made).toEqual([{ game: 'rascal-kittens', players: 4, bots: [], listed: false, pace: 1 }]);
  });

  it('looks on while bots play', async () => {
    expect(await quickStart.openToWatch('rascal-kittens')).toBe('/t/new');
    expect(made).toEqual([{ game: 'rascal-kittens', players: 2, bots: ['tiger', 'tiger'], sit: false, start: true, listed: false, pace: 1 }]);
  });

  it('waits for anybody in the lobby', async () => {
    expect(await quickStart.openForAnybody('cat-in-the-box')).toBe('/t/new');
    expect(made).toEqual([{ game: 'cat-in-the-box', players: 3, listed: true, pace: 1 }]);
  });

  it('is told that the server does not have a game', async () => {
    await expect(quickStart.openAgainstBots('chess')).rejects.toMatchObject({ code: 'unknown-game' });
  });
});
