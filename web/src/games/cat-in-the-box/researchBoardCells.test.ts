import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../table/patch';
import { consequence, boardRows, holders, rotated } from './researchBoardCells';
import type { CatView, PlayerBoard } from './view';

const layout = { name: 'purple', grid: ['R1 R2 R3 -- --', '-- B1 B2 B3 --', '-- -- Y1 Y2 Y3'] };
const opening = { number: 1, start: 0, turned_up: [], neutral: [], observed: [] };
const board = (tokens: PlayerBoard['tokens']): PlayerBoard => ({ cards: 1, bid: 1, markers: [], tokens, tricks: 0 });

describe('the research board', () => {
  it('leaves out what is not in play', () => {
    const rows = boardRows(layout, 2);
    expect(rows.map((row) => row.map((cell) => cell?.name ?? '--').join(' '))).toEqual([
      'R1 R2 -- --',
      '-- B1 B2 --',
      '-- -- Y1 Y2',
    ]);
  });

  it('knows who lies where', () => {
    const boards = [board([[2, 'red'], [1, 'blue']]), board([[1, 'red']])];
    expect(Object.fromEntries(holders({ opening, boards }))).toEqual({ R2: 0, B1: 0, R1: 1 });
  });
});

describe('what a play would do', () => {
  const table = { led: 'blue', trick: [[1, 'play 5 blue']] };
  const view = { table, ahead: { wins: ['play 1 red'], leaves: ['play 1 red', 'play 2 green'] } } as unknown as CatView;

  it('is what the server says', () => {
    expect(consequence(view, { value: 1, colour: 'red' })).toEqual({ wins: true, costs: 'blue' });
    expect(consequence(view, { value: 2, colour: 'green' })).toEqual({ wins: false, costs: 'blue' });
    expect(consequence(view, { value: 2, colour: 'blue' })).toEqual({ wins: false, costs: null });
  });

  it('wins nothing yet for whoever leads', () => {
    const leading = { ...view, table: { ...view.table, led: null, trick: [] }, ahead: { wins: ['play 1 blue'], leaves: [] } };
    expect(consequence(leading, { value: 1, colour: 'blue' })).toEqual({ wins: null, costs: null });
  });
});

describe('the board on its side', () => {
  it('has the same neighbours', () => {
    const rows = boardRows(layout, 3);
    const tall = rotated(rows);
    expect(tall.map((row) => row.map((cell) => cell?.name ?? '--').join(' '))).toEqual([
      'R1 -- --',
      'R2 B1 --',
      'R3 B2 Y1',
      '-- B3 Y2',
      '-- -- Y3',
    ]);
    expect(tall.flat().filter((cell) => cell && tall[cell.row]![cell.column] !== cell)).toEqual([]);
  });
});

describe('changes', () => {
  it('lead from a view to the next and leave the old one as it was', () => {
    const view = { a: { b: [1, 2] }, c: 3 };
    expect(applyPatch(view, [[['a', 'b'], 1, [7, 8]], [['c'], 4]])).toEqual({ a: { b: [1, 7, 8] }, c: 4 });
    expect(view).toEqual({ a: { b: [1, 2] }, c: 3 });
  });
});
