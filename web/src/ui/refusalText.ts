import { ApiError } from '../api';
import { t, texts } from '../i18n/translate.svelte';
import type { Refusal, TableModel } from '../table/model.svelte';
import type { NameOfSeat } from '../table/story';
import type { RefusalCause } from '../views';

/** How a game says why an action is not possible; null for what is not of this game. */
export type CauseText = (cause: RefusalCause, name: NameOfSeat, ownSeat: number | null) => string | null;

/** Why something was refused, in the reader's words. */
export function refusalText({ code, message }: Pick<Refusal, 'code' | 'message'>): string {
  const byCode = `refused.${code}`;
  return texts.has(byCode) ? t(byCode) : texts.language === 'en' && message ? message : t('refused.server-error');
}

/** Why the rules of a game refused a move: what exactly speaks against it. */
export function moveRefusalText(refusal: Refusal, causeText: CauseText, { name, seat }: Pick<TableModel, 'name' | 'seat'>): string {
  const { cause } = refusal;
  if (!cause) return refusalText(refusal);
  if (cause.code === 'out-of-turn') return t('cause.out-of-turn', { names: cause.waiting_for.map(name).join(', ') });
  if (cause.code === 'other-action-expected') return t('cause.other-action-expected');
  if (cause.code === 'game-over') return t('cause.game-over');
  return causeText(cause, name, seat) ?? refusalText(refusal);
}

export function errorText(error: unknown): string {
  return refusalText(error instanceof ApiError ? error : new ApiError('server-error', ''));
}
