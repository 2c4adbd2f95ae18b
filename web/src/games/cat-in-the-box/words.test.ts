import { describe, expect, it } from 'vitest';
import type { FinishedTrick, RefusalCause } from '../../views';
import { causeText, consequenceText, victoryText } from './words';

const name = (seat: number) => ['Ann', 'Photon'][seat]!;

describe('who won a trick, and why', () => {
  it.each<[Omit<FinishedTrick, 'winner'>, string]>([
    [{ play: 'play 8 red', reason: 'red', beaten: 'play 9 yellow' }, 'red 8 beats yellow 9: red beats all'],
    [{ play: 'play 8 red', reason: 'highest-red', beaten: 'play 2 red' }, 'red 8 is the highest red'],
    [{ play: 'play 9 blue', reason: 'highest-led', beaten: 'play 7 blue' }, 'blue 9 is the highest blue'],
    [{ play: 'play 4 yellow', reason: 'only-led', beaten: null }, 'yellow 4 is the only yellow'],
    [{ play: 'play 8 red', reason: 'highest-led', beaten: 'play 2 red' }, 'red 8 is the highest red'],
    [{ play: 'play 7 red', reason: 'only-led', beaten: null }, 'red 7 is the only red'],
  ])('is said as the server tells it', (trick, why) => {
    expect(victoryText({ winner: 1, ...trick }, name, 0)).toBe(`Photon takes the trick: ${why}`);
    expect(victoryText({ winner: 0, ...trick }, name, 0)).toBe(`You take the trick: ${why}`);
  });
});

it('says in one line what a play would do', () => {
  expect(consequenceText({ wins: false, costs: 'blue', group: null })).toBe('loses so far, costs you blue');
  expect(consequenceText({ wins: null, costs: null, group: 4 })).toBe('leads the trick, makes a group of 4');
});

it('says what exactly speaks against a play', () => {
  const say = (cause: RefusalCause) => causeText(cause, name, 0);
  expect(say({ code: 'cell-taken', value: 7, colour: 'blue', seat: 1 })).toBe('blue 7 is taken by Photon.');
  expect(say({ code: 'cell-taken', value: 7, colour: 'blue', seat: 0 })).toBe('blue 7 is already yours.');
  expect(say({ code: 'colour-given-up', colour: 'blue', trick: 2 })).toBe('You gave up blue in trick 2.');
  expect(say({ code: 'red-not-yet' })).toBe('Red may be led once somebody has played it.');
  expect(say({ code: 'stack-empty', colour: 'red' })).toBeNull();
});
