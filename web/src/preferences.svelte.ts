import { chooseLanguage, LANGUAGES, texts, type Language } from './i18n/translate.svelte';
import { store, readStored } from './localStorage';

export type Theme = 'auto' | 'light' | 'dark';

/** What a person likes, kept in the browser. */
class Preferences {
  #theme = $state<Theme>('auto');
  #contrast = $state(false);
  #calm = $state(false);
  #primer = $state(true); // whether the table explains the game

  get theme(): Theme {
    return this.#theme;
  }
  get contrast(): boolean {
    return this.#contrast;
  }
  get calm(): boolean {
    return this.#calm;
  }

  get primer(): boolean {
    return this.#primer;
  }

  async load(): Promise<void> {
    this.setTheme((readStored('theme') as Theme | null) ?? 'auto');
    this.setContrast(readStored('contrast') === 'yes');
    this.setCalm(readStored('calm') === 'yes');
    this.setPrimer(readStored('primer') !== 'no');
    const kept = readStored('language');
    await this.setLanguage(kept && kept in LANGUAGES ? (kept as Language) : chooseLanguage(navigator.languages));
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    setPageAttribute('theme', theme === 'auto' ? null : theme);
    store('theme', theme);
  }

  setContrast(contrast: boolean): void {
    this.#contrast = contrast;
    setPageAttribute('contrast', contrast ? 'more' : null);
    store('contrast', contrast ? 'yes' : 'no');
  }

  setCalm(calm: boolean): void {
    this.#calm = calm;
    setPageAttribute('motion', calm ? 'less' : null);
    store('calm', calm ? 'yes' : 'no');
  }

  setPrimer(primer: boolean): void {
    this.#primer = primer;
    store('primer', primer ? 'yes' : 'no');
  }

  async setLanguage(language: Language): Promise<void> {
    await texts.setLanguage(language);
    document.documentElement.lang = texts.language;
  }

  async chooseLanguage(language: Language): Promise<void> {
    await this.setLanguage(language);
    store('language', texts.language);
  }
}

function setPageAttribute(name: string, value: string | null): void {
  const page = document.documentElement;
  if (value === null) delete page.dataset[name];
  else page.dataset[name] = value;
}

export const preferences = new Preferences();
