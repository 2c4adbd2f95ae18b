/** What stays on one line with the next word: a number, or the blank of one, and a word of one letter. */
const STAYS = /^[(„«]?(?:\p{L}|[\d–]*\d|\{(?:count|range|shortest|decimals|highest|tokens|tiles)\})$/u;

/** A text with spaces that do not break where Polish, Ukrainian and Czech want no end of a line: between a number and the word that
 * it counts, after a word of one letter, and before a dash; nor is a line ended within Wi-Fi. */
export const unbroken = (text: string): string =>
  text
    .replaceAll(/(\S+)\s(?=[\p{L}\d{(„«])/gu, (both, word: string) => (STAYS.test(word) ? `${word}\u00a0` : both))
    .replaceAll(' — ', '\u00a0— ')
    .replaceAll('Wi-Fi', 'Wi-\u2060Fi');
