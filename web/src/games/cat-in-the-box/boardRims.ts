import type { Cell } from './researchBoardCells';

const SIDES = { top: [-1, 0], bottom: [1, 0], left: [0, -1], right: [0, 1] } as const;
export type Side = keyof typeof SIDES;

/** Where a cell lies on the rim of a group. */
export interface Rim {
  seat: number; // whose group it is
  sides: Side[];
}

/** The rims of groups, by the name of the cell; `groups` by seat. */
export function rimsOf(rows: (Cell | null)[][], groups: ReadonlyMap<number, ReadonlySet<string>>): Map<string, Rim> {
  const rims = new Map<string, Rim>();
  for (const [seat, group] of groups) {
    for (const cell of rows.flat()) {
      if (!cell || !group.has(cell.name)) continue;
      const isRim = ([down, right]: readonly [number, number]): boolean => {
        const neighbour = rows[cell.row + down]?.[cell.column + right];
        return !neighbour || !group.has(neighbour.name);
      };
      rims.set(cell.name, { seat, sides: (Object.keys(SIDES) as Side[]).filter((side) => isRim(SIDES[side])) });
    }
  }
  return rims;
}
