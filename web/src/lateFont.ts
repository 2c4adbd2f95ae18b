const LATEST_MS = 3000;
let isAsked = false;

/** Fetch the font once the page has time for it; until then its metrics are those of the fallback. */
export function loadFontLater(): void {
  if (isAsked) return;
  isAsked = true;
  const load = () => void import('./font').then(({ addFont }) => addFont(), () => (isAsked = false));
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: LATEST_MS });
  else setTimeout(load, LATEST_MS / 3);
}
