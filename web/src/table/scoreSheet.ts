import type { CatView } from '../games/cat-in-the-box/view';
import type { KittensRound, KittensView } from '../games/rascal-kittens/view';
import type { Outcome } from './view';

/** A line of the score sheet: what every seat scored in a round. Null is what this reader may not know. */
export interface ScoreSheetRow {
  number: number | null; // of the round; null is what was added at the end
  scores: (number | null)[];
  paradox: number | null;
}

export const catRows = (view: CatView): ScoreSheetRow[] =>
  view.rounds.map(({ opening, scores, paradox }) => ({ number: opening.number, scores, paradox }));

/** `known` are the rounds with the values of the tokens, as they are open after the game; `view` may be an earlier one. */
export function kittensRows(view: KittensView, known: KittensRound[] = view.rounds): ScoreSheetRow[] {
  const rows = view.rounds.map(({ runs }, index) => ({
    number: index + 1,
    scores: Array.from({ length: view.players }, (_, seat) => {
      const run = runs.findIndex((each) => each.seat === seat);
      return run < 0 ? null : sum(known[index]?.runs[run]?.tokens ?? []);
    }),
    paradox: null,
  }));
  const more = view.outcome?.totals.map((total, seat) => total - sum(rows.map(({ scores }) => scores[seat] ?? 0)));
  return more?.some(Boolean) ? [...rows, { number: null, scores: more, paradox: null }] : rows;
}

/** Who is shown where at the end: whoever won comes first, whatever decided a tie. */
export const ranked = ({ totals, winners }: Outcome): { seat: number; total: number; wins: boolean }[] =>
  totals
    .map((total, seat) => ({ seat, total, wins: winners.includes(seat) }))
    .sort((one, other) => Number(other.wins) - Number(one.wins) || other.total - one.total);

const sum = (values: (number | null)[]): number => values.reduce<number>((total, value) => total + (value ?? 0), 0);
