import { expect, it } from 'vitest';
import type { CatInTheBoxView } from '../../views';
import { story } from './story';

const name = (seat: number) => 'AB'[seat]!;

it('tells whoever comes late who won each trick, and which play cost a colour', () => {
  const board = { cards: 5, bid: null, markers: [], tokens: [], tricks: 0 };
  const plays = [[0, 'play 1 blue'], [1, 'play 2 blue'], [1, 'play 3 green'], [0, 'play 4 red'], [0, 'play 5 green']];
  const table = { boards: [board, board], plays, marker_losses: [{ play: 3, colour: 'green' }], trick_winners: [1, 0], turn: 1 };
  const lines = story.recount({ players: 2, rounds: [], outcome: null, table } as unknown as CatInTheBoxView, name);
  expect(lines.map(({ key, values }) => `${key} ${values['name']}`)).toEqual([
    'cat-in-the-box.story.play A',
    'cat-in-the-box.story.play B',
    'cat-in-the-box.story.trick B',
    'cat-in-the-box.story.play B',
    'cat-in-the-box.story.play A',
    'cat-in-the-box.story.gives-up A',
    'cat-in-the-box.story.trick A',
    'cat-in-the-box.story.play A',
  ]);
});
