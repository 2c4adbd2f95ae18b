import { t, type Key } from '../i18n/translate.svelte';
import type { EventMessage, TableInfo } from '../protocol';
import type { Outcome } from '../views';
import type { View } from './view';

/** A value of a line: a text or number as it is, or something to be said in the reader's language. */
export type Word = string | number | { say: Key; values?: Record<string, Word> } | { list: Word[] };

/** One thing that happened, said in the reader's language when it is shown. */
export interface StoryLine {
  key: Key;
  values: Record<string, Word>;
  strong?: boolean;
  place?: number; // among lines that follow each other, where nobody can tell later which came first
}

export const line = (key: Key, values: Record<string, Word> = {}, strong = false): StoryLine => ({ key, values, strong });

/** With those that have a place in its order, so that whoever comes back reads what those who stayed do. */
export function inPlace(lines: StoryLine[]): StoryLine[] {
  const ordered: StoryLine[] = [];
  for (const line of lines) {
    const after = ordered.findLastIndex(({ place }) => place === undefined || line.place === undefined || place <= line.place);
    ordered.splice(after + 1, 0, line);
  }
  return ordered;
}

export function lineText({ key, values }: StoryLine): string {
  const words = Object.entries(values).map(([name, word]) => [name, wordText(word)]);
  return t(key, Object.fromEntries(words) as Record<string, string | number>);
}

function wordText(word: Word): string | number {
  if (typeof word !== 'object') return word;
  return 'say' in word ? lineText({ key: word.say, values: word.values ?? {} }) : word.list.map(wordText).join(', ');
}

export type NameOfSeat = (seat: number) => string;

export const winnerLine = ({ winners }: Outcome, name: NameOfSeat): StoryLine =>
  line('story.winner', { name: winners.map(name).join(', '), count: winners.length }, true);

/** What the views of a game tell of its course. */
export interface GameStory<GameView extends View> {
  /** What happened between two views. */
  tell: (before: GameView, after: GameView, name: NameOfSeat) => StoryLine[];
  /** What a view tells of the time before it. */
  recount: (view: GameView, name: NameOfSeat) => StoryLine[];
}

/** What a table tells of the time before somebody came: its game, and for whom a bot plays. */
export function recountTable({ seats, status }: TableInfo, name: NameOfSeat, game: StoryLine[]): StoryLine[] {
  const key = status === 'over' ? 'story.finished-by-bot' : 'story.taken';
  const taken = seats.flatMap(({ bot, person }, seat) => (bot !== null && person ? [line(key, { name: name(seat) })] : []));
  return [line('story.started', {}, true), ...game, ...taken];
}

/** What happened at a table beside the game. */
export function tellTable({ kind, seat, reason, table }: EventMessage, name: NameOfSeat): StoryLine[] {
  const values = { name: seat === null ? '' : name(seat) };
  if (kind === 'sat') return [line('story.sat', values)];
  if (kind === 'started') return [line('story.started', {}, true)];
  if (kind === 'back') return [line('story.back', values)];
  if (kind === 'rematch') return [line('story.rematch', values, true)];
  if (kind === 'left' && table?.status === 'playing') return [line('story.gone', values)];
  if (kind === 'taken' && seat !== null && table?.seats[seat]?.bot_stays) return [line('story.taken-for-good', values, true)];
  if (kind === 'taken') return [line(reason === 'clock' ? 'story.taken-clock' : 'story.taken', values)];
  return [];
}
