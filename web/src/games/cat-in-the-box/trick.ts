import type { CardColour, CatInTheBoxView, Played } from '../../views';
import { parsePlay, type Play } from './plays';

/** A trick as it lies on the table. */
export interface Trick {
  plays: Played[]; // in their order
  winner: number | null; // so far
  finished: boolean;
}

/** How a round was played, as the table and the result of a round tell it. */
type Course = Pick<CatInTheBoxView['table'], 'plays' | 'trick_winners'>;

/** The trick that is being played, or the one before it while nobody has led. */
export function shownTrick(view: CatInTheBoxView): Trick {
  const { trick, winning } = view.table;
  const last = trick.length === 0 ? finishedTrick(view.table, view.players) : null;
  return last ?? { plays: trick, winner: winning, finished: false };
}

/** The last trick that was finished, in this round or else in the one before. */
export function lastTrick({ players, table, rounds }: CatInTheBoxView): Trick | null {
  const before = rounds.at(-1);
  return finishedTrick(table, players) ?? (before ? finishedTrick(before, players) : null);
}

function finishedTrick({ plays, trick_winners }: Course, players: number): Trick | null {
  const count = trick_winners.length;
  if (count === 0) return null;
  return { plays: plays.slice((count - 1) * players, count * players), winner: trick_winners[count - 1]!, finished: true };
}

/** How many tricks were finished in all: when this grows, somebody has won one. */
export const finishedTricks = ({ rounds, table }: CatInTheBoxView): number =>
  [...rounds, table].reduce((sum, { trick_winners }) => sum + trick_winners.length, 0);

export interface Victory {
  card: Play;
  reason: 'red' | 'highest'; // red beats all; or it is the highest of its colour
  beaten: Play | null; // the best of the colour that was led, where red beat it
}

/** Why a finished trick was won. */
export function victory({ plays, winner }: Trick): Victory | null {
  const won = plays.find(([seat]) => seat === winner);
  if (!won) return null;
  const card = parsePlay(won[1]);
  const led = parsePlay(plays[0]![1]).colour;
  const reds = plays.filter(([, action]) => parsePlay(action).colour === 'red').length;
  if (card.colour !== 'red' || led === 'red' || reds > 1) return { card, reason: 'highest', beaten: null };
  return { card, reason: 'red', beaten: highest(plays, led) };
}

function highest(plays: Played[], colour: CardColour): Play | null {
  const cards = plays.map(([, action]) => parsePlay(action)).filter((card) => card.colour === colour);
  return cards.toSorted((one, other) => other.value - one.value)[0] ?? null;
}
