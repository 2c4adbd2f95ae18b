import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLocalStorage } from '../localStorage.fake';
import { seedFitsCommitment, rememberCommitment, seenCommitment } from './fairDeal';

const COMMITMENT = '043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89'; // to `s`, as docs/fair-deals.md has it

describe('a fair deal', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('comes of the seed that the server committed itself to', async () => {
    expect(await seedFitsCommitment('s', COMMITMENT)).toBe(true);
    expect(await seedFitsCommitment('t', COMMITMENT)).toBe(false);
  });

  it('is not judged where the browser has no means to', async () => {
    vi.stubGlobal('crypto', {});
    expect(await seedFitsCommitment('s', COMMITMENT)).toBeNull();
  });

  describe('is remembered', () => {
    beforeEach(fakeLocalStorage);

    it('by the table, as it was seen first', () => {
      expect(rememberCommitment('A', 'one')).toBe('one');
      expect(rememberCommitment('AB', 'two')).toBe('two');
      expect(rememberCommitment('A', 'three')).toBe('one');
      expect([seenCommitment('A'), seenCommitment('AB'), seenCommitment('B')]).toEqual(['one', 'two', null]);
    });

    it('for the latest tables only', () => {
      for (let table = 0; table < 60; table++) rememberCommitment(`${table}`, 'one');
      expect([seenCommitment('9'), seenCommitment('10'), seenCommitment('59')]).toEqual([null, 'one', 'one']);
    });
  });
});
