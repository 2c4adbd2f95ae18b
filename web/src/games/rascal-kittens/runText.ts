import { t } from '../../i18n/translate.svelte';
import type { PointRange, RascalKittensView, RunAhead } from '../../views';

/** What a run would touch and bring. */
export function gainText({ stacks }: RascalKittensView, way: RunAhead): string {
  if (way.string < 0) return t('rascal-kittens.run.too-short');
  const toys = way.toys.map((kind) => {
    const toy = t(`rascal-kittens.toy.${kind}`);
    return stacks[kind] === 0 ? t('rascal-kittens.toy.gone', { toy }) : toy;
  });
  if (toys.length === 0) return t('rascal-kittens.run.nothing');
  return way.gain.highest > 0 ? `${toys.join(', ')}: ${pointsText(way.gain)}` : toys.join(', ');
}

/** How much of the string a run would use up. */
export const costText = ({ places }: RascalKittensView, seat: number, way: RunAhead): string =>
  t('rascal-kittens.run.costs', { count: Math.round(places[seat]!.string - way.string) });

export const pointsText = (range: PointRange): string =>
  range.lowest === range.highest
    ? t('player.points', { count: range.highest })
    : t('rascal-kittens.points.between', { range: shortRange(range), count: range.highest });

const UNBROKEN_DASH = '\u2060–\u2060'; // the line does not end there

/** As short as it goes: for a token on a stack. */
export const shortRange = ({ lowest, highest }: PointRange): string => (lowest === highest ? `${lowest}` : `${lowest}${UNBROKEN_DASH}${highest}`);
