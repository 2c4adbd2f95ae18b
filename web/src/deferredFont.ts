import { whenIdle } from './whenIdle';

const FONT_LATEST_MS = 3000;

/** Fetch the font once the page has time for it. `movesText`: whether it may be shown at once, although lines may then break
 * elsewhere; at a table it waits for the next click or key. */
export function loadFontWhenIdle({ movesText }: { movesText: boolean }): void {
  const load = () => void import('./font').then((font) => (movesText ? font.showFont() : font.showFontAfterInput()), () => undefined);
  whenIdle(load, FONT_LATEST_MS);
}
