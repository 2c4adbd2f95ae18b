import { beforeEach, expect, it } from 'vitest';
import type { CatInTheBoxView, FinishedTrick, Played } from '../../views';
import { HeldTrick } from './heldTrick.svelte';
import { endedTricks } from './trick';

const won: FinishedTrick = { winner: 0, play: 'play 8 red', reason: 'red', beaten: null };
const first: Played[] = [[1, 'play 9 blue'], [0, 'play 8 red']];
const second: Played[] = [...first, [0, 'play 2 blue'], [1, 'play 4 blue']];
const course = (plays: Played[], finished_tricks: FinishedTrick[] = [], paradox?: number) => ({ plays_per_trick: 2, plays, trick: [], finished_tricks, winning: null, paradox });
const view = (table: object, ...rounds: object[]) => ({ rounds, table, outcome: null }) as unknown as CatInTheBoxView;

const begun = view(course(first.slice(0, 1)));
const finished = view(course(first, [won]));
const paradox = view(course([]), course(second.slice(0, 3), [won], 1));

let now: CatInTheBoxView;
let held: HeldTrick;
beforeEach(() => {
  now = begun;
  held = new HeldTrick(() => now);
});

function show(view: CatInTheBoxView): void {
  held.hold(endedTricks(now, view));
  now = view;
}

it('is not swept away by a paradox, which is shown after it', () => {
  show(finished);
  show(paradox);
  expect([held.trick?.finished, held.endsRound, held.isBeforeEnd]).toEqual([won, true, true]);
  held.release();
  expect([held.trick?.paradox, held.endsRound, held.isBeforeEnd]).toEqual([1, true, false]);
  held.release();
  expect([held.trick, held.endsRound, held.isBeforeEnd]).toEqual([null, false, false]);
});

it('is followed by its paradox when it was asked for again', () => {
  show(finished);
  show(paradox);
  held.toggle();
  expect([held.trick?.finished, held.isAskedFor, held.isBeforeEnd]).toEqual([won, true, true]);
  held.toggle();
  expect([held.trick?.paradox, held.isAskedFor]).toEqual([1, false]);
});

it('gives way to the next one while the round goes on', () => {
  show(finished);
  show(view(course(second, [won, { ...won, winner: 1 }])));
  expect(held.trick?.winner).toBe(1);
  held.release();
  expect(held.trick).toBeNull();
});
