import { texts } from '../i18n/translate.svelte';
import type { GameAdvice } from '../protocol';
import type { TableModel } from '../table/model.svelte';
import type { View } from '../table/view';
import { tutorialWords } from './tutorialWords.svelte';

type AdviceOn<Game> = Extract<GameAdvice, { game: Game }>;

/** What the coach says to a view of this game. It is asked anew whenever the view changes, as long as somebody is to act. */
export class CoachAdvice<Game extends GameAdvice['game']> {
  #model: TableModel;
  #game: Game;

  /** Where a component begins. */
  constructor(model: TableModel, view: () => View, game: Game) {
    this.#model = model;
    this.#game = game;
    $effect(() => {
      tutorialWords.load(texts.language).catch(() => undefined);
    });
    $effect(() => {
      if (view().to_act.length > 0) model.askForAdvice();
    });
  }

  /** Null until it has answered, and its words are there. */
  get current(): AdviceOn<Game> | null {
    const { advice } = this.#model;
    return tutorialWords.language && advice?.game === this.#game ? (advice as AdviceOn<Game>) : null;
  }
}
