import { describe, expect, it } from 'vitest';
import type { CatInTheBoxView, FinishedTrick, Played } from '../../views';
import { finishedTricks, lastTrick, shownTrick } from './trick';

const plays: Played[] = [
  [1, 'play 9 yellow'],
  [2, 'play 3 yellow'],
  [0, 'play 8 red'],
];
const won: FinishedTrick = { winner: 0, play: 'play 8 red', reason: 'red', beaten: 'play 9 yellow' };
const view = (table: object, rounds: object[] = []): CatInTheBoxView =>
  ({ players: 3, rounds, table: { plays: [], trick: [], finished_tricks: [], winning: null, ...table } }) as unknown as CatInTheBoxView;

describe('tricks', () => {
  it('stay while nobody has led the next one', () => {
    expect(shownTrick(view({ plays, finished_tricks: [won] }))).toEqual({ plays, winner: 0, finished: won });
    const next: Played[] = [[0, 'play 2 blue']];
    const led = view({ plays: [...plays, ...next], trick: next, finished_tricks: [won], winning: 0 });
    expect(shownTrick(led)).toEqual({ plays: next, winner: 0, finished: null });
    expect(lastTrick(led)).toEqual({ plays, winner: 0, finished: won });
  });

  it('of the round before can be seen again', () => {
    const next = view({}, [{ plays, finished_tricks: [won] }]);
    expect(lastTrick(next)).toEqual({ plays, winner: 0, finished: won });
    expect(finishedTricks(next)).toBe(1);
    expect(lastTrick(view({}))).toBeNull();
  });
});
