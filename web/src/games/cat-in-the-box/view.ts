import type { View } from '../../table/view';

export const COLOURS = ['red', 'blue', 'yellow', 'green'] as const;
export type Colour = (typeof COLOURS)[number];
export type CellPlace = [value: number, colour: Colour];
export type Played = [seat: number, action: string];

export interface PlayerBoard {
  cards: number;
  bid: number | null;
  markers: Colour[];
  tokens: CellPlace[];
  tricks: number;
}

export interface Opening {
  number: number;
  start: number;
  turned_up: number[];
  neutral: CellPlace[];
  observed: CellPlace[];
}

export interface RoundResult {
  opening: Opening;
  boards: PlayerBoard[]; // as they were at the end
  bids: number[] | null;
  plays: Played[];
  paradox: number | null;
  revealed: number[] | null;
  tricks: number[];
  bonus: number[];
  scores: number[];
  groups: CellPlace[][]; // by seat
}

export interface CatView extends View {
  layout: { name: string; grid: string[] };
  table: {
    opening: Opening;
    turn: number;
    led: Colour | null;
    boards: PlayerBoard[];
    plays: Played[];
    trick: Played[];
    winning: number | null;
    highest: number;
  };
  ahead: { wins: string[]; leaves: string[] } | null; // of the legal plays
  hand: number[] | null;
  hands?: number[][]; // by seat, in a replay
  discard: number | null;
  rounds: RoundResult[];
}

export interface Play {
  value: number;
  colour: Colour;
}

export function parsePlay(action: string): Play {
  const [, value, colour] = action.split(' ');
  return { value: Number(value), colour: colour as Colour };
}

export const formatPlay = ({ value, colour }: Play): string => `play ${value} ${colour}`;
