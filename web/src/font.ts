// No module of the first script is imported here: that waits for this one where the font is cached.
import cyrillic from '@fontsource-variable/nunito/files/nunito-cyrillic-wght-normal.woff2?url';
import latinExtended from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2?url';
import latin from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import unicodeRanges from '@fontsource-variable/nunito/unicode.json';
import { changeFontInPlace, release, releaseFont } from './fontInPlace';

const newFace = (url: string, script: keyof typeof unicodeRanges): FontFace =>
  new FontFace('Nunito', `url(${url}) format('woff2')`, { weight: '200 1000', display: 'swap', unicodeRange: unicodeRanges[script] });

/** The faces, and letters that each of them alone has. */
const FACES = [
  { url: latin, face: newFace(latin, 'latin'), letters: /[A-z]/ },
  { url: latinExtended, face: newFace(latinExtended, 'latin-ext'), letters: /[\u0100-\u017f]/ },
  { url: cyrillic, face: newFace(cyrillic, 'cyrillic'), letters: /[\u0400-\u0491]/ },
];
const INPUT_ENDS = ['click', 'keyup'] as const; // then nobody is about to hit what would move
const NEXT_TRY_MS = 1000;
const FALLBACK = getComputedStyle(document.documentElement).fontFamily.replace(/^[^,]*, */, ''); // what follows Nunito there

/** Where the faces are that have come. */
export const loadedUrls = (): string[] => FACES.filter(({ face }) => face.status === 'loaded').map(({ url }) => url);

const addFaces = (): void => FACES.forEach(({ face }) => void document.fonts.add(face));
const removeFaces = (): void => FACES.forEach(({ face }) => void document.fonts.delete(face));
const isShown = (): boolean => document.fonts.has(FACES[0]!.face);

function showEverywhere(): void {
  addFaces();
  releaseFont();
}

async function loadNeeded(): Promise<void> {
  const needed = FACES.filter(({ letters }) => letters.test(document.body.innerText));
  await Promise.all(needed.map(({ face }) => face.load()));
}

/** From now on the browser fetches what the text on the page needs, and shows it. */
export async function showFont(): Promise<void> {
  addFaces();
  await loadNeeded();
}

/** Fetch what the text on the page needs now, and show it where nothing moves by it; everywhere when somebody has clicked or typed
 * something next, or looks elsewhere. */
export async function showFontUnnoticed(): Promise<void> {
  if (isShown()) return;
  await loadNeeded();
  INPUT_ENDS.forEach((input) => addEventListener(input, showEverywhere, { once: true }));
  document.addEventListener('visibilitychange', showEverywhere, { once: true });
  addEventListener('resize', release, { once: true }); // then all moves anyhow
  tryToShow();
}

function tryToShow(): void {
  if (isShown()) return;
  const rests = document.getAnimations().length === 0; // what moves has no time to wait
  if (!rests || !changeFontInPlace(addFaces, removeFaces, FALLBACK)) setTimeout(tryToShow, NEXT_TRY_MS);
}

/** Show at once what the browser has kept of an earlier visit; nothing after the deadline, when there may be text on the page. */
export async function showCachedFont(urls: string[], deadline: number): Promise<void> {
  await Promise.all(FACES.filter(({ url }) => urls.includes(url)).map(({ face }) => face.load()));
  if (performance.now() < deadline) addFaces();
}
