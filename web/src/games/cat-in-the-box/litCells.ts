import { cellName } from './researchBoardCells';
import { formatPlay, type CatView, type Colour, type Play } from './view';

export interface Consequence {
  wins: boolean | null; // the trick so far; null where there is none yet
  costs: Colour | null; // the own marker that would be lost
}

/** What a play would do, as the view tells it. */
function consequence({ table, ahead }: CatView, play: Play): Consequence {
  const action = formatPlay(play);
  return {
    wins: table.trick.length === 0 ? null : (ahead?.wins.includes(action) ?? false),
    costs: ahead?.leaves.includes(action) ? table.led : null,
  };
}

/** The cells that can be played now, by name, and what each would do: those of the chosen card, or of any while none is chosen. */
export const litCells = (view: CatView, plays: Play[], chosen: number | null): Map<string, Consequence> =>
  new Map(
    plays
      .filter(({ value }) => chosen === null || value === chosen)
      .map((play) => [cellName(play), consequence(view, play)]),
  );
