import { t } from '../../i18n/translate.svelte';
import type { RunAhead, Tile } from '../../views';
import { colourOf, pieceOf } from './tiles';

export const tileName = (tile: Tile): string =>
  t('rascal-kittens.tile.name', { piece: t(`rascal-kittens.piece.${pieceOf(tile)}`), colour: t(`rascal-kittens.paint.${colourOf(tile)}`) });

/** The toys that a run would touch. */
export const toyNames = (way: RunAhead | undefined): string =>
  way?.toys.map((toy) => t(`rascal-kittens.toy.${toy}`)).join(', ') || t('rascal-kittens.run.nothing');
