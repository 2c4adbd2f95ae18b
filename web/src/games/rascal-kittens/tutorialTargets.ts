import type { TutorialTargets } from '../game';
import { parseAction } from './actions';

export const tutorialTargets: TutorialTargets = {
  parts: { room: '.own .room', hand: '.tiles', stacks: '.centre' },
  ofAction: (text) => [`.ask ${targetOf(text)}`],
};

function targetOf(text: string): string {
  const action = parseAction(text);
  if (action.verb === 'draw') return `[data-stack="${action.colour}"]`;
  if (action.verb === 'lay') return `[data-tile="${action.tile}"]`;
  return `[data-side="${action.side}"]`;
}
