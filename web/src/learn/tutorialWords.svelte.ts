import { unbroken } from '../i18n/lineBreaks';
import { texts, type Language, type Values } from '../i18n/translate.svelte';

type Words = Record<string, string>;

const ADDRESSES = import.meta.glob<string>('./words/*.json', { eager: true, query: '?url', import: 'default' });

/** What tutorials say, in the language of the reader. It is fetched when a tutorial is opened. */
class TutorialWords {
  #words = $state.raw<Words>({});
  #language = $state<Language | null>(null);

  /** The language whose words are here. */
  get language(): Language | null {
    return this.#language;
  }

  /** Fetches the words of the reader's language. */
  async load(language: Language = texts.language): Promise<void> {
    if (language === this.#language) return;
    const answer = await fetch(ADDRESSES[`./words/${language}.json`]!);
    if (!answer.ok) throw new Error(`no words: ${answer.status}`);
    const words = (await answer.json()) as Words;
    this.#words = language === 'en' ? words : Object.fromEntries(Object.entries(words).map(([key, text]) => [key, unbroken(text)]));
    this.#language = language;
  }

  get(key: string, values: Values = {}): string {
    return (this.#words[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  }
}

export const tutorialWords = new TutorialWords();
export const say = (key: string, values?: Values): string => tutorialWords.get(key, values);
