import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('where the page is', () => {
  let back: () => void;
  let visited: string[];
  const location = { pathname: '/' };

  beforeEach(() => {
    vi.resetModules();
    location.pathname = '/';
    vi.stubGlobal('location', location);
    visited = ['/'];
    const write = (kept: string[], path: string) => ((visited = [...kept, path]), (location.pathname = path));
    vi.stubGlobal('history', {
      pushState: (_state: unknown, _title: string, path: string) => write(visited, path),
      replaceState: (_state: unknown, _title: string, path: string) => write(visited.slice(0, -1), path),
    });
    vi.stubGlobal('scrollTo', () => undefined);
    vi.stubGlobal('addEventListener', (_kind: string, listener: () => void) => (back = listener));
  });

  it('forgets why one came when one goes back', async () => {
    const { router } = await import('./router.svelte');
    router.go('/t/abc', { startGame: true, takeSeat: true });
    expect([router.startGame, router.takeSeat]).toEqual([true, true]);
    location.pathname = '/t/old';
    back();
    expect(router.parts).toEqual(['t', 'old']);
    expect([router.startGame, router.takeSeat]).toEqual([false, false]);
  });

  it('takes a place that only leads on out of the way back', async () => {
    const { router } = await import('./router.svelte');
    router.go('/play');
    router.replace('/t/abc', { startGame: true });
    expect(visited).toEqual(['/', '/t/abc']);
    expect(router.parts).toEqual(['t', 'abc']);
    expect(router.startGame).toBe(true);
  });
});
