import type { Cell } from './researchBoardCells';

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell to which a key leads, over gaps: null at the edge of the board, undefined for a key that leads nowhere. */
export function nextCell(rows: (Cell | null)[][], cell: Cell, key: string): Cell | null | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  let { row, column } = cell;
  do {
    row += step[0];
    column += step[1];
  } while (rows[row]?.[column] === null);
  return rows[row]?.[column] ?? null;
}
