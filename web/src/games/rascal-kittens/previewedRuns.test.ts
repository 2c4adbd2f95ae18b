import { describe, expect, it } from 'vitest';
import type { RunAhead, Tile } from '../../views';
import { previewedRuns } from './previewedRuns';

const way = (tile: Tile, entry: RunAhead['entry']): RunAhead => ({ tile, entry, toys: [], string: 100, gain: { lowest: 0, highest: 0 } });
const ahead = (['red-bed', 'yellow-bed'] as const).flatMap((tile) => [way(tile, 'left'), way(tile, 'right')]);
const names = (ways: RunAhead[]) => ways.map(({ tile, entry }) => `${tile} ${entry}`);

describe('the ways that are shown', () => {
  it('are those of the tile on which the pointer rested before the turn came', () => {
    const pointedAt = { tile: 'red-bed', side: null } as const;
    expect(previewedRuns([], pointedAt, null, 'violet-bed')).toEqual([]);
    expect(names(previewedRuns(ahead, pointedAt, null, 'violet-bed'))).toEqual(['red-bed left', 'red-bed right']);
  });

  it('are one way where the pointer is on a notch', () => {
    expect(names(previewedRuns(ahead, { tile: 'red-bed', side: 'left' }, null, 'red-bed'))).toEqual(['red-bed left']);
  });

  it('are those of the chosen tile where the pointer leads nowhere', () => {
    const ways = previewedRuns(ahead, { tile: 'violet-bed', side: 'left' }, 'yellow-bed', 'violet-bed');
    expect(names(ways)).toEqual(['yellow-bed left', 'yellow-bed right']);
  });
});
