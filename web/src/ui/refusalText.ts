import { ApiError } from '../api';
import { t, texts } from '../i18n/translate.svelte';
import type { Refusal } from '../table/model.svelte';

/** Why something was refused, in the reader's words: by the rule of the game, or by the kind of refusal. */
export function refusalText({ code, rule, message }: Refusal, game?: string): string {
  const byRule = `${game}.rule.${rule}`;
  if (code === 'illegal' && texts.has(byRule)) return `${rule}: ${t(byRule)}`;
  const byCode = `refused.${code}`;
  return texts.has(byCode) ? t(byCode) : texts.language === 'en' && message ? message : t('refused.server-error');
}

export function errorText(error: unknown): string {
  const { code, rule, message } = error instanceof ApiError ? error : new ApiError('server-error', '');
  return refusalText({ code, rule, message });
}
