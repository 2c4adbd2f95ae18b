import { t } from '../../i18n/translate.svelte';
import type { RunAhead, Tile } from '../../views';
import { colourOf, pieceOf } from './tiles';

export const tileName = (tile: Tile): string =>
  t('tile.name', { piece: t(`piece.${pieceOf(tile)}`), colour: t(`paint.${colourOf(tile)}`) });

/** The toys that a run would touch. */
export const toyNames = (way: RunAhead | undefined): string =>
  way?.toys.map((toy) => t(`toy.${toy}`)).join(', ') || t('run.nothing');
