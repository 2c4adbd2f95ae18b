import { t, texts } from '../i18n/translate.svelte';
import type { OptionInfo } from '../protocol';
import type { OptionValue } from '../table/options';

/** How an option is called; one without words of its own by its plain name. */
export function optionLabel(game: string, { name }: OptionInfo): string {
  const key = `${game}.option.${name}`;
  return texts.has(key) ? t(key) : name;
}

/** How a value is called: a choice by its name, a seat by its number, a file of one's own by the name in it. */
export function valueLabel(game: string, { name, kind }: OptionInfo, value: OptionValue): string {
  if (typeof value === 'object') return String(value['name']);
  if (kind === 'seat') return t('option.seat', { number: Number(value) + 1 });
  const key = `${game}.option.${name}.${value}`;
  return texts.has(key) ? t(key) : String(value);
}

/** What there is to know of an option, or of the choice that is made: in the words of the page, else as the server says it. */
export function optionNote(game: string, { name, about }: OptionInfo, value: unknown): string {
  const key = `${game}.option.${name}.${value}.text`;
  if (texts.has(key)) return t(key);
  return texts.has(`${game}.option.${name}`) ? '' : about;
}
