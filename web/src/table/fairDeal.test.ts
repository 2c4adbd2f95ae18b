import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../localStorage.fake';
import { fits, remember, remembered } from './fairDeal';

const COMMITMENT = '043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89'; // to `s`, as docs/fair-deals.md has it

describe('a fair deal', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('comes of the seed that the server committed itself to', async () => {
    expect(await fits('s', COMMITMENT)).toBe(true);
    expect(await fits('t', COMMITMENT)).toBe(false);
  });

  it('is not judged where the browser has no means to', async () => {
    vi.stubGlobal('crypto', {});
    expect(await fits('s', COMMITMENT)).toBeNull();
  });

  describe('is remembered', () => {
    beforeEach(fakeBrowser);

    it('by the table, as it was seen first', () => {
      expect(remember('A', 'one')).toBe('one');
      expect(remember('AB', 'two')).toBe('two');
      expect(remember('A', 'three')).toBe('one');
      expect([remembered('A'), remembered('AB'), remembered('B')]).toEqual(['one', 'two', null]);
    });

    it('for the latest tables only', () => {
      for (let table = 0; table < 60; table++) remember(`${table}`, 'one');
      expect([remembered('9'), remembered('10'), remembered('59')]).toEqual([null, 'one', 'one']);
    });
  });
});
