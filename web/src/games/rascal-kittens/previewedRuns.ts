import type { Ahead, Side } from './view';

/** What the pointer or the focus rests on: a tile, and perhaps one of its notches. */
export interface Looked {
  tile: string;
  side: Side | null;
}

/** The ways to be shown: where the pointer rests if that leads anywhere now, else of the chosen tile, else to the top tile. */
export function waysShown(ahead: Ahead[], looked: Looked | null, chosen: string | null, top: string): Ahead[] {
  const tile = [looked?.tile, chosen, top].find((each) => ahead.some((way) => way.tile === each));
  const side = looked?.tile === tile ? looked?.side : null;
  return ahead.filter((way) => way.tile === tile && (!side || way.entry === side));
}
