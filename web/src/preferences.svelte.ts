import { chooseLanguage, LANGUAGES, texts, type Language } from './i18n/translate.svelte';
import { store, readStored } from './localStorage';

export type Theme = 'auto' | 'light' | 'dark';

/** When a move is made only at the second tap, or by its button. */
export const CONFIRM_CHOICES = ['always', 'touch', 'never'] as const;
export type Confirm = (typeof CONFIRM_CHOICES)[number];

/** What a person likes, kept in the browser. */
class Preferences {
  #theme = $state<Theme>('auto');
  #contrast = $state(false);
  #calm = $state(false);
  #sound = $state(true);
  #confirm = $state<Confirm>('touch');

  get theme(): Theme {
    return this.#theme;
  }
  get contrast(): boolean {
    return this.#contrast;
  }
  get calm(): boolean {
    return this.#calm;
  }
  get sound(): boolean {
    return this.#sound;
  }
  get confirm(): Confirm {
    return this.#confirm;
  }
  /** Whether a move that was chosen so has to be confirmed. */
  confirms(byTouch: boolean): boolean {
    return this.#confirm === 'always' || (this.#confirm === 'touch' && byTouch);
  }

  async load(): Promise<void> {
    this.setTheme((readStored('theme') as Theme | null) ?? 'auto');
    this.setContrast(readStored('contrast') === 'yes');
    this.setCalm(readStored('calm') === 'yes');
    this.setSound(readStored('sound') !== 'no');
    this.setConfirm(CONFIRM_CHOICES.find((each) => each === readStored('confirm')) ?? 'touch');
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

  setSound(sound: boolean): void {
    this.#sound = sound;
    store('sound', sound ? 'yes' : 'no');
  }

  setConfirm(confirm: Confirm): void {
    this.#confirm = confirm;
    store('confirm', confirm);
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
