import { t } from '../../i18n/translate.svelte';
import type { CatInTheBoxView } from '../../views';
import type { PageGame } from '../game';
import { moments } from './moments';
import Picture from './Picture.svelte';
import RoundEndDialog from './RoundEndDialog.svelte';
import { scoreRows } from './scoreRows';
import { sounds } from './sounds';
import { story } from './story';
import Table from './Table.svelte';

const catInTheBox: PageGame<CatInTheBoxView> = {
  name: 'cat-in-the-box',
  picture: Picture,
  table: { component: Table },
  replay: { load: () => import('./Replay.svelte') },
  roundEnd: RoundEndDialog,
  primer: ({ bids }) => [t(bids.length === 0 ? 'cat-in-the-box.primer.two' : 'cat-in-the-box.primer'), t('cat-in-the-box.play.legend')],
  story,
  scoreRows,
  tutorialTargets: () => import('./tutorialTargets'),
  highlights: () => import('./highlights'),
  figures: () => import('./figures'),
  sounds,
  roundsBegun: ({ table }) => table.opening.number,
  moments,
};

export default catInTheBox;
