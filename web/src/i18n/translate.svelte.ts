import en from './messages/en.json';

export const LANGUAGES = { en: 'English', pl: 'Polski', uk: 'Українська', cs: 'Čeština' } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Messages = Record<string, Message>;

const loaders = import.meta.glob<{ default: Message[] }>(['./messages/*.json', '!./messages/en.json']); // without keys

/** What the page says, in the language of the reader. `count` chooses among plural forms. */
class Translator {
  #language = $state<Language>('en');
  #messages = $state.raw<Messages>(en);
  #failedLanguage = $state<Language | null>(null);
  #plurals = $derived(new Intl.PluralRules(this.#language));

  get language(): Language {
    return this.#language;
  }

  /** The language that was asked for last and did not come. */
  get failedLanguage(): Language | null {
    return this.#failedLanguage;
  }

  async setLanguage(language: Language): Promise<void> {
    const loaded = language === 'en' ? { default: Object.values(en) } : await loaders[`./messages/${language}.json`]?.().catch(() => null);
    this.#failedLanguage = loaded ? null : language;
    if (!loaded) return; // better another language than no page
    this.#messages = Object.fromEntries(Object.keys(en).map((key, place) => [key, loaded.default[place]!]));
    this.#language = language;
  }

  translate(key: Key, values: Values = {}): string {
    const message = this.#messages[key] ?? key;
    const text = typeof message === 'string' ? message : this.#form(message, Number(values['count']));
    return text.includes('{') ? text.replaceAll(/\{(\w+)\}/g, (_, name: string) => withMinusSign(values[name] ?? '')) : text;
  }

  has(key: string): key is Key {
    return key in this.#messages;
  }

  #form(forms: Exclude<Message, string>, count: number): string {
    return forms[this.#plurals.select(count)] ?? forms.other ?? '';
  }
}

/** A number with a true minus sign; a text as it is. */
export const withMinusSign = (value: string | number): string =>
  typeof value === 'number' ? String(value).replace('-', '−') : value;

export const texts = new Translator();
export const t = (key: Key, values?: Values): string => texts.translate(key, values);

/** The first of the reader's languages that is spoken here. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((each) => each.toLowerCase().split('-')[0] ?? '').find((each) => each in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
