import type { Attachment } from 'svelte/attachments';

const DRAG_DISTANCE_PIXELS = 8; // from which a press is no click any more
const RETURN_MS = 180;

/** What can be dragged, by mouse, finger or pen. */
export interface Draggable {
  /** It leaves its place. */
  lift: () => void;
  /** What it lies over, if it may be let go there. */
  targetOf: (under: Element) => Element | null;
  /** It was let go over a target, or elsewhere: then it goes back. */
  drop: (target: Element | null) => void;
}

/** Lets an element be dragged. While `draggable` gives null it stays; a press without a movement is a click as ever. */
export function dragging(draggable: () => Draggable | null): Attachment<HTMLElement> {
  return (element) => {
    const press = (event: PointerEvent): void => {
      const what = event.isPrimary && event.button === 0 ? draggable() : null;
      if (what) new Drag(element, what, event);
    };
    element.addEventListener('pointerdown', press);
    return () => element.removeEventListener('pointerdown', press);
  };
}

/** One press, from down to up. */
class Drag {
  #ghost: HTMLElement | null = null; // what follows the pointer
  #target: Element | null = null;
  #listeners = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly what: Draggable,
    private readonly start: PointerEvent,
  ) {
    const { signal } = this.#listeners;
    addEventListener('pointermove', this.#move, { signal });
    addEventListener('pointerup', this.#up, { signal });
    addEventListener('pointercancel', this.#cancel, { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#cancel(), { signal });
  }

  #move = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    const x = event.clientX - this.start.clientX;
    const y = event.clientY - this.start.clientY;
    if (!this.#ghost) {
      if (Math.hypot(x, y) < DRAG_DISTANCE_PIXELS) return;
      this.#ghost = makeGhost(this.element);
      this.element.style.opacity = '0.3';
      this.what.lift();
    }
    this.#ghost.style.transform = `translate(${x}px, ${y}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.#aim(under && this.what.targetOf(under));
  };

  #aim(target: Element | null): void {
    this.#target?.removeAttribute('data-aimed');
    target?.setAttribute('data-aimed', '');
    this.#target = target;
  }

  #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    if (this.#ghost) ignoreNextClick();
    this.#end(this.#target);
  };

  #cancel = (): void => this.#end(null);

  #end(target: Element | null): void {
    this.#listeners.abort();
    this.#aim(null);
    if (!this.#ghost) return;
    this.element.style.opacity = '';
    if (target) this.#ghost.remove();
    else sendBack(this.#ghost);
    this.what.drop(target);
  }
}

function makeGhost(element: HTMLElement): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect();
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('id');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
    transition: 'none',
  });
  document.body.append(ghost);
  return ghost;
}

function sendBack(ghost: HTMLElement): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset['motion'] === 'less';
  if (still) return ghost.remove();
  const way = ghost.animate({ transform: [ghost.style.transform, 'none'] }, { duration: RETURN_MS, easing: 'ease-out' });
  way.onfinish = () => ghost.remove();
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
