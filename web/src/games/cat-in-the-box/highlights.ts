import { line, type NameOfSeat, type StoryLine } from '../../table/story';
import type { CatInTheBoxView } from '../../views';

/** What was special in a game: paradoxes, the largest group that counted, the most exact bids. */
export function highlights(view: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  return [...paradoxes(view, name), ...largestGroup(view, name), ...exactBids(view, name)];
}

function paradoxes({ rounds }: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const seats = rounds.flatMap(({ paradox }) => (paradox === null ? [] : [paradox]));
  const times = (seat: number) => seats.filter((each) => each === seat).length;
  const names = [...new Set(seats)].map((seat) => (times(seat) === 1 ? name(seat) : `${name(seat)} ×${times(seat)}`));
  return seats.length === 0 ? [] : [line('cat-in-the-box.highlight.paradox', { count: seats.length, names: names.join(', ') })];
}

function largestGroup({ rounds }: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const groups = rounds.flatMap(({ bonus, opening }) => bonus.map((count, seat) => ({ count, seat, round: opening.number })));
  const best = groups.reduce((best, each) => (each.count > best.count ? each : best));
  return best.count === 0 ? [] : [line('cat-in-the-box.highlight.group', { name: name(best.seat), count: best.count, round: best.round })];
}

function exactBids({ rounds, totals }: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const counts = totals.map((_, seat) => rounds.filter(({ bonus_reasons }) => bonus_reasons[seat] === 'exact-bid').length);
  const most = Math.max(...counts);
  const names = counts.flatMap((count, seat) => (count === most ? [name(seat)] : []));
  return most === 0 ? [] : [line('cat-in-the-box.highlight.bids', { name: names.join(', '), count: most, rounds: rounds.length })];
}
