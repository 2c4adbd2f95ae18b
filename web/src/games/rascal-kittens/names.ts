import { t } from '../../i18n/translate.svelte';
import { paintOf, pieceOf, type Ahead } from './view';

export const tileName = (tile: string): string =>
  t('tile.name', { piece: t(`piece.${pieceOf(tile)}`), colour: t(`paint.${paintOf(tile)}`) });

/** The toys that a run would touch. */
export const toyNames = (way: Ahead | undefined): string =>
  way?.toys.map((toy) => t(`toy.${toy}`)).join(', ') || t('run.nothing');
