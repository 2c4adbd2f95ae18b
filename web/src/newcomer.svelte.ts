import { readStored, store } from './localStorage';

/** How far somebody has come in each game: the level of bots that they meet, and whether a coach helps. Kept in the browser. */
class Newcomer {
  #levels = $state<Record<string, string>>({});
  #coach = $state(readStored('coach'));

  /** The level at which somebody plays; the weakest of `levels` at first. */
  level(game: string, levels: readonly string[]): string | undefined {
    const kept = this.#levels[game] ?? readStored(`level.${game}`);
    return levels.find((level) => level === kept) ?? levels[0];
  }

  setLevel(game: string, level: string): void {
    this.#levels[game] = level;
    store(`level.${game}`, level);
  }

  /** Whoever has not gone on to a stronger level has a coach, unless they want none. */
  hasCoach(game: string): boolean {
    return this.#coach === null ? (this.#levels[game] ?? readStored(`level.${game}`)) === null : this.#coach === 'yes';
  }

  setCoach(wanted: boolean): void {
    this.#coach = wanted ? 'yes' : 'no';
    store('coach', this.#coach);
  }
}

export const newcomer = new Newcomer();
