import { describe, expect, it } from 'vitest';
import type { RascalKittensRound, RascalKittensView } from '../../views';
import { scoreRows } from './scoreRows';

const run = (seat: number, tokens: (number | null)[]) => ({ seat, entry: 'left', toys: [], tokens, string: 0 }) as const;
const rounds = [{ leader: 0, tile: 'red-bed', runs: [run(0, [2, 3]), run(1, [])] }] as unknown as RascalKittensRound[];
const places = (kinds: (number | null)[]) => kinds.map((kinds_points) => ({ kinds_points }));
const view = (more: object) => ({ players: 2, rounds, places: places([null, null]), outcome: null, ...more }) as unknown as RascalKittensView;
const end = view({ outcome: { totals: [5, 0] } });

describe('the score sheet of Rascal Kittens', () => {
  it('begins with the first round', () => {
    expect(scoreRows(view({ rounds: [] }), view({ rounds: [] }))).toBeNull();
  });

  it('has the own points, and of the others how many tokens lie face down', () => {
    const now = view({ rounds: [{ ...rounds[0]!, runs: [run(0, [2, 3, 0]), run(1, [null, null, 0])] }] });
    expect(scoreRows(now, now)?.[0]!.scores).toEqual([5, { faceDown: 2 }]);
  });

  it('adds up the tokens of each run', () => {
    expect(scoreRows(end, end)?.map(({ scores }) => scores)).toEqual([[5, 0]]);
  });

  it('has a line for the kinds of toys where they count', () => {
    const older = view({ places: places([2, 0]), outcome: { totals: [7, 0] } });
    expect(scoreRows(older, older)?.at(-1)).toEqual({ label: { say: 'rascal-kittens.sheet.kinds' }, scores: [2, 0] });
  });

  it('leaves out who has not run yet, and takes the values from the end', () => {
    const early = [{ ...rounds[0]!, runs: [run(0, [null, null])] }] as unknown as RascalKittensRound[];
    expect(scoreRows(view({ rounds: early }), end)?.[0]!.scores).toEqual([5, null]);
  });
});
