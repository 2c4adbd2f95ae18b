import type { Attachment } from 'svelte/attachments';
import { isTouch } from './focus';
import { pointerDrag, type Point, type PointerDrag } from './pointerDrag';

const RETURN_MS = 180;
const FINGER_PIXELS = 28; // from its tip up, that stay free

/** What can be dragged, and whose copy then follows the pointer. */
export interface Draggable {
  /** It leaves its place. */
  lift: () => void;
  /** What it lies over, if it may be let go there. */
  targetOf: (under: Element) => Element | null;
  /** What it lies over now. */
  aim: (target: Element | null) => void;
  /** It was let go over a target, or elsewhere: then it goes back. */
  drop: (target: Element | null) => void;
}

/** Lets an element be dragged onto another one. While `draggable` gives null it stays. */
export function dragging(draggable: () => Draggable | null): Attachment<HTMLElement> {
  return (element) =>
    pointerDrag((start) => {
      const what = draggable();
      return what && ghostDrag(element, what, isTouch(start));
    })(element);
}

function ghostDrag(element: HTMLElement, what: Draggable, byTouch: boolean): PointerDrag {
  let ghost: HTMLElement | null = null; // what follows the pointer
  let home: DOMRect; // from where
  let target: Element | null = null;

  function aim(next: Element | null): void {
    target?.removeAttribute('data-aimed');
    next?.setAttribute('data-aimed', '');
    if (next !== target) what.aim(next);
    target = next;
  }

  function finish(over: Element | null): void {
    aim(null);
    element.style.opacity = '';
    if (over) ghost?.remove();
    else if (ghost) sendBack(ghost);
    ghost = null;
    what.drop(over);
  }

  return {
    lift() {
      home = element.getBoundingClientRect();
      ghost = makeGhost(element, home);
      element.style.opacity = '0.3';
      what.lift();
    },
    move(at, by) {
      const { x, y } = byTouch ? aboveFinger(home, at) : by;
      ghost!.style.transform = `translate(${x}px, ${y}px)`;
      const under = document.elementFromPoint(at.x, at.y);
      aim(under && what.targetOf(under));
    },
    drop: () => finish(target),
    end: () => ghost && finish(null),
  };
}

/** How far it is from there to above the finger, so that one sees what the finger points at. */
function aboveFinger({ left, width, bottom }: DOMRect, { x, y }: Point): Point {
  return { x: x - left - width / 2, y: y - FINGER_PIXELS - bottom };
}

function makeGhost(element: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
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
