import type { TutorialTargets } from '../game';
import { parseAction } from './actions';
import { cellName } from './researchBoardCells';

const card = (value: number): string => `.hand [data-card="${value}"]`;

export const tutorialTargets: TutorialTargets = {
  parts: { hand: '.hand', board: '.board', own: '.mine', others: '.seat', 'round-end': '.round-end' },
  ofAction: (text) => {
    const action = parseAction(text);
    if (action.verb === 'bid') return [`.bids [data-bid="${action.tricks}"]`];
    if (action.verb === 'discard') return [card(action.value)];
    return [card(action.value), `[data-cell="${cellName(action)}"]`];
  },
};
