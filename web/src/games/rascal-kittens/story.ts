import { line, winnerLine, type GameStory, type NameOfSeat, type StoryLine, type Word } from '../../table/story';
import type { RascalKittensRound, RascalKittensView, Ran, ToyKind } from '../../views';

export const story: GameStory<RascalKittensView> = { tell, recount };

/** What happened between two views. */
function tell(before: RascalKittensView, after: RascalKittensView, name: NameOfSeat): StoryLine[] {
  const lines = tellSetup(before, after, name);
  for (let index = Math.max(before.rounds.length - 1, 0); index < after.rounds.length; index++)
    lines.push(...tellRound(after.rounds[index]!, before.rounds[index], index + 1, name));
  if (after.outcome && !before.outcome)
    lines.push(winnerLine(after.outcome, name));
  return lines;
}

/** What a view tells of the time before it: every run so far. */
function recount(view: RascalKittensView, name: NameOfSeat): StoryLine[] {
  const places = view.places.map((place) => ({ ...place, draws: [], anchor: null }));
  return tell({ ...view, rounds: [], places, outcome: null }, view, name);
}

function tellSetup(before: RascalKittensView, after: RascalKittensView, name: NameOfSeat): StoryLine[] {
  return after.places.flatMap((place, seat) => {
    const old = before.places[seat]!;
    const drawn = place.draws
      .slice(old.draws.length)
      .map((paint) => line('rascal-kittens.story.draw', { name: name(seat), colour: { say: `rascal-kittens.draw-tile.${paint}` } }));
    return place.anchor !== old.anchor ? [...drawn, line('rascal-kittens.story.anchor', { name: name(seat) })] : drawn;
  });
}

function tellRound(now: RascalKittensRound, seen: RascalKittensRound | undefined, number: number, name: NameOfSeat): StoryLine[] {
  const lines = now.runs.slice(seen?.runs.length ?? 0).map((run) => tellRun(run, name));
  if (seen) return lines;
  const tile: Word = { say: `rascal-kittens.lay-tile.${now.tile}` };
  return [line('rascal-kittens.story.lay', { number, name: name(now.leader), tile }, true), ...lines];
}

/** What a run touched, and what it brought as far as that is open. */
export function tellRun({ seat, entry, toys, tokens }: Ran, name: NameOfSeat): StoryLine {
  const values = { name: name(seat), toys: { list: toys.map((kind, index) => touchedToy(kind, tokens[index]!)) } };
  if (entry === null) return line('rascal-kittens.story.too-short', { name: values.name });
  if (toys.length === 0) return line('rascal-kittens.story.run.nothing', { name: values.name });
  if (tokens.includes(null)) return line('rascal-kittens.story.run', values);
  return line('rascal-kittens.story.run.points', { ...values, count: tokens.reduce<number>((sum, value) => sum + (value ?? 0), 0) });
}

/** A toy that was touched: with the value of its token where that is open, or without one where none was left. */
function touchedToy(kind: ToyKind, value: number | null): Word {
  const toy = { say: `rascal-kittens.touched.${kind}` } as const;
  if (value === 0) return { say: 'rascal-kittens.toy.gone', values: { toy } };
  return value === null ? toy : { say: 'rascal-kittens.toy.value', values: { toy, value } };
}
