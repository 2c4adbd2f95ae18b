import type { Sound } from '../../sound/sounds';
import type { CatInTheBoxView } from '../../views';

/** What is heard between two views: cards and their tokens, the end of a trick. A paradox is heard when the table shows it. */
export function sounds(before: CatInTheBoxView, after: CatInTheBoxView): Sound[] {
  const ended = after.rounds[before.rounds.length];
  const course = ended ?? after.table;
  const heard: Sound[] = [];
  if (course.plays.length > before.table.plays.length) heard.push('card', 'token');
  else if (!ended && after.table.boards.some(({ cards }, seat) => cards < before.table.boards[seat]!.cards)) heard.push('card');
  else if (!ended && after.table.boards.some(({ bid }, seat) => bid !== before.table.boards[seat]!.bid)) heard.push('token');
  if (course.finished_tricks.length > before.table.finished_tricks.length) heard.push('trick');
  return heard;
}
