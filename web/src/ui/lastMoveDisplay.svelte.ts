import { untrack } from 'svelte';

/** What a table still shows of its last move, such as a finished trick. The end of the game is told after it. */
class LastMoveDisplay {
  #held = $state(0);
  #storyHeld = $state(0);

  get isBusy(): boolean {
    return this.#held > 0;
  }

  /** Whether the log waits too: it would tell how something ended that is still to be seen. */
  get holdsStory(): boolean {
    return this.#storyHeld > 0;
  }

  /** Returns what ends it. */
  hold(): () => void {
    untrack(() => this.#held++); // an effect that holds it does not wait for it
    return () => void untrack(() => this.#held--);
  }

  holdStory(): () => void {
    untrack(() => this.#storyHeld++);
    return () => void untrack(() => this.#storyHeld--);
  }
}

export const lastMoveDisplay = new LastMoveDisplay();
