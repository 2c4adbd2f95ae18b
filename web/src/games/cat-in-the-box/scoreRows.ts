import type { ScoreSheetRow } from '../../table/scoreSheet';
import type { CatInTheBoxView } from '../../views';

export const scoreRows = ({ rounds }: CatInTheBoxView): ScoreSheetRow[] =>
  rounds.map(({ opening, scores, paradox }) => ({
    label: opening.number,
    scores,
    note: paradox === null ? undefined : { seat: paradox, text: 'cat-in-the-box.sheet.paradox' },
  }));
