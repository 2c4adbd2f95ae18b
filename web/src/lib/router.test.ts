import { beforeEach, describe, expect, it, vi } from 'vitest';

describe('where the page is', () => {
  let back: () => void;
  const location = { pathname: '/' };

  beforeEach(() => {
    vi.resetModules();
    location.pathname = '/';
    vi.stubGlobal('location', location);
    vi.stubGlobal('history', { pushState: (_state: unknown, _title: string, path: string) => (location.pathname = path) });
    vi.stubGlobal('scrollTo', () => undefined);
    vi.stubGlobal('addEventListener', (_kind: string, listener: () => void) => (back = listener));
  });

  it('forgets why one came when one goes back', async () => {
    const { router } = await import('./router.svelte');
    router.go('/t/abc', { atOnce: true, sit: true });
    expect([router.atOnce, router.sit]).toEqual([true, true]);
    location.pathname = '/t/old';
    back();
    expect(router.parts).toEqual(['t', 'old']);
    expect([router.atOnce, router.sit]).toEqual([false, false]);
  });
});
