import { t, type Key } from '../i18n/translate.svelte';

/** A value of a line: a text or number as it is, or something to be said in the reader's language. */
export type Word = string | number | { say: Key };

/** One thing that happened, said in the reader's language when it is shown. */
export interface StoryLine {
  key: Key;
  values: Record<string, Word>;
  strong?: boolean;
}

export const line = (key: Key, values: Record<string, Word> = {}, strong = false): StoryLine => ({ key, values, strong });

export function lineText({ key, values }: StoryLine): string {
  const words = Object.entries(values).map(([name, word]) => [name, typeof word === 'object' ? t(word.say) : word]);
  return t(key, Object.fromEntries(words) as Record<string, string | number>);
}

export type NameOfSeat = (seat: number) => string;
