import type { RascalKittensView, PieceKind, FurnitureColour, Room, Side, Tile, WallPlace } from '../../views';

/** Where things are in a room, for drawing. The floor is 100 by 100; walls run clockwise from the top left. */
export interface Point {
  x: number;
  y: number;
}

export interface Piece {
  tile: Tile;
  piece: PieceKind;
  colour: FurnitureColour;
  wall: WallPlace;
  left: Point;
  right: Point;
}

const FLOOR_SIZE = 100;

const POINT_ALONG_WALL: Record<WallPlace, (distance: number) => Point> = {
  top: (distance) => ({ x: distance, y: 0 }),
  right: (distance) => ({ x: FLOOR_SIZE, y: distance }),
  bottom: (distance) => ({ x: FLOOR_SIZE - distance, y: FLOOR_SIZE }),
  left: (distance) => ({ x: 0, y: FLOOR_SIZE - distance }),
};

export function pieces(room: Room): Piece[] {
  return (Object.keys(POINT_ALONG_WALL) as WallPlace[]).flatMap((wall) => {
    const { colour, pieces: along } = room.walls[wall];
    return along.map(({ piece, notches }) => ({
      tile: `${colour}-${piece}` as const,
      piece,
      colour,
      wall,
      left: POINT_ALONG_WALL[wall](notches[0]),
      right: POINT_ALONG_WALL[wall](notches[1]),
    }));
  });
}

export function notch(room: Room, tile: Tile, side: Side): Point {
  return pieces(room).find((piece) => piece.tile === tile)![side];
}

/** How the two notches of a piece are called on the page: A is further to the left or top as they are drawn. */
export type NotchLabel = 'A' | 'B';

export function notchLabel(room: Room, tile: Tile, side: Side): NotchLabel {
  const here = notch(room, tile, side);
  const there = notch(room, tile, otherSide(side));
  return here.x < there.x || (here.x === there.x && here.y < there.y) ? 'A' : 'B';
}

/** On which side of its piece a notch is, as they are drawn. */
export function notchDirection(room: Room, tile: Tile, side: Side): WallPlace {
  const here = notch(room, tile, side);
  const upright = here.x === notch(room, tile, otherSide(side)).x;
  const isFirst = notchLabel(room, tile, side) === 'A';
  if (upright) return isFirst ? 'top' : 'bottom';
  return isFirst ? 'left' : 'right';
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export interface Segment {
  from: Point;
  to: Point;
  round: number;
}

/** The string of a seat as it lies in its room: a straight line for each run. */
export function stringOf(view: RascalKittensView, seat: number): Segment[] {
  const room = view.rooms[seat]!;
  const { anchor } = view.places[seat]!;
  if (anchor === null) return [];
  let from = notch(room, view.middle[0]!, anchor);
  const segments: Segment[] = [];
  view.rounds.forEach(({ tile, runs }, index) => {
    const entry = runs.find((run) => run.seat === seat)?.entry;
    if (!entry) return;
    const to = notch(room, tile, entry);
    segments.push({ from, to, round: index + 1 });
    from = notch(room, tile, otherSide(entry));
  });
  return segments;
}
