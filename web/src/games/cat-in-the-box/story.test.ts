import { expect, it } from 'vitest';
import type { CatInTheBoxView } from '../../views';
import { story } from './story';

const won = (winner: number, reason: string) => ({ winner, play: 'play 2 blue', reason, beaten: 'play 1 blue' });
const name = (seat: number) => 'AB'[seat]!;

it('tells whoever comes late by name who won each trick, also oneself, and which play cost a colour', () => {
  const board = { cards: 5, bid: null, markers: [], tokens: [], tricks: 0 };
  const plays = [[0, 'play 1 blue'], [1, 'play 2 blue'], [1, 'play 3 green'], [0, 'play 4 red'], [0, 'play 5 green']];
  const table = { boards: [board, board], plays_per_trick: 2, plays, marker_losses: [{ play: 3, colour: 'green' }], finished_tricks: [won(1, 'highest-led'), won(0, 'red')], turn: 1 };
  const lines = story.recount({ seat: 0, rounds: [], outcome: null, expects: 'play', to_act: [1], table } as unknown as CatInTheBoxView, name);
  expect(lines.map(({ key, values }) => `${key} ${values['name']}`)).toEqual([
    'cat-in-the-box.story.discard A',
    'cat-in-the-box.story.discard B',
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

it('tells whoever comes back during the discards who has put a card away', () => {
  const board = { cards: 5, bid: null, markers: [], tokens: [], tricks: 0 };
  const table = { boards: [board, board], plays_per_trick: 2, plays: [], marker_losses: [], finished_tricks: [] };
  const view = { rounds: [], outcome: null, expects: 'discard', to_act: [0], table };
  expect(story.recount(view as unknown as CatInTheBoxView, name)).toMatchObject([{ key: 'cat-in-the-box.story.discard', values: { name: 'B' } }]);
});

it('tells who won the last trick of a round', () => {
  const board = { cards: 1, bid: 1, markers: [], tokens: [], tricks: 0 };
  const before = { seat: 1, rounds: [], outcome: null, table: { boards: [board, board], plays_per_trick: 2, plays: [[0, 'play 1 blue']], marker_losses: [], finished_tricks: [] } };
  const result = { plays_per_trick: 2, plays: [[0, 'play 1 blue'], [1, 'play 2 blue']], marker_losses: [], finished_tricks: [won(1, 'highest-led')], paradox: null, opening: { number: 1 }, scores: [] };
  const after = { ...before, rounds: [result], table: { ...before.table, plays: [] } };
  const lines = story.tell(before as unknown as CatInTheBoxView, after as unknown as CatInTheBoxView, name);
  expect(lines.map(({ key }) => key)).toEqual(['cat-in-the-box.story.play', 'cat-in-the-box.story.trick', 'cat-in-the-box.story.round']);
});
