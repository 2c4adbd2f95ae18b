import type { CatInTheBoxView, Played } from '../../views';
import { parsePlay, type Play } from './plays';

/** The trick that lies on the table, or the one before it while nobody has led. */
export function shownTrick({ players, table }: CatInTheBoxView): { plays: Played[]; winner: number | null; past: boolean } {
  const { trick, plays, winning, trick_winners } = table;
  if (trick.length > 0 || plays.length === 0) return { plays: trick, winner: winning, past: false };
  return { plays: plays.slice(-players), winner: trick_winners.at(-1) ?? null, past: true };
}

/** The card that lies before a seat. */
export interface CardOnTable extends Play {
  wins: boolean;
  past: boolean; // it is of the trick before
}

export function cardBefore(view: CatInTheBoxView, seat: number): CardOnTable | null {
  const { plays, winner, past } = shownTrick(view);
  const played = plays.find(([each]) => each === seat);
  return played ? { ...parsePlay(played[1]), wins: seat === winner, past } : null;
}
