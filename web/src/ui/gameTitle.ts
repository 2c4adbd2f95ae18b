import { t, texts } from '../i18n/translate.svelte';

/** A game as people call it; one that the page has no words for by its plain name. */
export function gameTitle(game: string): string {
  const key = `${game}.title`;
  return texts.has(key) ? t(key) : game;
}
