import { describe, expect, it } from 'vitest';
import type { Room, Wall } from '../../views';
import { nearestSide, notchLabel, notchDirection, pathBehind, pieces, placed, segments } from './roomGeometry';

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

describe('a string', () => {
  it('lies from notch to notch, as the server tells its course', () => {
    const course = [{ start: { tile: 'yellow-bed', side: 'left' }, end: { tile: 'red-bed', side: 'right' } }] as const;
    expect(segments(room, [...course])).toEqual([{ from: { x: 20, y: 0 }, to: { x: 100, y: 30 } }]);
  });
});

describe('the string behind a piece', () => {
  it('leaves the floor on every wall', () => {
    const paths = pieces(room).map(pathBehind);
    expect(paths).toEqual(['M20 0 l0 -5 L30 -5 L30 0', 'M100 20 l5 0 L105 30 L100 30', 'M80 100 l0 5 L70 105 L70 100', 'M0 80 l-5 0 L-5 70 L0 70']);
  });
});

describe('a piece', () => {
  it('is drawn between its notches, in the axes of its wall, and smaller where they are close', () => {
    const [top, right] = pieces(room).map(placed);
    expect(top).toBe(`matrix(1 0 0 -1 0 0) translate(25 0) scale(${10 / 13})`);
    expect(right).toBe(`matrix(0 1 1 0 100 0) translate(25 0) scale(${10 / 13})`);
  });
});

describe('the notch that something is dragged to', () => {
  const near = (x: number, y: number, sides: ('left' | 'right')[] = ['left', 'right']) => nearestSide(room, 'yellow-bed', sides, { x, y }, 10);

  it('is the nearer one', () => {
    expect(near(22, 3)).toBe('left');
    expect(near(28, 3)).toBe('right');
  });

  it('is one of those that can be chosen', () => {
    expect(near(22, 3, ['right'])).toBe('right');
  });

  it('is none where both are out of reach', () => {
    expect(near(50, 50)).toBeNull();
  });
});
