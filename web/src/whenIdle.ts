/** Do something once the page has time for it, so that nothing which moves has to wait; at the latest after so long. */
export function whenIdle(run: () => void, latestMs: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, latestMs / 3);
}
