import { describe, expect, it } from 'vitest';
import type { CatInTheBoxView, Played } from '../../views';
import { finishedTricks, lastTrick, shownTrick } from './trick';

const plays: Played[] = [
  [1, 'play 9 yellow'],
  [2, 'play 3 yellow'],
  [0, 'play 8 red'],
];
const view = (table: object, rounds: object[] = []): CatInTheBoxView =>
  ({ players: 3, rounds, table: { plays: [], trick: [], trick_winners: [], winning: null, ...table } }) as unknown as CatInTheBoxView;

describe('tricks', () => {
  it('stay while nobody has led the next one', () => {
    expect(shownTrick(view({ plays, trick_winners: [0] }))).toEqual({ plays, winner: 0, finished: true });
    const next: Played[] = [[0, 'play 2 blue']];
    const led = view({ plays: [...plays, ...next], trick: next, trick_winners: [0], winning: 0 });
    expect(shownTrick(led)).toEqual({ plays: next, winner: 0, finished: false });
    expect(lastTrick(led)).toEqual({ plays, winner: 0, finished: true });
  });

  it('of the round before can be seen again', () => {
    const next = view({}, [{ plays, trick_winners: [0] }]);
    expect(lastTrick(next)).toEqual({ plays, winner: 0, finished: true });
    expect(finishedTricks(next)).toBe(1);
    expect(lastTrick(view({}))).toBeNull();
  });
});
