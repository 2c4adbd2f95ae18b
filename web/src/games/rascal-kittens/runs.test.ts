import { describe, expect, it } from 'vitest';
import type { Ran, RascalKittensView, ToyKind } from '../../views';
import { knownPoints, lastRoundOfRuns, lastRunOf, newestRun } from './runs';

const run = (seat: number, toys: ToyKind[] = [], tokens: (number | null)[] = []): Ran => ({ seat, entry: 'left', toys, tokens, string: 0 });
const view = (...rounds: Ran[][]): RascalKittensView =>
  ({ players: 2, rounds: rounds.map((runs) => ({ leader: 0, tile: 'red-bed', runs })) }) as unknown as RascalKittensView;

describe('the runs of the past', () => {
  const course = view([run(0, ['ball'], [2]), run(1)], [run(1, ['car'], [null])]);

  it('have a last one for each seat, whose round may be another', () => {
    expect(lastRunOf(course, 0)?.round).toBe(1);
    expect(lastRunOf(course, 1)?.round).toBe(2);
    expect(lastRunOf(course, 2)).toBeUndefined();
  });

  it('are told of the last round in which all have run', () => {
    expect(lastRoundOfRuns(course).map(({ round, run }) => [round, run.seat])).toEqual([[1, 0], [1, 1]]);
    expect(newestRun(course)?.round).toBe(2); // though somebody has run since
    const laid = view([run(1), run(0)], []); // a tile, and nobody has run yet
    expect(lastRoundOfRuns(laid).map(({ run }) => run.seat)).toEqual([1, 0]);
    expect(lastRoundOfRuns(view([run(0)]))).toEqual([]);
    expect(newestRun(view())).toBeUndefined();
  });

  it('add up to points by kind as far as the values are open', () => {
    const taken = view([run(0, ['ball', 'car'], [2, null])], [run(0, ['ball', 'duck'], [3, 0])], [run(1, ['ball'], [4])]);
    expect(knownPoints(taken, 0)).toMatchObject({ ball: 5, car: 0, duck: 0 });
    expect(knownPoints(taken, 1)).toMatchObject({ ball: 4 });
  });
});
