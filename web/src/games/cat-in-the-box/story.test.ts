import { expect, it } from 'vitest';
import { story } from './story';
import type { CatView, Colour } from './view';

const name = (seat: number) => 'AB'[seat]!;

it('tells whoever comes late which colours were given up, each once and by the play that cost it', () => {
  const board = (markers: Colour[]) => ({ cards: 5, bid: null, markers, tokens: [], tricks: 0 });
  const plays = [[0, 'play 1 blue'], [1, 'play 2 blue'], [1, 'play 3 green'], [0, 'play 4 red'], [0, 'play 5 green'], [1, 'play 1 green'], [1, 'play 2 green'], [0, 'play 3 yellow']];
  const table = { boards: [board(['red', 'blue', 'yellow']), board(['red', 'blue', 'yellow', 'green'])], plays, turn: 0 };
  const lines = story.recount({ players: 2, rounds: [], outcome: null, table } as unknown as CatView, name);
  expect(lines.map(({ key, values }) => `${key} ${values['name']}`).slice(3, 6)).toEqual([
    'story.play B',
    'story.play A',
    'story.gives-up A',
  ]);
  expect(lines.filter(({ key }) => key === 'story.gives-up')).toHaveLength(1);
});
