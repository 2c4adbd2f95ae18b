import { line, type GameStory, type NameOfSeat, type StoryLine } from '../../table/story';
import type { RascalKittensRound, RascalKittensView, Ran } from '../../views';
import { colourOf, pieceOf } from './tiles';

export const story: GameStory<RascalKittensView> = { tell, recount };

/** What happened between two views. */
function tell(before: RascalKittensView, after: RascalKittensView, name: NameOfSeat): StoryLine[] {
  const lines = tellSetup(before, after, name);
  for (let index = Math.max(before.rounds.length - 1, 0); index < after.rounds.length; index++)
    lines.push(...tellRound(after.rounds[index]!, before.rounds[index], index + 1, name));
  if (after.outcome && !before.outcome)
    lines.push(line('story.winner', { name: after.outcome.winners.map(name).join(', ') }, true));
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
      .map((paint) => line('rascal-kittens.story.draw', { name: name(seat), colour: { say: `rascal-kittens.paint.${paint}` } }));
    return place.anchor !== old.anchor ? [...drawn, line('rascal-kittens.story.anchor', { name: name(seat) })] : drawn;
  });
}

function tellRound(now: RascalKittensRound, seen: RascalKittensRound | undefined, number: number, name: NameOfSeat): StoryLine[] {
  const lines = now.runs.slice(seen?.runs.length ?? 0).map((run) => tellRun(run, name));
  if (seen) return lines;
  const tile = { piece: { say: `rascal-kittens.piece.${pieceOf(now.tile)}` }, colour: { say: `rascal-kittens.paint.${colourOf(now.tile)}` } } as const;
  return [line('rascal-kittens.story.lay', { number, name: name(now.leader), ...tile }, true), ...lines];
}

function tellRun(run: Ran, name: NameOfSeat): StoryLine {
  if (run.entry === null) return line('rascal-kittens.story.too-short', { name: name(run.seat) });
  return line('rascal-kittens.story.run', { name: name(run.seat), count: run.toys.length });
}
