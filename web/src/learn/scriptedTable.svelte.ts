import type { ClientMessage, TutorialGame, TutorialStep } from '../protocol';
import { TableModel, type StoryOf } from '../table/model.svelte';
import { applyPatch } from '../table/patch';
import type { GameView } from '../views';

/** The table of a tutorial. In place of the server it answers with what the server has worked out ahead. */
export class ScriptedTable {
  readonly model: TableModel;
  #at = $state(0);
  #isShowingMoves = $state(false);
  #reply = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seq = 0;

  /** `at`: the step at which the learner goes on. */
  constructor(
    private readonly tutorial: TutorialGame,
    private readonly moveDelayMs: () => number, // that a move of the others takes
    storyOf: StoryOf,
    at = 0,
  ) {
    this.#at = Math.min(Math.max(at, 0), tutorial.steps.length);
    this.model = new TableModel(tutorial.name, (message) => this.#answer(message), storyOf);
    this.model.isTutorial = true;
    this.#pointOut();
    this.model.opened(false);
  }

  get at(): number {
    return this.#at;
  }
  /** What the learner reads or does now; null at the end. */
  get step(): TutorialStep | null {
    return this.tutorial.steps[this.#at] ?? null;
  }
  get steps(): number {
    return this.tutorial.steps.length;
  }
  /** Whether the others are moving. */
  get isShowingMoves(): boolean {
    return this.#isShowingMoves;
  }
  /** The key of what is said to the last choice, if it was not the one that is asked for. */
  get reply(): string | null {
    return this.#reply;
  }

  /** The learner has read what there is to read. */
  next(): void {
    if (this.step?.action === null && !this.#isShowingMoves) this.#showMoves(this.step.moves.length);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #answer(message: ClientMessage): void {
    if (message.type === 'watch') this.#tellTable();
    else if (message.type === 'act') this.#judge(message.id, message.action);
    else if (message.id) this.model.receive({ type: 'done', id: message.id, seq: this.#seq });
  }

  #tellTable(): void {
    const { table, seat } = this.tutorial;
    this.model.receive({
      type: 'table',
      id: null,
      seq: this.#seq,
      seat,
      table,
      clock: null,
      view: this.#viewAt(this.#at),
      presence: { type: 'presence', seats: table.seats.map(() => true), spectators: 0 },
      chat: [],
      muted: [],
    });
  }

  #viewAt(step: number): GameView {
    const moves = this.tutorial.steps.slice(0, step).flatMap((each) => each.moves);
    return moves.reduce<GameView>((view, { changes }) => applyPatch(view, changes), this.tutorial.view);
  }

  #judge(id: string, action: string): void {
    const step = this.step;
    const refusal = step?.refusals[action];
    this.#reply = null;
    if (this.#isShowingMoves || step?.action == null) this.#reject(id, null);
    else if (action === step.action) this.#showMoves(step.moves.length, id);
    else if (refusal) this.model.receive({ type: 'error', id, code: 'illegal', ...refusal });
    else this.#reject(id, `${this.tutorial.name}.${step.wrong[action]}`);
  }

  /** At the end the table stays as the last words found it. */
  #pointOut(): void {
    const step = this.step ?? this.tutorial.steps.at(-1)!;
    this.model.tutorialPart = this.#isShowingMoves ? null : step.show;
    this.model.isPaused = !this.#isShowingMoves && this.step?.action == null;
  }

  /** It may be possible, but is not what is asked for. */
  #reject(id: string, reply: string | null): void {
    this.#reply = reply;
    this.model.receive({ type: 'done', id, seq: this.#seq });
  }

  /** The moves of the step that are left, one after another; the learner's own, which has an id, at once. */
  #showMoves(left: number, id?: string): void {
    this.#reply = null;
    const step = this.step!;
    this.#isShowingMoves = left > 0;
    if (left === 0) this.#at++;
    this.#pointOut();
    if (left === 0) return;
    const show = (): void => {
      const { seat, verb, changes } = step.moves.at(-left)!;
      const own = id === undefined ? {} : { id, action: step.action! };
      this.model.receive({ type: 'event', seq: ++this.#seq, at: 0, kind: 'acted', seat, verb, changes, ...own });
      this.#showMoves(left - 1);
    };
    if (id === undefined) this.#timer = setTimeout(show, this.moveDelayMs());
    else show();
  }
}
