import { t } from '../../i18n/translate.svelte';
import type { RefusalCause } from '../../views';
import { tileName } from './names';

/** Why something is not possible, as the server tells it; null for what is not of this game. */
export function causeText(cause: RefusalCause): string | null {
  switch (cause.code) {
    case 'stack-already-drawn':
    case 'stack-empty':
    case 'same-colour-as-top':
      return t(`rascal-kittens.cause.${cause.code}`, { colour: t(`rascal-kittens.paint.${cause.colour}`) });
    case 'tile-not-held':
      return t('rascal-kittens.cause.tile-not-held', { tile: tileName(cause.tile) });
    case 'string-too-short':
      return t('rascal-kittens.cause.string-too-short');
    default:
      return null;
  }
}
