import type { ScoreSheetRow } from '../../table/scoreSheet';
import type { CatView } from './view';

export const scoreRows = ({ rounds }: CatView): ScoreSheetRow[] =>
  rounds.map(({ opening, scores, paradox }) => ({
    label: opening.number,
    scores,
    note: paradox === null ? undefined : { seat: paradox, text: 'sheet.paradox' },
  }));
