import type { Attachment } from 'svelte/attachments';
import { pointerDrag, type PointerDrag } from './pointerDrag';

const RETURN_MS = 180;

/** What can be dragged, and whose copy then follows the pointer. */
export interface Draggable {
  /** It leaves its place. */
  lift: () => void;
  /** What it lies over, if it may be let go there. */
  targetOf: (under: Element) => Element | null;
  /** It was let go over a target, or elsewhere: then it goes back. */
  drop: (target: Element | null) => void;
}

/** Lets an element be dragged onto another one. While `draggable` gives null it stays. */
export function dragging(draggable: () => Draggable | null): Attachment<HTMLElement> {
  return (element) =>
    pointerDrag(() => {
      const what = draggable();
      return what && ghostDrag(element, what);
    })(element);
}

function ghostDrag(element: HTMLElement, what: Draggable): PointerDrag {
  let ghost: HTMLElement | null = null; // what follows the pointer
  let target: Element | null = null;

  function aim(next: Element | null): void {
    target?.removeAttribute('data-aimed');
    next?.setAttribute('data-aimed', '');
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
      ghost = makeGhost(element);
      element.style.opacity = '0.3';
      what.lift();
    },
    move(at, by) {
      ghost!.style.transform = `translate(${by.x}px, ${by.y}px)`;
      const under = document.elementFromPoint(at.x, at.y);
      aim(under && what.targetOf(under));
    },
    drop: () => finish(target),
    end: () => ghost && finish(null),
  };
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
