import { expect, test } from 'vitest';
import { nextCell } from './boardKeys';
import { boardRows } from './researchBoardCells';

const rows = boardRows({ name: 'purple', grid: ['R1 R2 R3 R4', 'B1 -- -- B4'] }, 4, []);
const cell = (name: string) => rows.flat().find((each) => each?.name === name)!;

test('arrows lead from cell to cell, and over gaps', () => {
  expect(nextCell(rows, cell('R1'), 'ArrowRight')).toBe(cell('R2'));
  expect(nextCell(rows, cell('B4'), 'ArrowLeft')).toBe(cell('B1'));
  expect(nextCell(rows, cell('B4'), 'ArrowUp')).toBe(cell('R4'));
});

test('at the edge they lead nowhere, nor do other keys', () => {
  expect(nextCell(rows, cell('R4'), 'ArrowRight')).toBeNull();
  expect(nextCell(rows, cell('R2'), 'ArrowDown')).toBeNull();
  expect(nextCell(rows, cell('R1'), 'Enter')).toBeUndefined();
});
