import { describe, expect, it } from 'vitest';
import { suggestName } from './api';

describe('the name that is suggested to somebody new', () => {
  it('is that of another cat than those at the table', () => {
    const others = [suggestName(), suggestName()];
    const cats = others.map((name) => name.split(' ')[0]);
    for (let times = 0; times < 500; times++) expect(cats).not.toContain(suggestName(others).split(' ')[0]);
  });
});
