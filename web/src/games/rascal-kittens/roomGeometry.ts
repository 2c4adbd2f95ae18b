import { EDGE_UNITS, FLOOR_SIDE_UNITS, PIECE_WIDTH_UNITS, WALL_TRANSFORMS } from './drawings';
import type { PieceKind, FurnitureColour, Room, Side, Stretch, Tile, WallPlace } from '../../views';

/** Where things are in a room, for drawing. Walls run around the floor clockwise from the top left. */
export interface Point {
  x: number;
  y: number;
}

export interface Piece {
  tile: Tile;
  piece: PieceKind;
  colour: FurnitureColour;
  wall: WallPlace;
  along: [number, number]; // how far along the wall its notches are
  left: Point;
  right: Point;
}

export const ROOM_SIDE_UNITS = FLOOR_SIDE_UNITS + 2 * EDGE_UNITS;
/** The room as the view box of an SVG. */
export const ROOM_VIEW_BOX = `${-EDGE_UNITS} ${-EDGE_UNITS} ${ROOM_SIDE_UNITS} ${ROOM_SIDE_UNITS}`;
const BEHIND_PIECE_UNITS = 5; // how far from the floor the string runs behind a piece

const OUTWARDS: Record<WallPlace, Point> = { top: { x: 0, y: -1 }, right: { x: 1, y: 0 }, bottom: { x: 0, y: 1 }, left: { x: -1, y: 0 } };

const POINT_ALONG_WALL: Record<WallPlace, (distance: number) => Point> = {
  top: (distance) => ({ x: distance, y: 0 }),
  right: (distance) => ({ x: FLOOR_SIDE_UNITS, y: distance }),
  bottom: (distance) => ({ x: FLOOR_SIDE_UNITS - distance, y: FLOOR_SIDE_UNITS }),
  left: (distance) => ({ x: 0, y: FLOOR_SIDE_UNITS - distance }),
};

export function pieces(room: Room): Piece[] {
  return (Object.keys(POINT_ALONG_WALL) as WallPlace[]).flatMap((wall) => {
    const { colour, pieces: along } = room.walls[wall];
    return along.map(({ piece, notches }) => ({
      tile: `${colour}-${piece}` as const,
      piece,
      colour,
      wall,
      along: notches,
      left: POINT_ALONG_WALL[wall](notches[0]),
      right: POINT_ALONG_WALL[wall](notches[1]),
    }));
  });
}

/** The middle between the notches of a piece, in the axes of its wall; a piece is smaller where they are close together. */
export function placed({ piece, wall, along: [left, right] }: Piece): string {
  return `${WALL_TRANSFORMS[wall]} translate(${(left + right) / 2} 0) scale(${Math.min(1, (right - left) / PIECE_WIDTH_UNITS[piece])})`;
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

const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export interface Segment {
  from: Point;
  to: Point;
}

/** A string as it lies in a room: a straight line for each run. */
export const segments = (room: Room, course: Stretch[]): Segment[] =>
  course.map(({ start, end }) => ({ from: notch(room, start.tile, start.side), to: notch(room, end.tile, end.side) }));

/** The string behind a piece, from one notch to the other, as the `d` of an SVG path. */
export function pathBehind({ left, right, wall }: Piece): string {
  const [x, y] = [OUTWARDS[wall].x * BEHIND_PIECE_UNITS, OUTWARDS[wall].y * BEHIND_PIECE_UNITS];
  return `M${left.x} ${left.y} l${x} ${y} L${right.x + x} ${right.y + y} L${right.x} ${right.y}`;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The notch of a piece that is nearest to a point, among these sides and within reach; null where there is none. */
export function nearestSide(room: Room, tile: Tile, sides: readonly Side[], point: Point, reachUnits: number): Side | null {
  const near = sides.filter((side) => distance(notch(room, tile, side), point) <= reachUnits);
  return near.toSorted((one, other) => distance(notch(room, tile, one), point) - distance(notch(room, tile, other), point))[0] ?? null;
}
