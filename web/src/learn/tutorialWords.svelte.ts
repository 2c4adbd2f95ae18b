import { unbroken } from '../i18n/lineBreaks';
import { texts, type Language, type Values } from '../i18n/translate.svelte';

type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Words = Record<string, Message>;

const ADDRESSES = import.meta.glob<string>('./words/*.json', { eager: true, query: '?url', import: 'default' });

/** What tutorials say, in the language of the reader. It is fetched when a tutorial is opened. */
class TutorialWords {
  #words = $state.raw<Words>({});
  #language = $state<Language | null>(null);
  #loading: { language: Language; done: Promise<void> } | null = null; // or loaded
  #plurals = $derived(new Intl.PluralRules(this.#language ?? 'en'));

  /** The language whose words are here. */
  get language(): Language | null {
    return this.#language;
  }

  /** Fetches the words of the reader's language, once however often it is asked. */
  load(language: Language = texts.language): Promise<void> {
    if (this.#loading?.language !== language) this.#loading = { language, done: this.#fetch(language) };
    return this.#loading.done;
  }

  async #fetch(language: Language): Promise<void> {
    try {
      await this.#take(language);
    } catch (error) {
      if (this.#loading?.language === language) this.#loading = null; // and can be asked again
      throw error;
    }
  }

  async #take(language: Language): Promise<void> {
    const answer = await fetch(ADDRESSES[`./words/${language}.json`]!);
    if (!answer.ok) throw new Error(`no words: ${answer.status}`);
    const words = (await answer.json()) as Words;
    if (this.#loading?.language !== language) return; // another one was asked for meanwhile
    this.#words = language === 'en' ? words : Object.fromEntries(Object.entries(words).map(([key, message]) => [key, unbrokenMessage(message)]));
    this.#language = language;
  }

  /** `count` chooses among plural forms. */
  get(key: string, values: Values = {}): string {
    const message = this.#words[key] ?? key;
    const text = typeof message === 'string' ? message : (message[this.#plurals.select(Number(values['count']))] ?? '');
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  }
}

function unbrokenMessage(message: Message): Message {
  if (typeof message === 'string') return unbroken(message);
  return Object.fromEntries(Object.entries(message).map(([form, text]) => [form, unbroken(text)]));
}

export const tutorialWords = new TutorialWords();
export const say = (key: string, values?: Values): string => tutorialWords.get(key, values);
