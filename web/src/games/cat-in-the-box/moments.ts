import type { Moment } from '../../table/replay.svelte';
import type { CatInTheBoxView } from '../../views';

/** A round ends with its scores, and then the table of the next one is seen. */
export function moments(before: CatInTheBoxView, view: CatInTheBoxView): Moment<CatInTheBoxView>[] {
  const scoredRound = view.rounds.length > before.rounds.length ? before.rounds.length : null;
  if (scoredRound === null) return [{ view, before, scoredRound }];
  const scores = { view, before, scoredRound };
  return view.outcome ? [scores] : [scores, { view, before: null, scoredRound: null }];
}
