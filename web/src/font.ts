import cyrillic from '@fontsource-variable/nunito/files/nunito-cyrillic-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import unicodeRanges from '@fontsource-variable/nunito/unicode.json';

const newFace = (url: string, script: keyof typeof unicodeRanges): FontFace =>
  new FontFace('Nunito', `url(${url}) format('woff2')`, { weight: '200 1000', display: 'swap', unicodeRange: unicodeRanges[script] });

/** The faces, and letters that each of them alone has. */
const FACES = [
  { face: newFace(latin, 'latin'), letters: /[A-z]/ },
  { face: newFace(latinExtended, 'latin-ext'), letters: /[\u0100-\u017f]/ },
  { face: newFace(cyrillic, 'cyrillic'), letters: /[\u0400-\u0491]/ },
];
const INPUT_ENDS = ['click', 'keyup'] as const; // then nobody is about to hit what would move

/** From now on the browser fetches what the text on the page needs, and shows it. */
export function showFont(): void {
  FACES.forEach(({ face }) => document.fonts.add(face));
}

/** Fetch what the text on the page needs now, and show it when somebody has clicked or typed something next. */
export async function showFontAfterInput(): Promise<void> {
  const needed = FACES.filter(({ letters }) => letters.test(document.body.innerText));
  await Promise.all(needed.map(({ face }) => face.load()));
  INPUT_ENDS.forEach((input) => addEventListener(input, showFont, { once: true }));
}
