/** The fonts of the pictures that the server draws: those of the page in one weight, as the renderer can read them. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const PACKAGE = new URL('node_modules/@fontsource-variable/nunito/', import.meta.url);
const FOLDER = new URL('../src/purrlab/drawings/fonts/', import.meta.url);
const WEIGHT = 700;
const CHARACTERS = {
  latin: characters(0x20, 0xff) + '–—‘’“”„…−',
  'latin-ext': characters(0x100, 0x17f),
  cyrillic: characters(0x400, 0x45f) + 'Ґґ',
};

function characters(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

await mkdir(FOLDER, { recursive: true });
for (const [script, text] of Object.entries(CHARACTERS)) {
  const font = await readFile(new URL(`files/nunito-${script}-wght-normal.woff2`, PACKAGE));
  const options = { targetFormat: 'sfnt', variationAxes: { wght: WEIGHT } };
  await writeFile(new URL(`nunito-${script}.ttf`, FOLDER), await subsetFont(font, text, options));
}
await copyFile(new URL('LICENSE', PACKAGE), new URL('LICENSE', FOLDER));
