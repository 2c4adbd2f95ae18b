import { untrack } from 'svelte';
import type { CatInTheBoxView } from '../../views';
import { endedTricks, lastTrick, type EndedTricks, type Trick } from './trick';

export const HELD_TRICK_MS = 2500; // that a finished trick stays, so that one has seen it

/** The trick that stays on the table after it was won, or that somebody wants to see again. The game goes on meanwhile; if it ends the
 * round, its paradox is shown after the trick that led to it. */
export class HeldTrick {
  #held = $state.raw<Trick[]>([]); // those that were not seen yet
  #again = $state.raw<Trick | null>(null); // what somebody wants to see, for as long as they like
  #trick = $derived(this.#again ?? this.#held[0] ?? null);
  #endsRound = $state(false);

  constructor(
    private readonly view: () => CatInTheBoxView,
    isTutorial = false, // which says itself when to go on
  ) {
    let before = view();
    $effect.pre(() => {
      const after = this.view();
      const ended = endedTricks(before, after);
      before = after;
      if (ended.tricks.length > 0 && !isTutorial) untrack(() => this.hold(ended));
    });
    $effect(() => {
      if (!this.#trick || this.isAskedFor) return;
      const timer = setTimeout(() => this.release(), HELD_TRICK_MS);
      return () => clearTimeout(timer);
    });
  }

  get trick(): Trick | null {
    return this.#trick;
  }
  /** Whether somebody wants to see it again. */
  get isAskedFor(): boolean {
    return this.#again !== null;
  }

  /** Whether the round has ended, and the next one waits. */
  get endsRound(): boolean {
    return this.#endsRound;
  }

  /** Whether what has ended the round is still to be shown. */
  get isBeforeEnd(): boolean {
    return this.#endsRound && this.#trick !== this.#held.at(-1);
  }

  hold({ tricks, endsRound }: EndedTricks): void {
    this.#held = endsRound ? [...this.#held, ...tricks] : tricks; // while a round goes on, who looks on keeps up with it
    this.#again = null;
    this.#endsRound = endsRound;
  }

  /** Go on to what comes after it. */
  release(): void {
    if (this.#again) this.#again = null;
    else if (this.#held.length > 0) this.#held = this.#held.slice(1);
    if (this.#held.length === 0) this.#endsRound = false;
  }

  /** Show the last trick again, or no longer. */
  toggle(): void {
    if (this.isAskedFor) return this.release();
    this.#again = lastTrick(this.view());
    this.#held = this.#held.filter(({ finished }) => !finished);
    this.#endsRound &&= this.#held.length > 0;
  }
}
