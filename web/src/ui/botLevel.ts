import { t, texts } from '../i18n/translate.svelte';

/** How strong a bot is, in words; one without words by its plain name. */
export function botLevel(level: string): string {
  const key = `level.${level}`;
  return texts.has(key) ? t(key) : level;
}
