import { TOY_KINDS, type Ran, type RascalKittensView, type Tile, type ToyKind } from '../../views';

/** A run of the past: in which round, and to which piece. */
export interface PastRun {
  round: number; // from 1 on
  tile: Tile;
  run: Ran;
}

const runsOf = ({ rounds }: RascalKittensView): PastRun[] =>
  rounds.flatMap(({ tile, runs }, index) => runs.map((run) => ({ round: index + 1, tile, run })));

/** The last run of a seat; undefined before its first. */
export const lastRunOf = (view: RascalKittensView, seat: number): PastRun | undefined => runsOf(view).findLast(({ run }) => run.seat === seat);

/** The newest run of all. */
export const newestRun = (view: RascalKittensView): PastRun | undefined => runsOf(view).at(-1);

/** The runs of the last round in which all have run, in their order. */
export function lastRoundOfRuns(view: RascalKittensView): PastRun[] {
  const finished = view.rounds.filter(({ runs }) => runs.length === view.players).length;
  return runsOf(view).filter(({ round }) => round === finished);
}

/** The points of a seat's tokens by kind, as far as their values are open to whoever looks. */
export function knownPoints(view: RascalKittensView, seat: number): Record<ToyKind, number> {
  const points = Object.fromEntries(TOY_KINDS.map((kind) => [kind, 0])) as Record<ToyKind, number>;
  for (const { run } of runsOf(view)) {
    if (run.seat === seat) run.toys.forEach((kind, index) => (points[kind] += run.tokens[index] ?? 0));
  }
  return points;
}
