import { expect, test } from 'vitest';
import { lineText } from '../table/story';
import type { CatInTheBoxView, RascalKittensView } from '../views';
import { highlights as ofCats } from './cat-in-the-box/highlights';
import { highlights as ofKittens } from './rascal-kittens/highlights';

const name = (seat: number) => ['Ann', 'Bo'][seat]!;

test('paradoxes, the largest group that counted and the most exact bids are special', () => {
  const round = (number: number, bonus: number[], paradox: number | null) => ({
    opening: { number },
    bonus,
    paradox,
    bonus_reasons: bonus.map((count, seat) => (seat === paradox ? 'paradox' : count > 0 ? 'exact-bid' : 'missed-bid')),
  });
  const view = { totals: [0, 0], rounds: [round(1, [2, 0], null), round(2, [0, 4], 0), round(3, [0, 1], 0)] } as unknown as CatInTheBoxView;
  expect(ofCats(view, name).map(lineText)).toEqual([
    '2 paradoxes: Ann ×2',
    'Largest scoring group: Bo, 4 tokens in round 2',
    'Most exact bids: Bo, 2 of 3',
  ]);
  const quiet = { totals: [0, 0], rounds: [{ ...round(1, [0, 0], null), bonus_reasons: ['many-tricks', 'many-tricks'] }] } as unknown as CatInTheBoxView;
  expect(ofCats(quiet, name)).toEqual([]);
});

test('the run with the most toys and the longest rest of string are special', () => {
  const view = {
    rounds: [{ runs: [{ seat: 0, toys: ['ball'] }] }, { runs: [{ seat: 1, toys: ['car', 'duck'] }] }],
    places: [{ string: 120.4 }, { string: 80 }],
    options: { string: 1300 },
  } as unknown as RascalKittensView;
  expect(ofKittens(view, name).map(lineText)).toEqual(['Best run: Bo, 2 toys in round 2', 'Most string left: Ann, 120 of 1300']);
});
