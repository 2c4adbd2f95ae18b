import { t, type Key } from '../i18n/translate.svelte';
import type { TableModel } from '../table/model.svelte';
import type { NameOfSeat } from '../table/story';
import type { View } from '../table/view';
import { ACTION_RULES } from '../views';
import type { Hint } from './promptState.svelte';

/** For whom the table waits, and what they do. */
export const waitingText = ({ game, expects, to_act }: View, name: NameOfSeat): string =>
  t(`${game}.wait.${expects}` as Key, { name: to_act.map(name).join(', ') });

/** Why nothing happens now: it is not asked for. `asked` is what is, by the rule that the server would name. */
export function notNow(model: TableModel, { game, expects }: View, asked: () => string): Hint {
  if (model.seat === null) return { text: () => t('side.watching'), rule: null };
  if (model.botStays) return { text: () => t('table.bot-stays'), rule: null };
  if (model.isReplacedByBot) return { text: () => t('refused.bot-plays'), rule: null };
  const rules: Record<string, string> = ACTION_RULES[game];
  return { text: () => `${t('hint.not-now')} ${asked()}`, rule: expects && (rules[expects] ?? null) };
}
