import type { View } from '../../table/view';

export const FURNITURE = ['yellow', 'turquoise', 'red', 'violet'] as const;
export type Paint = (typeof FURNITURE)[number];
export const TOYS = ['ball', 'car', 'duck', 'fish', 'kite', 'mouse', 'robot', 'sock', 'top', 'yarn'] as const;
export type ToyKind = (typeof TOYS)[number];
export type PieceKind = 'chair' | 'table' | 'bed' | 'wardrobe' | 'armchair';
export type Side = 'left' | 'right';
export type WallPlace = 'top' | 'right' | 'bottom' | 'left';

export interface Wall {
  colour: Paint;
  pieces: { piece: PieceKind; notches: [number, number] }[];
}

export interface Room {
  name: string;
  walls: Record<WallPlace, Wall>;
  toys: Record<ToyKind, [x: number, y: number, radius: number]>;
}

export interface Notch {
  tile: string;
  side: Side;
}

export interface Place {
  draws: Paint[];
  colours: Record<Paint, number>;
  anchor: Side | null;
  end: Notch | null;
  string: number;
  tokens: Record<ToyKind, number>;
}

export interface Ran {
  seat: number;
  entry: Side | null;
  toys: ToyKind[];
  tokens: (number | null)[];
  string: number;
}

export interface KittensRound {
  leader: number;
  tile: string;
  runs: Ran[];
}

/** A run that may be chosen now, or made possible by a tile, and what it would touch. */
export interface Ahead {
  tile: string;
  entry: Side;
  toys: ToyKind[];
  string: number;
}

export interface KittensView extends View {
  rooms: Room[];
  leader: number;
  middle: string[];
  stacks: Record<ToyKind, number>;
  places: Place[];
  rounds: KittensRound[];
  hand: string[] | null;
  hands?: string[][]; // by seat, in a replay
  ahead: Ahead[];
  revealed: { hands: string[][]; left_over: string[]; stacks: Record<ToyKind, number[]> } | null;
}

export const paintOf = (tile: string): Paint => tile.split('-')[0] as Paint;
export const pieceOf = (tile: string): PieceKind => tile.split('-')[1] as PieceKind;
