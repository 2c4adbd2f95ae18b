import { describe, expect, it } from 'vitest';
import type { KittensRound, KittensView } from '../games/rascal-kittens/view';
import { kittensRows, ranked } from './scoreSheet';

const run = (seat: number, tokens: (number | null)[]) => ({ seat, entry: 'left', toys: [], tokens, string: 0 }) as const;
const rounds = [{ leader: 0, tile: 'red-bed', runs: [run(0, [2, 3]), run(1, [])] }] as unknown as KittensRound[];
const view = (more: object) => ({ players: 2, rounds, outcome: null, ...more }) as unknown as KittensView;

describe('the score sheet of Rascal Kittens', () => {
  it('adds up the tokens of each run', () => {
    expect(kittensRows(view({})).map(({ scores }) => scores)).toEqual([[5, 0]]);
  });

  it('has a line for the kinds of toys where they count', () => {
    const rows = kittensRows(view({ outcome: { totals: [7, 0] } }));
    expect(rows.at(-1)).toEqual({ number: null, scores: [2, 0], paradox: null });
  });

  it('leaves out who has not run yet, and takes the values from what is known later', () => {
    const early = [{ ...rounds[0]!, runs: [run(0, [null, null])] }] as unknown as KittensRound[];
    expect(kittensRows(view({ rounds: early }), rounds)[0]!.scores).toEqual([5, null]);
  });
});

describe('the ranking at the end', () => {
  it('has whoever won before others with as many points', () => {
    const seats = ranked({ reason: 'string', totals: [9, 12, 12], winners: [2] }).map(({ seat }) => seat);
    expect(seats).toEqual([2, 1, 0]);
  });
});
