import { line, type GameStory, type NameOfSeat, type StoryLine } from '../../table/story';
import { COLOURS, parsePlay, type CatView, type Colour, type RoundResult } from './view';

export const story: GameStory<CatView> = {
  tell: (before, after, name) => [...tell(before, after, name), ...tellTrick(before, after, name)],
  recount,
};

const colourWord = (colour: Colour) => ({ say: `colour.${colour}` }) as const;

/** What happened between two views, but for who took a trick. */
function tell(before: CatView, after: CatView, name: NameOfSeat): StoryLine[] {
  const ended = after.rounds.slice(before.rounds.length);
  if (ended.length === 0) return [...tellBoards(before, after, name), ...tellPlays(before, after.table, name)];
  return [...tellPlays(before, ended[0]!, name), ...ended.flatMap((result) => tellResult(result, name)), ...tellWinner(after, name)];
}

/** What a view tells of the time before it: the scores of past rounds, and the bids and tricks of this one. */
function recount(view: CatView, name: NameOfSeat): StoryLine[] {
  const past = view.rounds.flatMap((result) => tellResult(result, name));
  if (view.outcome) return [...past, ...tellWinner(view, name)];
  const { boards, plays, turn } = view.table;
  const bids = boards.flatMap(({ bid }, seat) => (bid === null ? [] : [tellBid(seat, bid, name)]));
  const costs = costsOf(view);
  const tricks = plays.flatMap(([seat, action], index) => {
    const next = plays[index + 1]?.[0] ?? turn; // whoever takes a trick leads the next
    const full = (index + 1) % view.players === 0;
    const gone = costs[index] ? [tellLoss(seat, costs[index], name)] : [];
    return [tellPlay(seat, action, name), ...gone, ...(full ? [line('story.trick', { name: name(next) })] : [])];
  });
  return [...past, ...bids, ...tricks];
}

/** For each play of this round, the colour that it cost: of those a seat has no more, the one it did not follow (CB12). */
function costsOf({ players, table: { boards, plays } }: CatView): (Colour | null)[] {
  const lost = boards.map(({ markers }) => new Set(COLOURS.filter((colour) => !markers.includes(colour))));
  return plays.map(([seat, action], index) => {
    const led = parsePlay(plays[index - (index % players)]![1]).colour;
    return parsePlay(action).colour !== led && lost[seat]!.delete(led) ? led : null;
  });
}

function tellBoards(before: CatView, after: CatView, name: NameOfSeat): StoryLine[] {
  return after.table.boards.flatMap((board, seat) => {
    const old = before.table.boards[seat]!;
    if (board.bid !== old.bid && board.bid !== null) return [tellBid(seat, board.bid, name)];
    if (board.cards < old.cards && after.table.plays.length === before.table.plays.length)
      return [line('story.discard', { name: name(seat) })];
    return [];
  });
}

const tellBid = (seat: number, count: number, name: NameOfSeat): StoryLine => line('story.bid', { name: name(seat), count });

function tellPlays(before: CatView, { plays, boards }: Pick<RoundResult, 'plays' | 'boards'>, name: NameOfSeat): StoryLine[] {
  return plays.slice(before.table.plays.length).flatMap(([seat, action]) => {
    const lost = before.table.boards[seat]!.markers.filter((each) => !boards[seat]!.markers.includes(each));
    return [tellPlay(seat, action, name), ...lost.map((colour) => tellLoss(seat, colour, name))];
  });
}

function tellPlay(seat: number, action: string, name: NameOfSeat): StoryLine {
  const { value, colour } = parsePlay(action);
  return line('story.play', { name: name(seat), value, colour: colourWord(colour) });
}

const tellLoss = (seat: number, colour: Colour, name: NameOfSeat): StoryLine =>
  line('story.gives-up', { name: name(seat), colour: colourWord(colour) });

function tellResult(result: RoundResult, name: NameOfSeat): StoryLine[] {
  const lines: StoryLine[] = [];
  if (result.paradox !== null) lines.push(line('story.paradox', { name: name(result.paradox) }, true));
  lines.push(line('story.round', { number: result.opening.number }, true));
  result.scores.forEach((count, seat) => lines.push(line('story.score', { name: name(seat), count })));
  return lines;
}

function tellWinner({ outcome }: CatView, name: NameOfSeat): StoryLine[] {
  return outcome ? [line('story.winner', { name: outcome.winners.map(name).join(', ') }, true)] : [];
}

/** Who won the trick that was just finished, if one was. */
function tellTrick(before: CatView, after: CatView, name: NameOfSeat): StoryLine[] {
  const finished = before.table.trick.length === after.players - 1 && after.table.trick.length === 0;
  if (!finished || after.rounds.length > before.rounds.length) return [];
  return [line('story.trick', { name: name(after.table.turn) })];
}
