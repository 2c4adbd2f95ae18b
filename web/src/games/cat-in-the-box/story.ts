import { line, winnerLine, type GameStory, type NameOfSeat, type StoryLine } from '../../table/story';
import type { CardColour, CatInTheBoxView, RoundResult } from '../../views';
import { parsePlay } from './actions';
import { cardWord, victoryLine } from './words';

export const story: GameStory<CatInTheBoxView> = { tell, recount };

/** How a round was played, as the table and the result of a round tell it. */
type Course = Pick<RoundResult, 'plays' | 'marker_losses' | 'finished_tricks' | 'plays_per_trick'>;

const colourWord = (colour: CardColour) => ({ say: `cat-in-the-box.colour.${colour}` }) as const;

/** What happened between two views. */
function tell(before: CatInTheBoxView, after: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const ended = after.rounds.slice(before.rounds.length);
  if (ended.length === 0)
    return [...tellBoards(before, after, name), ...tellPlays(before, after.table, name), ...tellTricks(before, after.table, name)];
  const results = ended.flatMap((result) => tellResult(result, name));
  return [...tellPlays(before, ended[0]!, name), ...tellTricks(before, ended[0]!, name), ...results, ...tellWinner(after, name)];
}

/** What a view tells of the time before it: all rounds, as far as they have come. */
function recount(view: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  const seats = view.table.boards.map((_, seat) => seat);
  const past = view.rounds.flatMap((result) => [...recountRound(result, seats, result.bids ?? [], name), ...tellResult(result, name)]);
  if (view.outcome) return [...past, ...tellWinner(view, name)];
  const discarded = seats.filter((seat) => view.expects !== 'discard' || !view.to_act.includes(seat));
  const bids = view.table.boards.map(({ bid }) => bid);
  return [...past, ...recountRound(view.table, discarded, bids, name)];
}

function recountRound(course: Course, discarded: number[], bids: (number | null)[], name: NameOfSeat): StoryLine[] {
  const tricks = course.finished_tricks.length;
  return [
    ...discarded.map((seat) => tellDiscard(seat, name)),
    ...bids.flatMap((bid, seat) => (bid === null ? [] : [tellBid(seat, bid, name)])),
    ...course.plays.flatMap((_, index) => {
      const trick = (index + 1) / course.plays_per_trick;
      return [...tellPlay(course, index, name), ...(Number.isInteger(trick) && trick <= tricks ? [victoryLine(course.finished_tricks[trick - 1]!, name)] : [])];
    }),
  ];
}

function tellBoards(before: CatInTheBoxView, after: CatInTheBoxView, name: NameOfSeat): StoryLine[] {
  return after.table.boards.flatMap((board, seat) => {
    const old = before.table.boards[seat]!;
    if (board.bid !== old.bid && board.bid !== null) return [tellBid(seat, board.bid, name)];
    if (board.cards < old.cards && after.table.plays.length === before.table.plays.length)
      return [tellDiscard(seat, name)];
    return [];
  });
}

/** All discard at once, and views do not tell who was first. */
const tellDiscard = (seat: number, name: NameOfSeat): StoryLine => ({ ...line('cat-in-the-box.story.discard', { name: name(seat) }), place: seat });

const tellBid = (seat: number, count: number, name: NameOfSeat): StoryLine => line('cat-in-the-box.story.bid', { name: name(seat), count });

function tellPlays(before: CatInTheBoxView, course: Course, name: NameOfSeat): StoryLine[] {
  const known = before.table.plays.length;
  return course.plays.slice(known).flatMap((_, index) => tellPlay(course, known + index, name));
}

/** A play, and the colour that it cost. */
function tellPlay({ plays, marker_losses }: Course, index: number, name: NameOfSeat): StoryLine[] {
  const [seat, action] = plays[index]!;
  const lost = marker_losses.filter(({ play }) => play === index);
  return [
    line('cat-in-the-box.story.play', { name: name(seat), card: cardWord(parsePlay(action)) }),
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
  return outcome ? [winnerLine(outcome, name)] : [];
}

/** The tricks of a round that were won since a view of it. */
function tellTricks(before: CatInTheBoxView, course: Course, name: NameOfSeat): StoryLine[] {
  const known = before.table.finished_tricks.length;
  return course.finished_tricks.slice(known).map((trick) => victoryLine(trick, name));
}
