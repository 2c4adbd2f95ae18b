import { expect, test } from 'vitest';
import { lead, podium } from './podium';

const rows = [
  { label: 1, scores: [3, -1, 3, 0] },
  { label: 2, scores: [2, 3, 2, 2] },
];

test('whoever won stands first, and who are equal share a place', () => {
  const places = podium({ reason: 'last-round', totals: [5, 2, 5, 2], winners: [2] }, rows);
  expect(places.map(({ seat, place }) => [seat, place])).toEqual([
    [2, 1],
    [0, 2],
    [1, 3],
    [3, 3],
  ]);
  expect(places[2]!.rounds).toEqual([-1, 3]);
  expect(lead(places)).toBeNull(); // it was no matter of points
});

test('points that belong to no round stand beside the rounds, so that all add up', () => {
  const kinds = { label: { say: 'rascal-kittens.sheet.kinds' as const }, scores: [4, 3, 2, 1] };
  const places = podium({ reason: 'total', totals: [9, 5, 7, 3], winners: [0] }, [...rows, kinds]);
  expect(places[0]!.rounds).toEqual([3, 2]);
  expect(places[0]!.besides).toEqual([{ say: 'rascal-kittens.sheet.kinds', points: 4 }]);
});

test('the lead is over the best of the others', () => {
  expect(lead(podium({ reason: 'total', totals: [5, 2, 4], winners: [0] }, []))).toEqual({ count: 1, seat: 2 });
  expect(lead(podium({ reason: 'shared', totals: [5, 5], winners: [0, 1] }, []))).toBeNull();
});
