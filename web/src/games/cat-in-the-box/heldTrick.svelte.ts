import { untrack } from 'svelte';
import type { CatInTheBoxView } from '../../views';
import { finishedTricks, lastTrick, type Trick } from './trick';

export const HELD_TRICK_MS = 2500; // that a finished trick stays, so that one has seen it

/** The trick that stays on the table after it was won, or that somebody wants to see again. The game goes on meanwhile. */
export class HeldTrick {
  #trick = $state.raw<Trick | null>(null);
  #isAskedFor = $state(false);

  constructor(private readonly view: () => CatInTheBoxView) {
    let known = finishedTricks(view());
    const finished = $derived(finishedTricks(this.view()));
    $effect(() => {
      if (finished > known) untrack(() => this.#show(false));
      known = finished;
    });
    $effect(() => {
      if (!this.#trick || this.#isAskedFor) return;
      const timer = setTimeout(() => this.release(), HELD_TRICK_MS);
      return () => clearTimeout(timer);
    });
  }

  get trick(): Trick | null {
    return this.#trick;
  }
  /** Whether somebody wants to see it, for as long as they like. */
  get isAskedFor(): boolean {
    return this.#isAskedFor;
  }

  #show(isAskedFor: boolean): void {
    this.#trick = lastTrick(this.view());
    this.#isAskedFor = isAskedFor;
  }

  release(): void {
    this.#trick = null;
    this.#isAskedFor = false;
  }

  /** Show the last trick again, or no longer. */
  toggle(): void {
    if (this.#isAskedFor) this.release();
    else this.#show(true);
  }
}
