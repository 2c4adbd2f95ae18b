import type { FurnitureColour, PieceKind, Tile } from '../../views';

export const colourOf = (tile: Tile): FurnitureColour => tile.split('-')[0] as FurnitureColour;
export const pieceOf = (tile: Tile): PieceKind => tile.split('-')[1] as PieceKind;
