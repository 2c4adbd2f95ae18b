import type { CatInTheBoxView, FinishedTrick, Played, RoundResult } from '../../views';
import { parsePlay } from './actions';

/** A trick as it lies on the table. */
export interface Trick {
  plays: Played[]; // in their order
  winner: number | null; // so far
  finished: FinishedTrick | null; // how it was won; null while it is played
  paradox?: number | null; // who could not go on with it, which ended the round
}

/** How a round was played, as the table and the result of a round tell it. */
type Course = Pick<CatInTheBoxView['table'], 'plays' | 'finished_tricks' | 'plays_per_trick'>;

/** The trick that is being played, or the one before it while nobody has led. One that a paradox has ended is nobody's (CB15). */
export function shownTrick({ table, rounds, outcome }: CatInTheBoxView): Trick {
  const { trick, winning } = table;
  const last = trick.length === 0 ? finishedTrick(table) : null;
  const paradox = outcome && paradoxTrick(rounds.at(-1)!);
  return last ?? paradox ?? { plays: trick, winner: winning, finished: null };
}

/** The last trick that was finished, in this round or else in the one before. */
export function lastTrick({ table, rounds }: CatInTheBoxView): Trick | null {
  const before = rounds.at(-1);
  return finishedTrick(table) ?? (before ? finishedTrick(before) : null);
}

export interface EndedTricks {
  tricks: Trick[];
  endsRound: boolean;
}

/** The tricks that have come to their end between two views, in their order, and whether the round has ended with them. */
export function endedTricks(before: CatInTheBoxView, after: CatInTheBoxView): EndedTricks {
  const endsRound = after.rounds.length > before.rounds.length;
  const won = finishedTricks(after) > finishedTricks(before) ? lastTrick(after) : null;
  const paradox = endsRound ? paradoxTrick(after.rounds.at(-1)!) : null;
  return { tricks: [won, paradox].filter((trick) => trick !== null), endsRound };
}

/** The trick that a paradox has left unfinished, perhaps before anybody had led. */
function paradoxTrick({ plays, finished_tricks, plays_per_trick, paradox }: RoundResult): Trick | null {
  return paradox === null ? null : { plays: plays.slice(finished_tricks.length * plays_per_trick), winner: null, finished: null, paradox };
}

/** The view as it was when the last round ended, where the next one has begun in the meantime. */
export function roundEndView(view: CatInTheBoxView): CatInTheBoxView {
  const { opening, boards, plays, marker_losses, finished_tricks, groups, scores } = view.rounds.at(-1)!;
  return {
    ...view,
    to_act: [],
    hand: handLeft(view),
    totals: view.totals.map((total, seat) => total - scores[seat]!),
    group: view.seat === null ? [] : groups[view.seat]!,
    group_sizes: groups.map((group) => group.length),
    table: { ...view.table, opening, boards, plays, marker_losses, finished_tricks, trick: [], winning: null, led: null },
  };
}

/** The cards that I did not play in the last round. */
function handLeft({ seat, own_rounds, rounds }: CatInTheBoxView): number[] | null {
  const own = own_rounds.at(-1);
  if (seat === null || !own) return null;
  const gone = rounds.at(-1)!.plays.flatMap(([player, action]) => (player === seat ? [parsePlay(action).value] : [])).concat(own.discard);
  return own.hand.filter((value, place) => place - own.hand.indexOf(value) >= gone.filter((each) => each === value).length);
}

function finishedTrick({ plays, finished_tricks, plays_per_trick }: Course): Trick | null {
  const count = finished_tricks.length;
  const finished = finished_tricks.at(-1);
  if (!finished) return null;
  return { plays: plays.slice((count - 1) * plays_per_trick, count * plays_per_trick), winner: finished.winner, finished };
}

/** How many tricks were finished in all. Once the game is over, the table is still that of the last round. */
const finishedTricks = ({ rounds, table, outcome }: CatInTheBoxView): number =>
  [...rounds, ...(outcome ? [] : [table])].reduce((sum, { finished_tricks }) => sum + finished_tricks.length, 0);
