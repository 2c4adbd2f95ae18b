import { api, ApiError } from './api';
import type { GameInfo } from './protocol';

/** What the server tells of its games: for how many each is, its bots and its options. Asked for once, when it is needed. */
class GameCatalogue {
  #games = $state.raw<GameInfo[] | null>(null);
  #loading: Promise<GameInfo[]> | null = null;

  /** A game by its name, once the catalogue is here. */
  find(name: string): GameInfo | undefined {
    return this.#games?.find((game) => game.name === name);
  }

  async get(name: string): Promise<GameInfo> {
    const found = (await this.load()).find((game) => game.name === name);
    if (!found) throw new ApiError('unknown-game', '');
    return found;
  }

  async load(): Promise<GameInfo[]> {
    this.#loading ??= api.games();
    try {
      return (this.#games = await this.#loading);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }
}

export const gameCatalogue = new GameCatalogue();
