import { afterEach, describe, expect, it, vi } from 'vitest';
import { addresses, api, suggestName } from './api';

afterEach(() => vi.unstubAllGlobals());

describe('a request', () => {
  it('goes to the path of its route, with what was filled in and what is sent', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
      asked.push([method, path, body]);
      return Promise.resolve(Response.json({}));
    });
    await api.games();
    await api.table('a b');
    await api.nameMe('Ann');
    await api.endSession('xyz');
    expect(asked).toEqual([
      ['GET', '/api/games', null],
      ['GET', '/api/tables/a%20b', null],
      ['PUT', '/api/me', '{"name":"Ann"}'],
      ['DELETE', '/api/me/sessions/xyz', null],
    ]);
    expect(addresses.picture('abc')).toBe('/api/tables/abc/picture.png');
  });
});

describe('the name that is suggested to somebody new', () => {
  it('is that of another cat than those at the table', () => {
    const others = [suggestName(), suggestName()];
    const cats = others.map((name) => name.split(' ')[0]);
    for (let times = 0; times < 500; times++) expect(cats).not.toContain(suggestName(others).split(' ')[0]);
  });
});
