import type { GameView } from '../views';

/** What every game's view has. */
export type View = Pick<GameView, keyof GameView>;
