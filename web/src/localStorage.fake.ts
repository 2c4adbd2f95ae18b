import { vi } from 'vitest';

/** For tests: a browser that keeps things, and has kept nothing yet. */
export function fakeLocalStorage(): void {
  const stored = new Map<string, string>();
  const getItem = (name: string) => stored.get(name) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: (name: string, value: string) => stored.set(name, value) });
}
