import type { CardColour } from '../../views';

/** A card and the colour that is declared for it. */
export interface Play {
  value: number;
  colour: CardColour;
}

export function parsePlay(action: string): Play {
  const [, value, colour] = action.split(' ');
  return { value: Number(value), colour: colour as CardColour };
}

export const formatPlay = ({ value, colour }: Play): string => `play ${value} ${colour}`;
