import { expect, it } from 'vitest';
import { unbroken } from './lineBreaks';

const shown = (text: string): string => unbroken(text).replaceAll('\u00a0', '~');

it.each([
  ['Obstaw {count} lewę', 'Obstaw {count}~lewę'],
  ['Grupa 3 znaczników i 2 karty', 'Grupa 3~znaczników i~2~karty'],
  ['Gra dla 2–5 osób', 'Gra dla 2–5~osób'],
  ['v ruce zbývá {count} karet a 1 dílek', 'v~ruce zbývá {count}~karet a~1~dílek'],
  ['жетони й картки (у 3 раунді)', 'жетони й~картки (у~3~раунді)'],
])('keeps a number with its word, and a word of one letter with the next: %s', (text, unparted) => {
  expect(shown(text)).toBe(unparted);
});

it('begins no line with a dash, and ends none within Wi-Fi', () => {
  expect(shown('Додаткові очки — лише за точну кількість')).toBe('Додаткові очки~— лише за точну кількість');
  expect(unbroken('z tej sieci Wi-Fi')).toBe('z\u00a0tej sieci Wi-\u2060Fi');
});

it('leaves all else as it is', () => {
  for (const text of ['Lewę bierze {name}: {why}', 'Karta 5: pole zajęte', '| 5 | 1–9 | biała |', 'CB6 CB7', 'koniec w\n\nInny']) {
    expect(unbroken(text)).toBe(text);
  }
});
