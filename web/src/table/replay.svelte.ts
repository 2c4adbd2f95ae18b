import type { GameView } from '../views';
import type { AnyPageGame } from '../games/game';
import type { Replay, TableInfo } from '../protocol';
import { TableModel } from './model.svelte';
import { applyPatch } from './patch';
import type { ScoreSheetRow } from './scoreSheet';
import type { StoryLine } from './story';
import type { View } from './view';

/** What is shown at once: the table after a move, or the scores of the round that the move ended. */
export interface Moment<GameView extends View = View> {
  view: GameView;
  before: GameView | null;
  scoredRound: number | null;
}

/** A finished game that can be turned to any of its moments. */
export class ReplayModel {
  readonly table: TableModel;
  readonly nearestSeat: number; // the seat that is shown nearest
  readonly rounds: number[]; // where each round begins
  #moments: Moment[];
  #position = $state(0);

  constructor(
    private readonly game: Pick<AnyPageGame, 'story' | 'scoreRows' | 'roundsBegun' | 'moments'>,
    private readonly info: TableInfo,
    { view, steps, you }: Replay,
  ) {
    this.nearestSeat = you ?? 0;
    this.table = new TableModel(info.id, () => undefined, () => game.story);
    let now: View = view;
    this.#moments = [{ view: now, before: null, scoredRound: null }];
    for (const { changes } of steps) {
      const before = now;
      now = applyPatch(before, changes);
      this.#moments.push(...(game.moments?.(before, now) ?? [{ view: now, before, scoredRound: null }]));
    }
    const begun = this.#moments.map(({ view, scoredRound }) => (scoredRound === null ? game.roundsBegun(view) : 0));
    this.rounds = Array.from({ length: Math.max(...begun) }, (_, index) => begun.findIndex((count) => count > index));
    this.goTo(0);
  }

  get position(): number {
    return this.#position;
  }
  get last(): number {
    return this.#moments.length - 1;
  }
  get view(): View {
    return this.#moments[this.#position]!.view;
  }
  /** The round whose scores are shown now. */
  get scoredRound(): number | null {
    return this.#moments[this.#position]!.scoredRound;
  }
  /** The round that is shown, from 0 on. */
  get round(): number {
    return Math.max(this.rounds.findLastIndex((start) => start <= this.#position), 0);
  }
  /** The score sheet so far. */
  get rows(): ScoreSheetRow[] {
    return this.game.scoreRows(this.view, this.#moments.at(-1)!.view) ?? [];
  }
  /** What happened last. */
  get news(): StoryLine[] {
    const { before, view } = this.#moments[this.#position]!;
    return before ? this.game.story.tell(before, view, this.table.name) : [];
  }

  goTo(to: number): void {
    this.#position = Math.min(Math.max(to, 0), this.last);
    this.table.receive({
      type: 'table',
      id: null,
      seq: this.#position,
      seat: null,
      table: this.info,
      clock: null,
      view: this.view as GameView,
      presence: { type: 'presence', seats: this.info.seats.map(() => true), spectators: 0 },
      chat: [],
      muted: [],
    });
  }
}
