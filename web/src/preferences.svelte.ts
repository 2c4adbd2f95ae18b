import { chooseLanguage, LANGUAGES, texts, type Language } from './i18n/translate.svelte';
import { store, readStored } from './localStorage';

export type Theme = 'auto' | 'light' | 'dark';

/** When a move is made only at the second tap, or by its button. */
export const CONFIRM_CHOICES = ['always', 'touch', 'never'] as const;
export type Confirm = (typeof CONFIRM_CHOICES)[number];

/** How fast bots play: seconds that they take for a move. At once, there is still time to see what moved. */
const PACE_SECONDS = { slow: 2, normal: 1, fast: 0.4, 'at-once': 0.1 } as const;
export type Pace = keyof typeof PACE_SECONDS;
export const PACES = Object.keys(PACE_SECONDS) as Pace[];

/** What a person likes, kept in the browser. */
class Preferences {
  #theme = $state<Theme>('auto');
  #contrast = $state(false);
  #calm = $state(false);
  #sound = $state(true);
  #confirm = $state<Confirm>('touch');
  #pace = $state<Pace>('normal');

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

  get pace(): Pace {
    return this.#pace;
  }
  get paceSeconds(): number {
    return PACE_SECONDS[this.#pace];
  }

  async load(): Promise<void> {
    this.setTheme((readStored('theme') as Theme | null) ?? 'auto');
    this.setContrast(readStored('contrast') === 'yes');
    this.setCalm(readStored('calm') === 'yes');
    this.setSound(readStored('sound') !== 'no');
    this.setConfirm(CONFIRM_CHOICES.find((each) => each === readStored('confirm')) ?? 'touch');
    this.setPace(PACES.find((each) => each === readStored('pace')) ?? 'normal');
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

  setPace(pace: Pace): void {
    this.#pace = pace;
    store('pace', pace);
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
