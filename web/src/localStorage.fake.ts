import { vi } from 'vitest';

/** For tests: a browser that keeps things, and has kept nothing yet. */
export function fakeBrowser(): void {
  const kept = new Map<string, string>();
  const getItem = (name: string) => kept.get(name) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: (name: string, value: string) => kept.set(name, value) });
}
