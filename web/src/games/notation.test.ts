import { describe, expect, it } from 'vitest';
import { CAT_IN_THE_BOX_NOTATION, RASCAL_KITTENS_NOTATION, type CatInTheBoxAction, type RascalKittensAction } from '../views';
import { notationOf } from './notation';

describe('the notation of a game', () => {
  const cat = notationOf<CatInTheBoxAction>(CAT_IN_THE_BOX_NOTATION);
  const kittens = notationOf<RascalKittensAction>(RASCAL_KITTENS_NOTATION);

  it('gives the words of an action their names', () => {
    expect(cat.parse('play 7 blue')).toEqual({ verb: 'play', value: 7, colour: 'blue' });
    expect(cat.parse('bid 2')).toEqual({ verb: 'bid', tricks: 2 });
    expect(kittens.parse('lay red-bed')).toEqual({ verb: 'lay', tile: 'red-bed' });
  });

  it('is written again as it was', () => {
    for (const text of ['discard 5', 'bid 2', 'play 7 blue']) expect(cat.format(cat.parse(text))).toBe(text);
    for (const text of ['draw red', 'anchor left', 'lay red-bed', 'run right']) expect(kittens.format(kittens.parse(text))).toBe(text);
  });
});
