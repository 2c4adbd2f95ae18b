import type { CatInTheBoxView, CardColour } from '../../views';
import { formatPlay, type Play } from './plays';
import { cellName } from './researchBoardCells';

export interface Consequence {
  wins: boolean | null; // the trick so far; null where there is none yet
  costs: CardColour | null; // the own marker that would be lost
}

/** What a play would do, as the view tells it. */
function consequence({ table, ahead }: CatInTheBoxView, play: Play): Consequence {
  const action = formatPlay(play);
  return {
    wins: table.trick.length === 0 ? null : (ahead?.wins.includes(action) ?? false),
    costs: ahead?.leaves.includes(action) ? table.led : null,
  };
}

/** The cells that can be played now, by name, and what each would do: those of the chosen card, or of any while none is chosen. */
export const litCells = (view: CatInTheBoxView, plays: Play[], chosen: number | null): Map<string, Consequence> =>
  new Map(
    plays
      .filter(({ value }) => chosen === null || value === chosen)
      .map((play) => [cellName(play), consequence(view, play)]),
  );
