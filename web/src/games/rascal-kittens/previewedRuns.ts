import type { Ahead, Side } from './view';

/** What the pointer or the focus rests on: a tile, and perhaps one of its notches. */
export interface PointedAt {
  tile: string;
  side: Side | null;
}

/** The ways to be shown: where the pointer rests if that leads anywhere now, else of the chosen tile, else to the top tile. */
export function previewedRuns(ahead: Ahead[], pointedAt: PointedAt | null, chosen: string | null, top: string): Ahead[] {
  const tile = [pointedAt?.tile, chosen, top].find((each) => ahead.some((way) => way.tile === each));
  const side = pointedAt?.tile === tile ? pointedAt?.side : null;
  return ahead.filter((way) => way.tile === tile && (!side || way.entry === side));
}
