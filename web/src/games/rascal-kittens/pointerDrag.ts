import type { Attachment } from 'svelte/attachments';
import type { Point } from './roomGeometry';

const DRAG_THRESHOLD_PX = 6; // below it a press is a click or a tap

interface DragHandlers {
  enabled: () => boolean;
  /** Where the pointer is on the screen, and how far it has come. */
  move: (at: Point, by: Point) => void;
  drop: (at: Point) => void;
  /** After a drop too. */
  end: () => void;
}

/** Lets something be dragged by mouse, finger or pen. A press that does not move stays a click. */
export function draggable({ enabled, move, drop, end }: DragHandlers): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    let start: Point | null = null;
    let isDragging = false;

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !enabled()) return;
      start = { x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId); // a quick move leaves the element at once
    }

    function moved(event: PointerEvent): void {
      if (!start) return;
      const by = { x: event.clientX - start.x, y: event.clientY - start.y };
      if (!isDragging && Math.hypot(by.x, by.y) < DRAG_THRESHOLD_PX) return;
      isDragging = true;
      move({ x: event.clientX, y: event.clientY }, by);
    }

    function up(event: PointerEvent): void {
      const wasDragging = isDragging;
      stop();
      if (!wasDragging) return;
      ignoreNextClick();
      drop({ x: event.clientX, y: event.clientY });
    }

    function stop(): void {
      start = null;
      if (!isDragging) return;
      isDragging = false;
      end();
    }

    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop();
    };

    const detached = new AbortController();
    const { signal } = detached;
    const target: HTMLElement = element as HTMLElement; // an SVG element has the same events
    target.addEventListener('pointerdown', down, { signal });
    target.addEventListener('pointermove', moved, { signal });
    target.addEventListener('pointerup', up, { signal });
    target.addEventListener('pointercancel', stop, { signal });
    window.addEventListener('keydown', key, { signal });
    return () => detached.abort();
  };
}

/** The browser makes a click of the end of a drag. */
function ignoreNextClick(): void {
  const ignore = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}
