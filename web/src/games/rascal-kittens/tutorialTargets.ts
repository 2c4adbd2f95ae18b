import type { TutorialTargets } from '../game';

const ATTRIBUTES: Record<string, string> = { draw: 'data-stack', lay: 'data-tile', anchor: 'data-side', run: 'data-side' };

export const tutorialTargets: TutorialTargets = {
  parts: { room: '.own .room', hand: '.tiles', stacks: '.centre' },
  ofAction: (action) => {
    const [verb, what] = action.split(' ');
    return [`.ask [${ATTRIBUTES[verb!]}="${what}"]`];
  },
};
