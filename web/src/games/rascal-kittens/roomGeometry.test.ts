import { describe, expect, it } from 'vitest';
import type { Room, Wall } from '../../views';
import { notchLabel, notchDirection } from './roomGeometry';

const wall = (colour: Wall['colour']): Wall => ({ colour, pieces: [{ piece: 'bed', notches: [20, 30] }] });
const room = {
  name: 'test',
  walls: { top: wall('yellow'), right: wall('red'), bottom: wall('turquoise'), left: wall('violet') },
} as unknown as Room;

describe('the marks of two notches', () => {
  it('go from left to right and from top to bottom as they are drawn, on every wall', () => {
    expect(notchLabel(room, 'yellow-bed', 'left')).toBe('A');
    expect(notchLabel(room, 'turquoise-bed', 'left')).toBe('B');
    expect(notchLabel(room, 'turquoise-bed', 'right')).toBe('A');
    expect(notchLabel(room, 'red-bed', 'left')).toBe('A');
    expect(notchLabel(room, 'violet-bed', 'left')).toBe('B');
  });

  it('lie to the left and right of their piece, or above and below it', () => {
    expect(notchDirection(room, 'yellow-bed', 'left')).toBe('left');
    expect(notchDirection(room, 'turquoise-bed', 'left')).toBe('right');
    expect(notchDirection(room, 'red-bed', 'right')).toBe('bottom');
    expect(notchDirection(room, 'violet-bed', 'right')).toBe('top');
  });
});
