import { t } from '../../i18n/translate.svelte';
import type { PageGame } from '../game';
import { moments } from './moments';
import Picture from './Picture.svelte';
import RoundEndDialog from './RoundEndDialog.svelte';
import { scoreRows } from './scoreRows';
import { story } from './story';
import Table from './Table.svelte';
import type { CatView } from './view';

const catInTheBox: PageGame<CatView> = {
  name: 'cat-in-the-box',
  picture: Picture,
  table: { component: Table },
  replay: { load: () => import('./Replay.svelte') },
  roundEnd: RoundEndDialog,
  primer: ({ players }) => [t(players === 2 ? 'game.cat-in-the-box.primer.two' : 'game.cat-in-the-box.primer'), t('play.legend')],
  story,
  scoreRows,
  roundsBegun: ({ table }) => table.opening.number,
  moments,
  players: 3,
  least: 2,
  most: 5,
  bot: 'cat',
};

export default catInTheBox;
