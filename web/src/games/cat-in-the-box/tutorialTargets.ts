import type { TutorialTargets } from '../game';
import { parsePlay } from './plays';
import { cellName } from './researchBoardCells';

const card = (value: number | string): string => `.hand [data-card="${value}"]`;

export const tutorialTargets: TutorialTargets = {
  parts: { hand: '.hand', board: '.board', own: '.mine', others: '.seat', 'round-end': '.round-end' },
  ofAction: (action) => {
    const [verb, value] = action.split(' ');
    if (verb === 'bid') return [`.bids [data-bid="${value}"]`];
    if (verb === 'discard') return [card(value!)];
    const play = parsePlay(action);
    return [card(play.value), `[data-cell="${cellName(play)}"]`];
  },
};
