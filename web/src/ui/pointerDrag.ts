import type { Attachment } from 'svelte/attachments';

const DRAG_THRESHOLD_PIXELS = 8; // below it a press is a click or a tap

/** Of the screen. */
export interface Point {
  x: number;
  y: number;
}

/** What happens while something is dragged. */
export interface PointerDrag {
  /** It leaves its place. */
  lift?: () => void;
  /** Where the pointer is, and how far it has come. */
  move: (at: Point, by: Point) => void;
  drop: (at: Point) => void;
  /** After a drop too. */
  end: () => void;
  /** Whether nothing else hears of the pointer meanwhile. */
  captures?: boolean;
}

/** Lets an element be dragged by mouse, finger or pen. While `begin` gives null it stays; a press that does not move stays a click. */
export function pointerDrag(begin: (start: PointerEvent) => PointerDrag | null): Attachment<HTMLElement | SVGElement> {
  return (element: Element) => {
    const press = (event: Event): void => {
      const start = event as PointerEvent;
      const drag = start.isPrimary && start.button === 0 ? begin(start) : null;
      if (drag?.captures) element.setPointerCapture(start.pointerId);
      if (drag) new Press(drag, start);
    };
    element.addEventListener('pointerdown', press);
    return () => element.removeEventListener('pointerdown', press);
  };
}

/** One press, from down to up. */
class Press {
  #isDragging = false;
  #listeners = new AbortController();

  constructor(
    private readonly drag: PointerDrag,
    private readonly start: PointerEvent,
  ) {
    const { signal } = this.#listeners;
    addEventListener('pointermove', this.#move, { signal });
    addEventListener('pointerup', this.#up, { signal });
    addEventListener('pointercancel', this.#end, { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#end(), { signal });
  }

  #move = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    const by = { x: event.clientX - this.start.clientX, y: event.clientY - this.start.clientY };
    if (!this.#isDragging) {
      if (Math.hypot(by.x, by.y) < DRAG_THRESHOLD_PIXELS) return;
      this.#isDragging = true;
      this.drag.lift?.();
    }
    this.drag.move({ x: event.clientX, y: event.clientY }, by);
  };

  #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    if (this.#isDragging) {
      ignoreNextClick();
      this.drag.drop({ x: event.clientX, y: event.clientY });
    }
    this.#end();
  };

  #end = (): void => {
    this.#listeners.abort();
    if (this.#isDragging) this.drag.end();
  };
}

/** To let go over the same element would click it. */
function ignoreNextClick(): void {
  const listeners = new AbortController();
  const ignore = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', ignore, { capture: true, signal: listeners.signal });
  setTimeout(() => listeners.abort());
}
