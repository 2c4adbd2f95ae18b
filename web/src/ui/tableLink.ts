import { texts } from '../i18n/translate.svelte';

/** The link to a table. Messengers show what it leads to in the language of whoever sends it. */
export const tableLink = (origin: string, table: string): string => `${origin}/t/${table}${texts.language === 'en' ? '' : `?lang=${texts.language}`}`;

/** Copy what a field holds. A page without https has no clipboard, so there the browser copies what is selected. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
