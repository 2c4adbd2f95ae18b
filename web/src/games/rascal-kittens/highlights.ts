import { line, type NameOfSeat, type StoryLine } from '../../table/story';
import type { RascalKittensView } from '../../views';

/** What was special in a game: most points for kinds, where they count; the run with the most toys, and the longest rest of string. */
export function highlights(view: RascalKittensView, name: NameOfSeat): StoryLine[] {
  return [...mostKinds(view, name), ...bestRun(view, name), mostString(view, name)];
}

function mostKinds({ places }: RascalKittensView, name: NameOfSeat): StoryLine[] {
  const points = places.map(({ kinds_points }) => kinds_points ?? 0);
  const count = Math.max(...points);
  return count === 0 ? [] : [line('rascal-kittens.highlight.kinds', { name: name(points.indexOf(count)), count })];
}

function bestRun({ rounds }: RascalKittensView, name: NameOfSeat): StoryLine[] {
  const runs = rounds.flatMap(({ runs }, index) => runs.map(({ seat, toys }) => ({ seat, count: toys.length, round: index + 1 })));
  const best = runs.reduce((best, each) => (each.count > best.count ? each : best));
  return best.count === 0 ? [] : [line('rascal-kittens.highlight.run', { name: name(best.seat), count: best.count, round: best.round })];
}

function mostString({ places, options }: RascalKittensView, name: NameOfSeat): StoryLine {
  const seat = places.reduce((best, { string }, seat) => (string > places[best]!.string ? seat : best), 0);
  return line('rascal-kittens.highlight.string', { name: name(seat), left: Math.round(places[seat]!.string), whole: Math.round(options.string) });
}
