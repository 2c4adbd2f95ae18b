/** Once the page is drawn as it is now: what asks where things are, or moves the focus, would have it laid out before. Gives a way to
 * call it off. */
export function afterDrawing(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Whoever points need not keep the focus on what may soon be gone: to take away what has it would lay out the page at once. */
export function releasePointerFocus(element: Element | null): void {
  if (element instanceof HTMLElement && !element.matches(':focus-visible')) element.blur();
}

/** Whether a key was pressed last, and not a pointer. */
let usesKeyboard = false;
globalThis.addEventListener?.('keydown', () => (usesKeyboard = true), true);
globalThis.addEventListener?.('pointerdown', () => (usesKeyboard = false), true);

/** Whoever acted here, or by a button that is gone, goes on at what is asked now: by keyboard at what is to be chosen; who points is shown
 * no ring that they did not ask for, and whoever listens hears what is told. Who is busy elsewhere is left alone. */
export function moveFocus(here: Element | null, wanted: string, told = '.prompt'): void {
  const now = document.activeElement;
  if (now && now !== document.body && now !== here && !now.matches(`main, ${told}`)) return; // main: nothing was clicked
  const next = usesKeyboard ? document.querySelector<HTMLElement>(wanted) : null;
  (next ?? document.querySelector<HTMLElement>(told))?.focus({ preventScroll: true });
}

/** Whether somebody chose this with a finger or a pen, which hides what is under it. */
export function isTouch(event: MouseEvent): boolean {
  return ['touch', 'pen'].includes((event as PointerEvent).pointerType);
}

/** Whether this has the focus so that one sees it: who points does not want to be shown what they did not point at. */
export function isKeyboardFocus(event: FocusEvent): boolean {
  return (event.currentTarget as HTMLElement).matches(':focus-visible');
}

/** Whether something is open above the table: keys are meant for it, as Escape, which closes it. */
export const hasOpenOverlay = (): boolean => document.querySelector('dialog[open], #settings, :popover-open') !== null;
