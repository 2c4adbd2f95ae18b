import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLocalStorage } from '../localStorage.fake';
import type { TutorialGame, TutorialMove } from '../protocol';
import type { CatInTheBoxView } from '../views';
import { ScriptedTable } from './scriptedTable.svelte';

const seat = (name: string, person: boolean) => ({ name, bot: person ? null : 'cat', person, bot_stays: false, entropy: null });
const move = (seat: number, total: number): TutorialMove => ({ seat, verb: 'bid', changes: [[['totals', 0], total]] });
const nothing = { show: null, action: null, wrong: {}, refusals: {}, moves: [] };
const tutorial = {
  name: 'first',
  seat: 0,
  table: { id: 'first', game: 'cat-in-the-box', status: 'playing', seats: [seat('Quark', true), seat('Boson', false)], fair: { commitment: '' } },
  view: { game: 'cat-in-the-box', to_act: [0], legal: ['bid 1', 'bid 3'], totals: [0, 0] },
  steps: [
    {
      ...nothing,
      words: 'bid',
      action: 'bid 1',
      wrong: { 'bid 3': 'bid.high' },
      refusals: { 'bid 2': { rule: 'CB8', message: 'not 2', cause: null } },
      moves: [move(0, 1), move(1, 2)],
    },
    { ...nothing, words: 'read', show: 'board', moves: [move(1, 3)] },
    { ...nothing, words: 'end' },
  ],
} as unknown as TutorialGame;

const open = (at = 0) => new ScriptedTable(tutorial, () => 100, () => null, at);
const total = (table: ScriptedTable) => (table.model.view as CatInTheBoxView).totals[0];

describe('a scripted table', () => {
  beforeEach(() => {
    fakeLocalStorage();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('plays the move that is asked for at once, then those of the others', () => {
    const table = open();
    table.model.act('bid 1');
    expect([table.at, total(table), table.isShowingMoves, table.model.isMoving]).toEqual([0, 1, true, false]);
    vi.advanceTimersByTime(100);
    expect([table.at, total(table), table.isShowingMoves]).toEqual([1, 2, false]);
    table.next();
    vi.advanceTimersByTime(100);
    table.next();
    expect([table.at, total(table), table.step]).toEqual([3, 3, null]);
  });

  it('tells the table which part of it the words are about, while nobody moves', () => {
    const table = open();
    table.model.act('bid 1');
    expect(table.model.tutorialPart).toBeNull();
    vi.advanceTimersByTime(100);
    expect(table.model.tutorialPart).toBe('board');
    table.next();
    expect(table.model.tutorialPart).toBeNull();
    expect(open(1).model.tutorialPart).toBe('board');
  });

  it('asks for nothing while there is something to read, and leaves all as it was at the end', () => {
    const table = open();
    expect([table.model.isPaused, table.model.myTurn]).toEqual([false, true]);
    table.model.act('bid 1');
    vi.advanceTimersByTime(100);
    expect([table.model.isPaused, table.model.myTurn, table.model.legal]).toEqual([true, false, []]);
    table.next();
    expect(table.model.isPaused).toBe(false);
    vi.advanceTimersByTime(100);
    table.next();
    expect([table.step, table.model.isPaused, table.model.tutorialPart]).toEqual([null, true, null]);
    expect(open(2).model.tutorialPart).toBeNull();
  });

  it('explains another choice, and changes nothing', () => {
    const table = open();
    table.model.act('bid 3');
    expect([table.reply, table.at, total(table), table.model.isMoving]).toEqual(['first.bid.high', 0, 0, false]);
    table.model.act('bid 1');
    expect(table.reply).toBeNull();
  });

  it('refuses what the rules refuse, as a table does', () => {
    const table = open();
    table.model.act('bid 2');
    expect(table.model.refusal).toEqual({ code: 'illegal', rule: 'CB8', message: 'not 2', cause: null });
    expect([table.reply, table.at, table.model.isMoving]).toEqual([null, 0, false]);
  });

  it('goes on where the learner left', () => {
    const table = open(1);
    expect([table.step?.words, total(table)]).toEqual(['read', 2]);
    table.model.act('bid 1');
    expect([table.reply, table.at, table.model.isMoving]).toEqual([null, 1, false]);
    expect(open(99).step).toBeNull();
  });

  it('stops when it is closed', () => {
    const table = open();
    table.model.act('bid 1');
    table.close();
    vi.advanceTimersByTime(1000);
    expect(total(table)).toBe(1);
  });
});
