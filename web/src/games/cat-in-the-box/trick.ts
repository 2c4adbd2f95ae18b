import type { CatInTheBoxView, FinishedTrick, Played } from '../../views';

/** A trick as it lies on the table. */
export interface Trick {
  plays: Played[]; // in their order
  winner: number | null; // so far
  finished: FinishedTrick | null; // how it was won; null while it is played
}

/** How a round was played, as the table and the result of a round tell it. */
type Course = Pick<CatInTheBoxView['table'], 'plays' | 'finished_tricks'>;

/** The trick that is being played, or the one before it while nobody has led. */
export function shownTrick(view: CatInTheBoxView): Trick {
  const { trick, winning } = view.table;
  const last = trick.length === 0 ? finishedTrick(view.table, view.players) : null;
  return last ?? { plays: trick, winner: winning, finished: null };
}

/** The last trick that was finished, in this round or else in the one before. */
export function lastTrick({ players, table, rounds }: CatInTheBoxView): Trick | null {
  const before = rounds.at(-1);
  return finishedTrick(table, players) ?? (before ? finishedTrick(before, players) : null);
}

function finishedTrick({ plays, finished_tricks }: Course, players: number): Trick | null {
  const count = finished_tricks.length;
  const finished = finished_tricks.at(-1);
  if (!finished) return null;
  return { plays: plays.slice((count - 1) * players, count * players), winner: finished.winner, finished };
}

/** How many tricks were finished in all: when this grows, somebody has won one. */
export const finishedTricks = ({ rounds, table }: CatInTheBoxView): number =>
  [...rounds, table].reduce((sum, { finished_tricks }) => sum + finished_tricks.length, 0);
