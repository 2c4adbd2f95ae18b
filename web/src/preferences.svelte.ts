import { keep, recall } from './localStorage';
import { chooseLanguage, LANGUAGES, texts, type Language } from './i18n/translate.svelte';

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
    this.setTheme((recall('theme') as Theme | null) ?? 'auto');
    this.setContrast(recall('contrast') === 'yes');
    this.setCalm(recall('calm') === 'yes');
    this.setPrimer(recall('primer') !== 'no');
    const kept = recall('language');
    await this.setLanguage(kept && kept in LANGUAGES ? (kept as Language) : chooseLanguage(navigator.languages));
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    mark('theme', theme === 'auto' ? null : theme);
    keep('theme', theme);
  }

  setContrast(contrast: boolean): void {
    this.#contrast = contrast;
    mark('contrast', contrast ? 'more' : null);
    keep('contrast', contrast ? 'yes' : 'no');
  }

  setCalm(calm: boolean): void {
    this.#calm = calm;
    mark('motion', calm ? 'less' : null);
    keep('calm', calm ? 'yes' : 'no');
  }

  setPrimer(primer: boolean): void {
    this.#primer = primer;
    keep('primer', primer ? 'yes' : 'no');
  }

  async setLanguage(language: Language): Promise<void> {
    await texts.speak(language);
    document.documentElement.lang = texts.language;
  }

  async chooseLanguage(language: Language): Promise<void> {
    await this.setLanguage(language);
    keep('language', texts.language);
  }
}

function mark(name: string, value: string | null): void {
  const page = document.documentElement;
  if (value === null) delete page.dataset[name];
  else page.dataset[name] = value;
}

export const preferences = new Preferences();
