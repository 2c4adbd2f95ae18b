import { describe, expect, it } from 'vitest';
import { ranked } from './scoreSheet';

describe('the ranking at the end', () => {
  it('has whoever won before others with as many points', () => {
    const seats = ranked({ reason: 'string', totals: [9, 12, 12], winners: [2] }).map(({ seat }) => seat);
    expect(seats).toEqual([2, 1, 0]);
  });
});
