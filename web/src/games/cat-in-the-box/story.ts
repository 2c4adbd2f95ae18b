import { line, type GameStory, type NameOfSeat, type StoryLine } from '../../table/story';
import type { CardColour, CatInTheBoxView, RoundResult } from '../../views';
import { parsePlay } from './plays';

export const story: GameStory<CatInTheBoxView> = { tell, recount };

/** How a round was played, as the table and the result of a round tell it. */
type Course = Pick<RoundResult, 'plays' | 'marker_losses' | 'trick_winners'>;

const colourWord = (colour: CardColour) => ({ say: `cat-in-the-box.colour.${colour}` }) as const;

/** What happened between two views. */
function tell(before: CatInTheBoxView, after: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const ended = after.rounds.slice(before.rounds.length);
  if (ended.length === 0)
    return [...tellBoards(before, after, name), ...tellPlays(before, after.table, name), ...tellTricks(before, after, name)];
  return [...tellPlays(before, ended[0]!, name), ...ended.flatMap((result) => tellResult(result, name)), ...tellWinner(after, name)];
}

/** What a view tells of the time before it: the scores of past rounds, and the bids and tricks of this one. */
function recount(view: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const past = view.rounds.flatMap((result) => tellResult(result, name));
  if (view.outcome) return [...past, ...tellWinner(view, name)];
  const bids = view.table.boards.flatMap(({ bid }, seat) => (bid === null ? [] : [tellBid(seat, bid, name)]));
  const plays = view.table.plays.flatMap((_, index) => [
    ...tellPlay(view.table, index, name),
    ...((index + 1) % view.players === 0 ? tellTrick(view.table, (index + 1) / view.players - 1, name) : []),
  ]);
  return [...past, ...bids, ...plays];
}

function tellBoards(before: CatInTheBoxView, after: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  return after.table.boards.flatMap((board, seat) => {
    const old = before.table.boards[seat]!;
    if (board.bid !== old.bid && board.bid !== null) return [tellBid(seat, board.bid, name)];
    if (board.cards < old.cards && after.table.plays.length === before.table.plays.length)
      return [line('cat-in-the-box.story.discard', { name: name(seat) })];
    return [];
  });
}

const tellBid = (seat: number, count: number, name: NameOfSeat): StoryLine => line('cat-in-the-box.story.bid', { name: name(seat), count });

function tellPlays(before: CatInTheBoxView, course: Course, name: NameOfSeat): StoryLine[] {
  const known = before.table.plays.length;
  return course.plays.slice(known).flatMap((_, index) => tellPlay(course, known + index, name));
}

/** A play, and the colour that it cost. */
function tellPlay({ plays, marker_losses }: Course, index: number, name: NameOfSeat): StoryLine[] {
  const [seat, action] = plays[index]!;
  const { value, colour } = parsePlay(action);
  const lost = marker_losses.filter(({ play }) => play === index);
  return [
    line('cat-in-the-box.story.play', { name: name(seat), value, colour: colourWord(colour) }),
    ...lost.map(({ colour }) => line('cat-in-the-box.story.gives-up', { name: name(seat), colour: colourWord(colour) })),
  ];
}

function tellResult(result: RoundResult, name: NameOfSeat): StoryLine[] {
  const lines: StoryLine[] = [];
  if (result.paradox !== null) lines.push(line('cat-in-the-box.story.paradox', { name: name(result.paradox) }, true));
  lines.push(line('cat-in-the-box.story.round', { number: result.opening.number }, true));
  result.scores.forEach((count, seat) => lines.push(line('cat-in-the-box.story.score', { name: name(seat), count })));
  return lines;
}

function tellWinner({ outcome }: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  return outcome ? [line('story.winner', { name: outcome.winners.map(name).join(', ') }, true)] : [];
}

/** The tricks that were won between two views of the same round. */
function tellTricks(before: CatInTheBoxView, { table }: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const known = before.table.trick_winners.length;
  return table.trick_winners.slice(known).flatMap((_, index) => tellTrick(table, known + index, name));
}

function tellTrick({ trick_winners }: Course, number: number, name: NameOfSeat): StoryLine[] {
  return [line('cat-in-the-box.story.trick', { name: name(trick_winners[number]!) })];
}
