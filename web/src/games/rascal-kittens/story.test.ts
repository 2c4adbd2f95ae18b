import { describe, expect, it } from 'vitest';
import { lineText } from '../../table/story';
import type { Ran, RascalKittensView, ToyKind } from '../../views';
import { story, tellRun } from './story';

const name = (seat: number) => ['Ann', 'Bo'][seat]!;
const run = (seat: number, toys: ToyKind[], tokens: (number | null)[]): Ran => ({ seat, entry: 'left', toys, tokens, string: 0 });
const told = (ran: Ran) => lineText(tellRun(ran, name));

describe('a run is told', () => {
  it('with its toys, their values and the points where they are open', () => {
    expect(told(run(0, ['ball', 'top'], [2, 3]))).toBe('Ann runs over the ball (2), the spinning top (3): 5 points');
  });

  it('without the values where they are hidden', () => {
    expect(told(run(1, ['ball', 'car'], [null, 0]))).toBe('Bo runs over the ball, the car (none left)');
  });

  it('where it brings nothing', () => {
    expect(told(run(0, [], []))).toBe('Ann misses every toy');
    expect(told(run(0, ['car'], [0]))).toBe('Ann runs over the car (none left): 0 points');
    expect(told({ ...run(0, [], []), entry: null })).toBe('Ann cannot run: the string is too short');
  });
});

describe('whoever comes late', () => {
  it('is told of every draw, anchor, tile and run', () => {
    const place = { draws: ['red'], anchor: 'left' };
    const rounds = [{ leader: 1, tile: 'red-bed', runs: [run(1, ['ball'], [null]), run(0, [], [])] }];
    const view = { players: 2, places: [place, place], rounds, outcome: null } as unknown as RascalKittensView;
    expect(story.recount(view, name).map(lineText)).toEqual([
      'Ann draws a red tile',
      'Ann fixes the string',
      'Bo draws a red tile',
      'Bo fixes the string',
      'Round 1: Bo lays the red bed',
      'Bo runs over the ball',
      'Ann misses every toy',
    ]);
  });
});
