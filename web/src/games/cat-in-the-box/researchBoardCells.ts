import { CARD_COLOURS, type CardColour, type CatInTheBoxView, type CellPlace, type RoundResult } from '../../views';
import type { Play } from './actions';

/** Who lies on a cell: a seat, or a token of nobody. */
export type CellHolder = number | 'neutral' | 'observed';

export interface Cell extends Play {
  name: string; // as in layout files: R1
  row: number;
  column: number;
}

const COLOUR_BY_LETTER: Record<string, CardColour> = Object.fromEntries(CARD_COLOURS.map((colour) => [colour[0]!.toUpperCase(), colour]));

export const colourOf = (name: string): CardColour => COLOUR_BY_LETTER[name[0]!]!;

export const cellName = ({ value, colour }: Play): string => `${colour[0]!.toUpperCase()}${value}`;

/** The grid of the layout, without what is not in use with so many players; `null` is a gap. */
export function boardRows(layout: CatInTheBoxView['layout'], highest: number, observed: CellPlace[]): (Cell | null)[][] {
  const rows = layout.grid.map((row) => row.split(' '));
  const covered = new Set(observed.map(([value, colour]) => cellName({ value, colour })));
  const inPlay = (name: string | undefined) => name !== undefined && name !== '--' && (Number(name.slice(1)) <= highest || covered.has(name));
  const width = Math.max(...rows.map((row) => row.findLastIndex(inPlay) + 1));
  return rows
    .filter((row) => row.some(inPlay))
    .map((row, y) =>
      Array.from({ length: width }, (_, x) => {
        const name = row[x];
        if (name === undefined || !inPlay(name)) return null;
        return { name, value: Number(name.slice(1)), colour: colourOf(name), row: y, column: x };
      }),
    );
}

/** The same board on its side: rows become columns, and neighbours stay neighbours. */
export function rotated(rows: (Cell | null)[][]): (Cell | null)[][] {
  return (rows[0] ?? []).map((_, row) =>
    rows.map((line, column) => {
      const cell = line[row];
      return cell ? { ...cell, row, column } : null;
    }),
  );
}

/** Who lies where, now or at the end of a round, by the name of the cell. */
export function holders({ opening, boards }: Pick<RoundResult, 'opening' | 'boards'>): Map<string, CellHolder> {
  const found = new Map<string, CellHolder>();
  for (const [value, colour] of opening.neutral) found.set(cellName({ value, colour }), 'neutral');
  for (const [value, colour] of opening.observed) found.set(cellName({ value, colour }), 'observed');
  boards.forEach(({ tokens }, seat) => tokens.forEach(([value, colour]) => found.set(cellName({ value, colour }), seat)));
  return found;
}
