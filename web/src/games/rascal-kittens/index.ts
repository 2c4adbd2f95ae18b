import { t } from '../../i18n/translate.svelte';
import type { RascalKittensView } from '../../views';
import type { PageGame } from '../game';
import Picture from './Picture.svelte';
import { scoreRows } from './scoreRows';
import { sounds } from './sounds';
import { story } from './story';

const rascalKittens: PageGame<RascalKittensView> = {
  name: 'rascal-kittens',
  picture: Picture,
  table: { load: () => import('./Table.svelte') },
  replay: { load: () => import('./Replay.svelte') },
  primer: ({ variant_rules }) => [t('rascal-kittens.primer'), ...variant_rules.map((rule) => t(`rascal-kittens.rule.${rule}`))],
  story,
  scoreRows,
  tutorialTargets: () => import('./tutorialTargets'),
  highlights: () => import('./highlights'),
  figures: () => import('./figures'),
  sounds,
  roundsBegun: ({ rounds }) => Math.max(rounds.length, 1),
};

export default rascalKittens;
