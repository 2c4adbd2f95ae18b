import type { TutorialTargets } from '../game';

export const tutorialTargets: TutorialTargets = { parts: {}, ofAction: () => [] };
