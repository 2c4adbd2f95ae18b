import { readStored, store } from '../localStorage';

const FINISHED = 'finished';

/** How far the learner has come in a tutorial, kept in the browser: the step to go on with. */
export function keptStep(tutorial: string): number {
  return Number(readStored(`tutorial.${tutorial}.step`) ?? 0) || 0;
}

export function keepStep(tutorial: string, step: number): void {
  store(`tutorial.${tutorial}.step`, String(step));
}

export const isFinished = (tutorial: string): boolean => readStored(`tutorial.${tutorial}`) === FINISHED;

/** It is done; whoever opens it again begins anew. */
export function finish(tutorial: string): void {
  store(`tutorial.${tutorial}`, FINISHED);
  keepStep(tutorial, 0);
}
