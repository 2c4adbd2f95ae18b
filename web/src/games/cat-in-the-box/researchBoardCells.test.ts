import { describe, expect, it } from 'vitest';
import type { Opening, PlayerBoard } from '../../views';
import { boardRows, holders, rotated } from './researchBoardCells';

const layout = { name: 'purple', grid: ['R1 R2 R3 -- --', '-- B1 B2 B3 --', '-- -- Y1 Y2 Y3'] };
const opening = { number: 1, start: 0, turned_up: [], neutral: [], observed: [] };
const board = (tokens: PlayerBoard['tokens']): PlayerBoard => ({ cards: 1, bid: 1, markers: [], tokens, tricks: 0 });

describe('the research board', () => {
  it('leaves out what is not in play', () => {
    const rows = boardRows(layout, 2, []);
    expect(rows.map((row) => row.map((cell) => cell?.name ?? '--').join(' '))).toEqual([
      'R1 R2 -- --',
      '-- B1 B2 --',
      '-- -- Y1 Y2',
    ]);
  });

  it('shows the cells under observed tokens', () => {
    const rows = boardRows(layout, 2, [[3, 'red']]);
    expect(rows[0]!.map((cell) => cell?.name ?? '--').join(' ')).toBe('R1 R2 R3 --');
    const covered = { ...opening, neutral: [[1, 'blue']], observed: [[3, 'red']] } as Opening;
    expect(Object.fromEntries(holders({ opening: covered, boards: [] }))).toEqual({ R3: 'observed', B1: 'neutral' });
  });

  it('knows who lies where', () => {
    const boards = [board([[2, 'red'], [1, 'blue']]), board([[1, 'red']])];
    expect(Object.fromEntries(holders({ opening, boards }))).toEqual({ R2: 0, B1: 0, R1: 1 });
  });
});

describe('the board on its side', () => {
  it('has the same neighbours', () => {
    const rows = boardRows(layout, 3, []);
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
