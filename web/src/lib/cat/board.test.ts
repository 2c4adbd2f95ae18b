import { describe, expect, it } from 'vitest';
import { changed } from '../changes';
import { grid, holders, largestGroups, turned } from './board';
import type { PlayerBoard } from './view';

const layout = { name: 'purple', grid: ['R1 R2 R3 -- --', '-- B1 B2 B3 --', '-- -- Y1 Y2 Y3'] };
const opening = { number: 1, start: 0, turned_up: [], neutral: [], observed: [] };
const board = (tokens: PlayerBoard['tokens']): PlayerBoard => ({ cards: 1, bid: 1, markers: [], tokens, tricks: 0 });

describe('the research board', () => {
  it('leaves out what is not in play', () => {
    const rows = grid(layout, 2, new Map());
    expect(rows.map((row) => row.map((cell) => cell?.name ?? '--').join(' '))).toEqual([
      'R1 R2 -- --',
      '-- B1 B2 --',
      '-- -- Y1 Y2',
    ]);
  });

  it('outlines the largest group, which is connected along sides', () => {
    const boards = [board([[2, 'red'], [1, 'blue'], [1, 'yellow'], [3, 'blue']]), board([[1, 'red']])];
    const groups = largestGroups(grid(layout, 3, holders({ opening, boards })), 2);
    expect([...groups[0]!].sort()).toEqual(['B1', 'R2']);
    expect([...groups[1]!]).toEqual(['R1']);
  });
});

describe('the board on its side', () => {
  it('has the same neighbours', () => {
    const rows = grid(layout, 3, new Map());
    const tall = turned(rows);
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
    expect(changed(view, [[['a', 'b'], 1, [7, 8]], [['c'], 4]])).toEqual({ a: { b: [1, 7, 8] }, c: 4 });
    expect(view).toEqual({ a: { b: [1, 2] }, c: 3 });
  });
});
