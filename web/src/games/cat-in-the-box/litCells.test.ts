import { describe, expect, it } from 'vitest';
import type { CatInTheBoxView } from '../../views';
import { barredCells, cheapestCell, litCells, ruleAgainst, ruleAgainstCard, type BarredCause, type Consequence } from './litCells';
import type { Play } from './actions';
import { boardRows, cellName, type CellHolder } from './researchBoardCells';

const would = (view: CatInTheBoxView, play: Play) => litCells(view, [play], null).get(cellName(play));

describe('what a play would do', () => {
  const table = { led: 'blue', trick: [[1, 'play 5 blue']] };
  const view = { table, ahead: { wins: ['play 1 red'], leaves: ['play 1 red', 'play 2 green'], grows: [['play 2 green', 4]], barred: [] } } as unknown as CatInTheBoxView;

  it('is what the server says', () => {
    expect(would(view, { value: 1, colour: 'red' })).toEqual({ wins: true, costs: 'blue', group: null });
    expect(would(view, { value: 2, colour: 'green' })).toEqual({ wins: false, costs: 'blue', group: 4 });
    expect(would(view, { value: 2, colour: 'blue' })).toEqual({ wins: false, costs: null, group: null });
  });

  it('wins nothing yet for whoever leads', () => {
    const leading = { ...view, table: { ...view.table, led: null, trick: [] }, ahead: { wins: ['play 1 blue'], leaves: [], grows: [], barred: [] } };
    expect(would(leading, { value: 1, colour: 'blue' })).toEqual({ wins: null, costs: null, group: null });
  });
});

describe('the lit cells', () => {
  const view = { table: { led: null, trick: [] }, ahead: null } as unknown as CatInTheBoxView;
  const plays: Play[] = [{ value: 1, colour: 'red' }, { value: 2, colour: 'red' }, { value: 2, colour: 'blue' }];

  it('are those of the chosen card, or of all cards while none is chosen', () => {
    expect([...litCells(view, plays, null).keys()]).toEqual(['R1', 'R2', 'B2']);
    expect([...litCells(view, plays, 2).keys()]).toEqual(['R2', 'B2']);
    expect(litCells(view, plays, 7).size).toBe(0);
  });
});

describe('where one begins among the cells of a card', () => {
  const would = (costs: Consequence['costs']): Consequence => ({ wins: null, costs, group: null });

  it('is the colour that was led, or else not red', () => {
    expect(cheapestCell(new Map([['R5', would('yellow')], ['B5', would('yellow')], ['Y5', would(null)]]))).toBe('Y5');
    expect(cheapestCell(new Map([['R5', would(null)], ['B5', would('red')]]))).toBe('R5');
    expect(cheapestCell(new Map([['R5', would(null)], ['B5', would(null)]]))).toBe('B5');
    expect(cheapestCell(new Map())).toBeNull();
  });
});

const cells = (row: string) => boardRows({ name: '', grid: [row] }, 9, []).flat().filter((cell) => cell !== null);

describe('cells that are not possible', () => {
  it('say why, as the server says it', () => {
    const barred = [
      { cells: [[3, 'blue'], [5, 'blue']], rule: 'CB10', code: 'colour-given-up', trick: 2 },
      { cells: [[3, 'red']], rule: 'CB11', code: 'red-not-yet', trick: null },
      { cells: [[2, 'green']], rule: 'CB9', code: 'card-not-held', trick: null },
    ];
    const view = { ahead: { barred } } as unknown as CatInTheBoxView;
    const givenUp = { code: 'colour-given-up', colour: 'blue', trick: 2 };
    expect(Object.fromEntries(barredCells(view, cells('R3 B3 B5 G2 G3'), new Map(), null))).toEqual({ B3: givenUp, B5: givenUp, G2: { code: 'card-not-held', value: 2 }, R3: { code: 'red-not-yet' } });
  });

  it('say who lies there, or that another card is chosen', () => {
    const view = { ahead: null } as unknown as CatInTheBoxView;
    const held = new Map<string, CellHolder>([['R3', 1], ['R5', 'neutral'], ['B6', 'observed']]);
    expect(Object.fromEntries(barredCells(view, cells('R3 R5 B6 G3 G5'), held, 5))).toEqual({
      R3: { code: 'cell-taken', value: 3, colour: 'red', seat: 1 },
      R5: { code: 'cell-covered', value: 5, colour: 'red' },
      B6: { code: 'cell-observed' },
      G3: { code: 'other-card', value: 3 },
    });
  });

  it('name the rule, a card without any that of an empty cell', () => {
    const taken: BarredCause = { code: 'cell-taken', value: 3, colour: 'red', seat: 1 };
    expect(ruleAgainst(taken)).toBe('CB10');
    expect(ruleAgainst({ code: 'other-card', value: 3 })).toBe('CB9');
    expect(ruleAgainst({ code: 'game-over' })).toBeNull();
    expect(ruleAgainstCard(new Map([['R3', taken]]))).toBe('CB10');
    expect(ruleAgainstCard(new Map<string, BarredCause>([['B3', taken], ['R3', { code: 'red-not-yet' }]]))).toBe('CB11');
    expect(ruleAgainstCard(new Map())).toBeNull();
  });
});
