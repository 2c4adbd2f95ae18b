import { preferences } from '../preferences.svelte';
import { router } from '../router.svelte';
import type { TableModel } from '../table/model.svelte';
import type { View } from '../table/view';
import { afterDrawing, moveFocus, releasePointerFocus } from './focus';

/** Why something cannot be done, with the rule by which the server would refuse it; null where no rule speaks against it. */
export interface Hint {
  text: () => string; // in the language of the moment
  rule: string | null;
}

interface PromptQuestion {
  view: () => View;
  question: () => string; // changes when something else is asked of me
  wanted: () => string | null; // where whoever plays by keyboard goes on; null while they read something else
}

/** What is asked at a table: when that changes, what was said before is past, and whoever acted goes on at what is new. */
export class PromptState {
  hint = $state.raw<Hint | null>(null);
  pending = $state<string | null>(null); // the action that waits to be confirmed
  #acted = router.startGame;
  #here: Element | null = null; // where whoever acts did so last

  constructor(
    private readonly model: TableModel,
    { view, question, wanted }: PromptQuestion,
  ) {
    const turn = $derived(`${question()} ${view().to_act}`);
    $effect(() => {
      void turn;
      this.hint = null;
      this.pending = null;
    });
    $effect(() => {
      question();
      const next = wanted();
      if (this.#acted && next) return afterDrawing(() => moveFocus(this.#here, next));
    });
  }

  /** Act, or, where a person wants to be asked, remember it: the second time it is done. */
  choose(action: string, byTouch: boolean, isRisky = false): void {
    if (this.pending === action || !(isRisky || preferences.confirms(byTouch))) return this.act(action);
    this.pending = action;
    this.forgetRefusal();
  }

  /** What was refused is past: something else is tried, or aimed at. */
  forgetRefusal(): void {
    this.hint = null;
    this.model.clearRefusal();
  }

  act(action: string): void {
    this.pending = null;
    this.#acted = true;
    this.#here = document.activeElement;
    releasePointerFocus(this.#here);
    this.model.act(action);
  }
}
