import type { RunAhead, Side, Tile } from '../../views';

/** What the pointer or the focus rests on: a tile, and perhaps one of its notches. */
export interface PointedAt {
  tile: Tile;
  side: Side | null;
}

/** The ways to be shown: where the pointer rests if that leads anywhere now, else of the chosen tile, else to the top tile. */
export function previewedRuns(ahead: RunAhead[], pointedAt: PointedAt | null, chosen: Tile | null, top: Tile): RunAhead[] {
  const tile = [pointedAt?.tile, chosen, top].find((each) => ahead.some((way) => way.tile === each));
  const side = pointedAt?.tile === tile ? pointedAt?.side : null;
  return ahead.filter((way) => way.tile === tile && (!side || way.entry === side));
}
