import { t, texts } from '../../i18n/translate.svelte';
import type { GameFigures } from '../../rulebook/rulebook';
import type { RascalKittensView, Side, Tile, ToyKind } from '../../views';
import Figure from './Figure.svelte';
import { tileName } from './names';
import { notchLabel } from './roomGeometry';

interface NamedNotch {
  seat: number;
  tile: Tile;
  side: Side;
}

/** As they follow “touches”. */
const touchedText = (toys: ToyKind[]): string =>
  new Intl.ListFormat(texts.language).format(toys.map((kind) => t(`rascal-kittens.touched.${kind}`)));

function notchText({ seat, tile, side }: NamedNotch, view: RascalKittensView): string {
  return notchLabel(view.rooms[seat]!, tile, side);
}

const figures: GameFigures<RascalKittensView> = {
  Figure,
  factText: ({ tile, toys, notch }, view) => {
    if (tile) return tileName(tile as Tile);
    return toys ? touchedText(toys as ToyKind[]) : notchText(notch as NamedNotch, view);
  },
};

export default figures;
