import type { FaceDown, ScoreSheetRow } from '../../table/scoreSheet';
import type { RascalKittensView } from '../../views';

/** Before the end the tokens of others lie face down: of these only the number is known. A replay takes their values from the end. */
export function scoreRows(view: RascalKittensView, end: RascalKittensView): ScoreSheetRow[] | null {
  if (view.rounds.length === 0) return null;
  const rows: ScoreSheetRow[] = view.rounds.map(({ runs }, index) => ({
    label: index + 1,
    scores: Array.from({ length: view.players }, (_, seat) => {
      const run = runs.findIndex((each) => each.seat === seat);
      return run < 0 ? null : pointsOf(end.rounds[index]?.runs[run]?.tokens ?? []);
    }),
  }));
  const kinds = view.places.map(({ kinds_points }) => kinds_points);
  return view.outcome && !kinds.includes(null) ? [...rows, { label: { say: 'rascal-kittens.sheet.kinds' }, scores: kinds }] : rows;
}

function pointsOf(tokens: (number | null)[]): number | FaceDown {
  if (tokens.includes(null)) return { faceDown: tokens.filter((token) => token !== 0).length };
  return tokens.reduce<number>((sum, token) => sum + token!, 0);
}
