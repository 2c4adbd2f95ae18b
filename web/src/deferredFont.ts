import { readStored, store } from './localStorage';
import { whenIdle } from './whenIdle';

const LATEST_MS = 3000;
const LONGEST_WAIT_MS = 150; // that a page is not drawn because of a font that the browser has

/** Fetch the font once the page has time for it. `movesText`: whether it may be shown at once, although lines may then break
 * elsewhere; at a table it waits for the next click or key. */
export function loadFontWhenIdle({ movesText }: { movesText: boolean }): void {
  const load = async () => {
    const font = await import('./font');
    await (movesText ? font.showFont() : font.showFontUnnoticed());
    store('font', font.loadedUrls().join(' '));
  };
  whenIdle(() => void load().catch(() => undefined), LATEST_MS);
}

/** Before anything is drawn: the font, where an earlier visit has left it. */
export async function showFontIfCached(): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  await Promise.race([showCached(deadline).catch(() => undefined), new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))]);
}

async function showCached(deadline: number): Promise<void> {
  const urls = readStored('font')?.split(' ');
  if (!urls) return;
  await Promise.all(urls.map((url) => fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }))); // fails at once where it is not kept
  const font = await import('./font');
  await font.showCachedFont(urls, deadline);
}
