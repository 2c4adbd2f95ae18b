import type { Sound } from '../../sound/sounds';
import type { Ran, RascalKittensView } from '../../views';

const runsOf = ({ rounds }: RascalKittensView): Ran[] => rounds.flatMap(({ runs }) => runs);
const drawn = ({ places }: RascalKittensView): number => places.reduce((sum, { draws }) => sum + draws.length, 0);

/** What is heard between two views: a tile that is drawn or laid, and the toys that a run takes. */
export function sounds(before: RascalKittensView, after: RascalKittensView): Sound[] {
  const heard: Sound[] = [];
  if (after.rounds.length > before.rounds.length || drawn(after) > drawn(before)) heard.push('card');
  const run = runsOf(after)
    .slice(runsOf(before).length)
    .find(({ toys }) => toys.length > 0);
  if (run) heard.push(...run.toys.map((): Sound => 'token'));
  else if (after.places.some(({ anchor }, seat) => anchor !== before.places[seat]!.anchor)) heard.push('token');
  return heard;
}
