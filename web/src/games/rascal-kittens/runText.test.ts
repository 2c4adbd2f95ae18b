import { describe, expect, it } from 'vitest';
import type { RascalKittensView, RunAhead, ToyKind } from '../../views';
import { costText, gainText, pointsText, shortRange } from './runText';

const view = { stacks: { ball: 2, car: 0 }, places: [{ string: 250.4 }] } as unknown as RascalKittensView;
const way = (toys: ToyKind[], lowest = 0, highest = lowest, string = 100): RunAhead => ({ tile: 'red-bed', entry: 'left', toys, string, gain: { lowest, highest } });

describe('what a run would do, in words', () => {
  it('names the toys and the points', () => {
    expect(gainText(view, way(['ball'], 3))).toBe('ball: 3 points');
    expect(gainText(view, way(['ball', 'car'], 2, 3))).toMatch(/^ball, car \(none left\): 2.–.3 points$/);
  });

  it('says where there is nothing to take', () => {
    expect(gainText(view, way([]))).toBe('no toys');
    expect(gainText(view, way(['car']))).toBe('car (none left)');
  });

  it('says where the string is too short, whatever it would touch', () => {
    expect(gainText(view, way(['ball'], 0, 0, -1))).toBe('the string is too short');
  });

  it('tells the string that it takes', () => {
    expect(costText(view, 0, way([], 0, 0, 100))).toBe('uses 150 of string');
  });
});

describe('a range of points', () => {
  it('is one number where the value is known', () => {
    expect(pointsText({ lowest: 1, highest: 1 })).toBe('1 point');
    expect(shortRange({ lowest: 4, highest: 4 })).toBe('4');
  });

  it('does not break at its dash', () => {
    expect(shortRange({ lowest: 2, highest: 3 })).toBe('2\u2060–\u20603');
  });
});
