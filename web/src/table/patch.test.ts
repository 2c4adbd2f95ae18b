import { describe, expect, it } from 'vitest';
import { applyPatch } from './patch';

describe('changes', () => {
  it('lead from a view to the next and leave the old one as it was', () => {
    const view = { a: { b: [1, 2] }, c: 3 };
    expect(applyPatch(view, [[['a', 'b'], 1, [7, 8]], [['c'], 4]])).toEqual({ a: { b: [1, 7, 8] }, c: 4 });
    expect(view).toEqual({ a: { b: [1, 2] }, c: 3 });
  });
});
