import type { GameFigures } from '../../rulebook/rulebook';
import type { CardColour, CatInTheBoxView } from '../../views';
import Figure from './Figure.svelte';
import { parsePlay } from './actions';
import { cardText, colourText } from './words';

const figures: GameFigures<CatInTheBoxView> = {
  Figure,
  factText: ({ card, colour }) => (card ? cardText(parsePlay(card as string)) : colourText(colour as CardColour)),
};

export default figures;
