import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../protocol';
import { optionsToSend } from './options';

const option = (more: Partial<OptionInfo>): OptionInfo => ({
  name: 'layout',
  rule: 'CB3',
  about: '',
  kind: 'choice',
  each_seat: false,
  own_file: false,
  choices: { 2: ['white'], 3: ['white', 'purple'] },
  default: { 2: 'white', 3: 'white' },
  lowest: null,
  highest: null,
  decimals: null,
  ...more,
});
const layout = option({ own_file: true });
const rooms = option({
  name: 'rooms',
  each_seat: true,
  own_file: true,
  choices: { 2: ['attic', 'nursery'], 3: ['attic', 'nursery'] },
  default: { 2: null, 3: null },
});
const own = { name: 'mine', grid: [] };

describe('the options of a new table', () => {
  it('leave out what nobody chose and what is the default', () => {
    expect(optionsToSend([layout, rooms], 3, {})).toEqual({});
    expect(optionsToSend([layout], 3, { layout: 'white' })).toEqual({});
    expect(optionsToSend([layout], 3, { layout: 'purple' })).toEqual({ layout: 'purple' });
  });

  it('leave out what was chosen for another number of players', () => {
    expect(optionsToSend([layout], 2, { layout: 'purple' })).toEqual({});
    const start = option({ name: 'start', kind: 'seat', choices: { 2: [0, 1], 3: [0, 1, 2] }, default: { 2: null, 3: null } });
    expect(optionsToSend([start], 2, { start: 2 })).toEqual({});
    expect(optionsToSend([start], 3, { start: 2 })).toEqual({ start: 2 });
  });

  it('have a value for each seat, or none at all', () => {
    expect(optionsToSend([rooms], 3, { rooms: ['nursery'] })).toEqual({ rooms: ['nursery', 'nursery', 'attic'] });
    expect(optionsToSend([rooms], 2, { rooms: [own, 'nursery', 'attic'] })).toEqual({ rooms: [own, 'nursery'] });
  });

  it('carry a file of one\'s own where one can be given', () => {
    expect(optionsToSend([layout], 2, { layout: own })).toEqual({ layout: own });
    expect(optionsToSend([option({})], 2, { layout: own })).toEqual({});
  });

  it('take any number', () => {
    const string = option({ name: 'string', kind: 'number', choices: { 2: [] }, default: { 2: 1300 } });
    expect(optionsToSend([string], 2, { string: 900.5 })).toEqual({ string: 900.5 });
    expect(optionsToSend([string], 2, { string: 1300 })).toEqual({});
  });
});
