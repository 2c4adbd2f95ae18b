import type { Replay, TableInfo } from '../protocol';
import { applyPatch } from './patch';
import type { KittensView } from '../games/rascal-kittens/view';
import { catRows, kittensRows, type ScoreSheetRow } from './scoreSheet';
import type { StoryLine } from './story';
import { isCat, isKittens, TableModel, tellGame, type GameView } from './model.svelte';

/** What is shown at once: the table after a move, or the scores of the round that the move ended. */
interface Moment {
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
    private readonly info: TableInfo,
    { view, steps, you }: Replay,
  ) {
    this.nearestSeat = you ?? 0;
    this.table = new TableModel(info.id, () => undefined);
    let now = view as unknown as GameView;
    this.#moments = [{ view: now, before: null, scoredRound: null }];
    for (const { changes } of steps) {
      const before = now;
      now = applyPatch(before, changes);
      this.#moments.push(...after(before, now));
    }
    const begun = this.#moments.map(({ view, scoredRound }) => (scoredRound === null ? roundsOf(view) : 0));
    this.rounds = Array.from({ length: Math.max(...begun) }, (_, index) => begun.findIndex((count) => count > index));
    this.goTo(0);
  }

  get position(): number {
    return this.#position;
  }
  get last(): number {
    return this.#moments.length - 1;
  }
  get view(): GameView {
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
    const end = this.#moments.at(-1)!.view;
    if (isCat(this.view)) return catRows(this.view);
    return isKittens(end) ? kittensRows(this.view as KittensView, end.rounds) : [];
  }
  /** What happened last. */
  get news(): StoryLine[] {
    const { before, view } = this.#moments[this.#position]!;
    return before ? tellGame(before, view, this.table.name) : [];
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
      view: this.view as unknown as Record<string, unknown>,
      presence: { type: 'presence', seats: this.info.seats.map(() => true), spectators: 0 },
      chat: [],
      muted: [],
    });
  }
}

function after(before: GameView, view: GameView): Moment[] {
  const scoredRound = isCat(before) && isCat(view) && view.rounds.length > before.rounds.length ? before.rounds.length : null;
  if (scoredRound === null) return [{ view, before, scoredRound }];
  const scores = { view, before, scoredRound };
  return view.outcome ? [scores] : [scores, { view, before: null, scoredRound: null }];
}

/** How many rounds have begun. */
const roundsOf = (view: GameView): number => (isCat(view) ? view.table.opening.number : Math.max(view.rounds.length, 1));
