import { t } from '../../i18n/translate.svelte';
import type { Tile } from '../../views';
import { colourOf, pieceOf } from './tiles';

export const tileName = (tile: Tile): string =>
  t('rascal-kittens.tile.name', { piece: t(`rascal-kittens.piece.${pieceOf(tile)}`), colour: t(`rascal-kittens.paint.${colourOf(tile)}`) });
