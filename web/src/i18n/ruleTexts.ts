import ADDRESSES from 'virtual:rule-texts';
import type { Language } from './translate.svelte';

const fetched: Partial<Record<Language, Promise<Record<string, string>>>> = {};

/** A rule in short, as refusals say it; fetched with all others of the language when the first is wanted. */
export async function ruleText(language: Language, game: string, rule: string): Promise<string> {
  fetched[language] ??= fetch(ADDRESSES[language]).then((answer) => answer.json() as Promise<Record<string, string>>);
  try {
    return (await fetched[language])[`${game}.rule.${rule}`] ?? '';
  } catch {
    delete fetched[language]; // the next time it is tried again
    return '';
  }
}
