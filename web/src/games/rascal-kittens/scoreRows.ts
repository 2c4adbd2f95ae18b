import type { ScoreSheetRow } from '../../table/scoreSheet';
import type { RascalKittensView } from '../../views';

/** Before the end tokens lie face down, so there is no sheet; a replay takes their values from the end. */
export function scoreRows(view: RascalKittensView, end: RascalKittensView): ScoreSheetRow[] | null {
  if (!end.outcome) return null;
  const rows: ScoreSheetRow[] = view.rounds.map(({ runs }, index) => ({
    label: index + 1,
    scores: Array.from({ length: view.players }, (_, seat) => {
      const run = runs.findIndex((each) => each.seat === seat);
      return run < 0 ? null : sum(end.rounds[index]?.runs[run]?.tokens ?? []);
    }),
  }));
  const kinds = view.places.map(({ kinds_points }) => kinds_points);
  return view.outcome && !kinds.includes(null) ? [...rows, { label: { say: 'rascal-kittens.sheet.kinds' }, scores: kinds }] : rows;
}

const sum = (values: (number | null)[]): number => values.reduce<number>((total, value) => total + (value ?? 0), 0);
