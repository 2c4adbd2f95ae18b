import { t } from '../../i18n/translate.svelte';
import type { Tile } from '../../views';

export const tileName = (tile: Tile): string => t(`rascal-kittens.tile.${tile}`);

/** As it follows a verb: where to run, and what to lay. */
export const runToText = (tile: Tile): string => t(`rascal-kittens.run-to.${tile}`);
export const layTileText = (tile: Tile): string => t(`rascal-kittens.lay-tile.${tile}`);
