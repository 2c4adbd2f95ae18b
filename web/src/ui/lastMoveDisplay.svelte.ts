import { untrack } from 'svelte';

/** What a table still shows of its last move, such as a finished trick. The end of the game is told after it. */
class LastMoveDisplay {
  #held = $state(0);

  get isBusy(): boolean {
    return this.#held > 0;
  }

  /** Returns what ends it. */
  hold(): () => void {
    untrack(() => this.#held++); // an effect that holds it does not wait for it
    return () => void untrack(() => this.#held--);
  }
}

export const lastMoveDisplay = new LastMoveDisplay();
