import cyrillic from '@fontsource-variable/nunito/files/nunito-cyrillic-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import unicodeRanges from '@fontsource-variable/nunito/unicode.json';

const FACES = { latin, 'latin-ext': latinExtended, cyrillic };

/** From now on the browser fetches what the text on the page needs. */
export function addFont(): void {
  for (const [script, url] of Object.entries(FACES)) {
    const unicodeRange = unicodeRanges[script as keyof typeof FACES];
    document.fonts.add(new FontFace('Nunito', `url(${url}) format('woff2')`, { weight: '200 1000', display: 'swap', unicodeRange }));
  }
}
