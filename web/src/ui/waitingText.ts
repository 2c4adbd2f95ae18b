import { t, type Key } from '../i18n/translate.svelte';
import type { TableModel } from '../table/model.svelte';
import type { NameOfSeat } from '../table/story';
import type { View } from '../table/view';

/** For whom the table waits, and what they do. */
export const waitingText = ({ game, expects, to_act }: View, name: NameOfSeat): string =>
  t(`${game}.wait.${expects}` as Key, { name: to_act.map(name).join(', ') });

/** Why nothing happens now: it is not asked for. `asked` is what is. */
export function notNowText(model: TableModel, asked: string): string {
  if (model.seat === null) return t('side.watching');
  if (model.botStays) return t('table.bot-stays');
  return model.isReplacedByBot ? t('refused.bot-plays') : `${t('hint.not-now')} ${asked}`;
}
