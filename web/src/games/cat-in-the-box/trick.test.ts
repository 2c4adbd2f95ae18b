import { describe, expect, it } from 'vitest';
import type { CatInTheBoxView, FinishedTrick, Played } from '../../views';
import { endedTricks, lastTrick, roundEndView, shownTrick } from './trick';

const plays: Played[] = [
  [1, 'play 9 yellow'],
  [2, 'play 3 yellow'],
  [0, 'play 8 red'],
];
const won: FinishedTrick = { winner: 0, play: 'play 8 red', reason: 'red', beaten: 'play 9 yellow' };
const view = (table: object, rounds: object[] = []): CatInTheBoxView =>
  ({ rounds, table: { plays_per_trick: 3, plays: [], trick: [], finished_tricks: [], winning: null, ...table } }) as unknown as CatInTheBoxView;

describe('tricks', () => {
  it('stay while nobody has led the next one', () => {
    expect(shownTrick(view({ plays, finished_tricks: [won] }))).toEqual({ plays, winner: 0, finished: won });
    const next: Played[] = [[0, 'play 2 blue']];
    const led = view({ plays: [...plays, ...next], trick: next, finished_tricks: [won], winning: 0 });
    expect(shownTrick(led)).toEqual({ plays: next, winner: 0, finished: null });
    expect(lastTrick(led)).toEqual({ plays, winner: 0, finished: won });
  });

  it('stand out when they are won, and the round goes on', () => {
    const finished = view({ plays, finished_tricks: [won] });
    expect(endedTricks(view({ plays: plays.slice(0, 2) }), finished)).toEqual({ tricks: [{ plays, winner: 0, finished: won }], endsRound: false });
    expect(endedTricks(finished, view({ plays: [...plays, [0, 'play 2 blue']], finished_tricks: [won] })).tricks).toEqual([]);
  });

  it('of the round before can be seen again', () => {
    const next = view({}, [{ plays_per_trick: 3, plays, finished_tricks: [won] }]);
    expect(lastTrick(next)).toEqual({ plays, winner: 0, finished: won });
    expect(lastTrick(view({}))).toBeNull();
  });
});

describe('the end of a round', () => {
  const begun: Played[] = [[0, 'play 2 blue']];
  const boards = [{ tricks: 1 }, { tricks: 0 }, { tricks: 0 }];
  const ended = { opening: { number: 1 }, boards, plays_per_trick: 3, plays: [...plays, ...begun], finished_tricks: [won], marker_losses: [], paradox: 1, groups: [[[8, 'red']], [], []], scores: [1, 0, 0] };
  const nobodys = { plays: begun, winner: null, finished: null, paradox: 1 };
  const next = { ...view({ opening: { number: 2 }, boards: [] }, [ended]), seat: 0, totals: [3, 0, 0], to_act: [0, 1, 2], own_rounds: [{ hand: [2, 4, 4, 8, 9], discard: 4 }] };

  it('by a paradox shows the cards that nobody takes', () => {
    const before = view({ plays: ended.plays, trick: begun, finished_tricks: [won] });
    expect(endedTricks(before, next)).toEqual({ tricks: [nobodys], endsRound: true });
    expect(endedTricks(next, next)).toEqual({ tricks: [], endsRound: false });
  });

  it('by a paradox of whoever was to lead comes after the trick before it', () => {
    const before = view({ plays: plays.slice(0, 2) });
    const after = { ...next, rounds: [{ ...ended, plays, paradox: 0 }] } as unknown as CatInTheBoxView;
    const nothing = { plays: [], winner: null, finished: null, paradox: 0 };
    expect(endedTricks(before, after)).toEqual({ tricks: [{ plays, winner: 0, finished: won }, nothing], endsRound: true });
  });

  it('CB15: by a paradox in the last round leaves a trick that nobody wins', () => {
    const before = view({ plays: ended.plays, trick: begun, finished_tricks: [won], winning: 0 });
    const over = { ...before, outcome: { winners: [0] }, rounds: [ended] } as unknown as CatInTheBoxView;
    expect(shownTrick(before).winner).toBe(0);
    expect(shownTrick(over)).toEqual(nobodys);
    expect(endedTricks(before, over)).toEqual({ tricks: [nobodys], endsRound: true });
    expect(lastTrick(over)).toEqual({ plays, winner: 0, finished: won });
  });

  it('by the last card shows the trick that it won', () => {
    const last = { ...next, rounds: [{ ...ended, plays, paradox: null }] } as unknown as CatInTheBoxView;
    expect(endedTricks(view({ plays: plays.slice(0, 2) }), last)).toEqual({ tricks: [{ plays, winner: 0, finished: won }], endsRound: true });
  });

  it('is seen as it was before the next round', () => {
    const { table, totals, group_sizes, group, to_act, hand } = roundEndView(next);
    expect(table).toMatchObject({ opening: { number: 1 }, boards, plays: ended.plays });
    expect({ totals, group_sizes, group, to_act, hand }).toEqual({ totals: [2, 0, 0], group_sizes: [1, 0, 0], group: [[8, 'red']], to_act: [], hand: [4, 9] });
  });
});
