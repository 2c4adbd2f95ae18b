import { expect, test } from 'vitest';
import { rimsOf } from './boardRims';
import { boardRows } from './researchBoardCells';

const rows = boardRows({ name: 'purple', grid: ['R1 R2 R3 --', '-- B1 B2 B3'] }, 3, []);

test('a group has a rim where none of its cells follow', () => {
  const rims = rimsOf(rows, new Map([[2, new Set(['R2', 'R3', 'B1'])]]));
  expect(Object.fromEntries(rims)).toEqual({
    R2: { seat: 2, sides: ['top', 'left'] },
    R3: { seat: 2, sides: ['top', 'bottom', 'right'] },
    B1: { seat: 2, sides: ['bottom', 'left', 'right'] },
  });
});

test('groups of several seats have their own rims', () => {
  const rims = rimsOf(rows, new Map([[0, new Set(['R1'])], [1, new Set(['R2'])]]));
  expect(rims.get('R1')).toEqual({ seat: 0, sides: ['top', 'bottom', 'left', 'right'] });
  expect(rims.get('R2')).toEqual({ seat: 1, sides: ['top', 'bottom', 'left', 'right'] });
});
