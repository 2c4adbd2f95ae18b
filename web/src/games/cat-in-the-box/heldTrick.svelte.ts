import { untrack } from 'svelte';
import type { CatInTheBoxView } from '../../views';
import { endedTrick, lastTrick, type Trick } from './trick';

export const HELD_TRICK_MS = 2500; // that a finished trick stays, so that one has seen it

/** The trick that stays on the table after it was won, or that somebody wants to see again. The game goes on meanwhile. */
export class HeldTrick {
  #trick = $state.raw<Trick | null>(null);
  #isAskedFor = $state(false);
  #endsRound = $state(false);

  constructor(
    private readonly view: () => CatInTheBoxView,
    isTutorial = false, // which says itself when to go on
  ) {
    let before = view();
    $effect.pre(() => {
      const after = this.view();
      const ended = endedTrick(before, after);
      before = after;
      if (ended && !isTutorial) untrack(() => this.#show(ended.trick, ended));
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

  /** Whether the round has ended with it, and the next one waits. */
  get endsRound(): boolean {
    return this.#endsRound;
  }

  #show(trick: Trick | null, { isAskedFor = false, endsRound = false } = {}): void {
    this.#trick = trick;
    this.#isAskedFor = isAskedFor;
    this.#endsRound = endsRound;
  }

  release(): void {
    this.#show(null);
  }

  /** Show the last trick again, or no longer. */
  toggle(): void {
    if (this.#isAskedFor) this.release();
    else this.#show(lastTrick(this.view()), { isAskedFor: true });
  }
}
