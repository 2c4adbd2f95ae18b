import type { Key } from '../i18n/translate.svelte';
import type { Outcome } from '../views';
import { ranked, type ScoreSheetRow } from './scoreSheet';

/** Where somebody stands at the end, and what each round brought. */
export interface PodiumPlace {
  seat: number;
  total: number;
  wins: boolean;
  place: number; // from 1; who are equal share one
  rounds: number[];
  besides: { say: Key; points: number }[]; // for what belongs to no round
}

/** Everybody in the order of the places. */
export function podium(outcome: Outcome, rows: ScoreSheetRow[]): PodiumPlace[] {
  const order = ranked(outcome);
  return order.map(({ seat, total, wins }) => ({
    seat,
    total,
    wins,
    place: wins ? 1 : 1 + order.filter((other) => other.wins || other.total > total).length,
    rounds: rows.flatMap(({ label, scores }) => (typeof label === 'number' ? [pointsOf(scores[seat])] : [])),
    besides: rows.flatMap(({ label, scores }) => (typeof label === 'number' ? [] : [{ ...label, points: pointsOf(scores[seat]) }])),
  }));
}

const pointsOf = (score: ScoreSheetRow['scores'][number] | undefined): number => (typeof score === 'number' ? score : 0);

/** How far the winner is ahead, and of whom; null where nobody is behind by points. */
export function lead(places: PodiumPlace[]): { count: number; seat: number } | null {
  const next = places.find(({ wins }) => !wins);
  const count = next ? places[0]!.total - next.total : 0;
  return next && count > 0 ? { count, seat: next.seat } : null;
}
