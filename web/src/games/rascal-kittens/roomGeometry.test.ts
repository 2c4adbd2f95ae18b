import { describe, expect, it } from 'vitest';
import { markOf, placeOf } from './roomGeometry';
import type { Room, Wall } from './view';

const wall = (colour: Wall['colour']): Wall => ({ colour, pieces: [{ piece: 'bed', notches: [20, 30] }] });
const room = {
  name: 'test',
  walls: { top: wall('yellow'), right: wall('red'), bottom: wall('turquoise'), left: wall('violet') },
} as unknown as Room;

describe('the marks of two notches', () => {
  it('go from left to right and from top to bottom as they are drawn, on every wall', () => {
    expect(markOf(room, 'yellow-bed', 'left')).toBe('A');
    expect(markOf(room, 'turquoise-bed', 'left')).toBe('B');
    expect(markOf(room, 'turquoise-bed', 'right')).toBe('A');
    expect(markOf(room, 'red-bed', 'left')).toBe('A');
    expect(markOf(room, 'violet-bed', 'left')).toBe('B');
  });

  it('lie to the left and right of their piece, or above and below it', () => {
    expect(placeOf(room, 'yellow-bed', 'left')).toBe('left');
    expect(placeOf(room, 'turquoise-bed', 'left')).toBe('right');
    expect(placeOf(room, 'red-bed', 'right')).toBe('bottom');
    expect(placeOf(room, 'violet-bed', 'right')).toBe('top');
  });
});
