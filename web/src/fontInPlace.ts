/** A font that changes while somebody looks at the page, without anything moving by it. */

const COUNTS_AS_SHIFT_PX = 3; // browsers measure layout shift so
const LEAST_MISFIT_PX = 0.5; // of a text that has become wider or narrower
const SPACE_EM = 0.26; // the width of a space
const MOST_ROUNDS = 8; // of laying the page out, until nothing moves

/** What has been adjusted so that it does not move, until its words change. */
const adjusted = new Map<HTMLElement, MutationObserver>();

/** Where a text or a box is: one rectangle for each line. */
type Place = DOMRect[];

/** Change the font before anything is painted. What would move has its letters nearer to each other or farther apart, or goes on in
 * the font of before, until its words change. Says whether it was done: not where everything would have to go on so; then the
 * change is undone. */
export function changeFontInPlace(change: () => void, undo: () => void, fontBefore: string): boolean {
  const places = placesOnScreen();
  change();
  if (hasMoved(places)) fitLetters(places);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const wider = new Set([...places].filter(isElsewhere).map(([node]) => widerPart(node)));
    if (wider.size === 0) return true;
    if (wider.has(document.body)) break;
    wider.forEach((part) => leaveAsItWas(part, fontBefore));
  }
  undo();
  release();
  return false;
}

/** Everything is as it should be from now on. */
export function release(): void {
  [...adjusted.keys()].forEach(releaseOne);
}

/** Nothing goes on in the font of before. Letters stay as they are until their words change: all at once would take time while cards move. */
export function releaseFont(): void {
  [...adjusted.keys()].filter((part) => part.style.fontFamily).forEach(releaseOne);
}

function releaseOne(part: HTMLElement): void {
  adjusted.get(part)?.disconnect();
  adjusted.delete(part);
  part.style.removeProperty('font-family');
  part.style.removeProperty('letter-spacing');
}

function adjust(part: HTMLElement, style: Partial<CSSStyleDeclaration>): void {
  Object.assign(part.style, style);
  if (adjusted.has(part)) return;
  const observer = new MutationObserver(() => releaseOne(part));
  observer.observe(part, { subtree: true, childList: true, characterData: true });
  adjusted.set(part, observer);
}

function leaveAsItWas(part: HTMLElement, fontBefore: string): void {
  [...adjusted.keys()].filter((each) => part.contains(each)).forEach(releaseOne);
  adjust(part, { fontFamily: fontBefore });
}

/** Every text is as wide as it was. */
function fitLetters(places: Map<Node, Place>): void {
  const misfits = [...places].flatMap(([node, before]) => {
    const text = node.nodeValue?.trim();
    const by = text ? widthOf(before, node) - widthOf(placeOf(node), node) : 0;
    return Math.abs(by) < LEAST_MISFIT_PX ? [] : [{ part: node.parentElement!, spacing: by / text!.length }];
  });
  for (const { part, spacing } of misfits) {
    const own = parseFloat(getComputedStyle(part).letterSpacing) || 0;
    adjust(part, { letterSpacing: `${own + spacing}px` });
  }
}

/** What is around a node, and around all there that goes on in the font of before. */
function widerPart(node: Node): HTMLElement {
  let part = node.parentElement!;
  for (let each: HTMLElement | null = part; each; each = each.parentElement) if (each.style.fontFamily) part = each.parentElement!;
  return part;
}

/** Of all lines one after the other, with the spaces at which they end. */
function widthOf(place: Place, node: Node): number {
  const space = place.length > 1 ? SPACE_EM * parseFloat(getComputedStyle(node.parentElement!).fontSize) : 0;
  return place.reduce((sum, { width }) => sum + width + space, -space);
}

function isElsewhere([node, before]: [Node, Place]): boolean {
  const now = placeOf(node);
  return now.length !== before.length || now.some(({ x, y }, line) => Math.max(Math.abs(x - before[line]!.x), Math.abs(y - before[line]!.y)) >= COUNTS_AS_SHIFT_PX);
}

const hasMoved = (places: Map<Node, Place>): boolean => [...places].some(isElsewhere);

const outsideOfDrawings = (node: Node): number =>
  node.parentElement instanceof SVGElement ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;

function placesOnScreen(): Map<Node, Place> {
  const places = new Map<Node, Place>();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, outsideOfDrawings);
  while (nodes.nextNode()) {
    const place = placeOf(nodes.currentNode);
    if (place.some(({ width, top, bottom }) => width > 0 && bottom > 0 && top < innerHeight)) places.set(nodes.currentNode, place);
  }
  return places;
}

function placeOf(node: Node): Place {
  if (node instanceof Element) return [node.getBoundingClientRect()];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}
