import type { Key } from '../i18n/translate.svelte';
import type { Outcome } from '../views';

/** Tokens whose points this reader may not know. */
export interface FaceDown {
  faceDown: number;
}

/** A line of the score sheet: what every seat scored in a round, or at the end. Null is nothing yet. */
export interface ScoreSheetRow {
  label: number | { say: Key }; // the number of the round, or for what the points are
  scores: (number | FaceDown | null)[];
  note?: { seat: number; text: Key } | undefined; // why one of these scores is what it is
}

/** Who is shown where at the end: whoever won comes first, whatever decided a tie. */
export const ranked = ({ totals, winners }: Outcome): { seat: number; total: number; wins: boolean }[] =>
  totals
    .map((total, seat) => ({ seat, total, wins: winners.includes(seat) }))
    .sort((one, other) => Number(other.wins) - Number(one.wins) || other.total - one.total);
