import { line, type Line, type Naming } from '../story';
import { playOf, type CatView, type Colour, type RoundResult } from './view';

const colourWord = (colour: Colour) => ({ say: `colour.${colour}` }) as const;

/** What happened between two views of Cat in the Box. */
export function tellCat(before: CatView, after: CatView, name: Naming): Line[] {
  const ended = after.rounds.slice(before.rounds.length);
  if (ended.length === 0) return [...tellBoards(before, after, name), ...tellPlays(before, after.table, name)];
  const lines = tellPlays(before, ended[0]!, name);
  for (const result of ended) lines.push(...tellResult(result, name));
  if (after.outcome) lines.push(line('story.winner', { name: after.outcome.winners.map(name).join(', ') }, true));
  return lines;
}

function tellBoards(before: CatView, after: CatView, name: Naming): Line[] {
  return after.table.boards.flatMap((board, seat) => {
    const old = before.table.boards[seat]!;
    if (board.bid !== old.bid && board.bid !== null) return [line('story.bid', { name: name(seat), count: board.bid })];
    if (board.cards < old.cards && after.table.plays.length === before.table.plays.length)
      return [line('story.discard', { name: name(seat) })];
    return [];
  });
}

function tellPlays(before: CatView, { plays, boards }: Pick<RoundResult, 'plays' | 'boards'>, name: Naming): Line[] {
  return plays.slice(before.table.plays.length).flatMap(([seat, action]) => {
    const { value, colour } = playOf(action);
    const lost = before.table.boards[seat]!.markers.filter((each) => !boards[seat]!.markers.includes(each));
    return [
      line('story.play', { name: name(seat), value, colour: colourWord(colour) }),
      ...lost.map((each) => line('story.gives-up', { name: name(seat), colour: colourWord(each) })),
    ];
  });
}

function tellResult(result: RoundResult, name: Naming): Line[] {
  const lines: Line[] = [];
  if (result.paradox !== null) lines.push(line('story.paradox', { name: name(result.paradox) }, true));
  lines.push(line('story.round', { number: result.opening.number }, true));
  result.scores.forEach((count, seat) => lines.push(line('story.score', { name: name(seat), count })));
  return lines;
}

/** Who won the trick that was just finished, if one was. */
export function tellTrick(before: CatView, after: CatView, name: Naming): Line[] {
  const finished = before.table.trick.length === after.players - 1 && after.table.trick.length === 0;
  if (!finished || after.rounds.length > before.rounds.length) return [];
  return [line('story.trick', { name: name(after.table.turn) })];
}
