import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnTable } from '../protocol';

const game = { name: 'cat-in-the-box', players: 3, bot: 'cat' };

describe('whoever wants to play', () => {
  let mine: Pick<OwnTable, 'id' | 'status'>[];
  let made: unknown[];
  let quickStart: typeof import('./quickStart');

  beforeEach(async () => {
    vi.resetModules();
    mine = [];
    made = [];
    vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string | null }) => {
      if (path === '/api/tables' && method === 'POST') made.push(JSON.parse(body!));
      const answers: Record<string, unknown> = { '/api/me': { person: { name: 'Ann' } }, '/api/me/tables': mine, '/api/tables': { id: 'new' } };
      return Response.json(answers[path]);
    });
    quickStart = await import('./quickStart');
  });

  it('goes on with the unfinished game that began last', async () => {
    mine = [{ id: 'c', status: 'over' }, { id: 'b', status: 'playing' }, { id: 'a', status: 'playing' }];
    expect(await quickStart.findOrOpenTable(game)).toBe('/t/b');
    expect(made).toEqual([]);
  });

  it('gets a table against bots otherwise, as by Play now', async () => {
    mine = [{ id: 'b', status: 'waiting' }, { id: 'a', status: 'over' }];
    expect(await quickStart.findOrOpenTable(game)).toBe('/t/new');
    expect(made).toEqual([{ game: 'cat-in-the-box', players: 3, bots: ['cat', 'cat'], listed: false }]);
  });

  it('waits for friends on free seats', async () => {
    expect(await quickStart.openTable({ ...game, name: 'rascal-kittens' }, 4, true)).toBe('/t/new');
    expect(made).toEqual([{ game: 'rascal-kittens', players: 4, bots: [], listed: false }]);
  });
});
