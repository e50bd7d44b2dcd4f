import type { Point } from './camera.pure.ts';

export type Gestures = {
  readonly onPan: (dx: number, dy: number) => void;
  readonly onZoom: (factor: number, anchor: Point) => void;
  readonly onTap: (point: Point, isTouch: boolean) => void;
  readonly onHover: (point: Point | null) => void;
};

/** A hand is not still: so much movement is still a tap. */
const TAP_PX = 6;
const WHEEL_RATE = 0.0016;
/** Browsers that scroll by lines say 3 where others say 100. */
const LINE_PX = 33;

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function readWheel(event: WheelEvent, anchor: Point): [factor: number, anchor: Point] {
  event.preventDefault();
  const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
  // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
  return [Math.exp(-px * WHEEL_RATE * (event.ctrlKey ? 5 : 1)), anchor];
}

/** Reads mouse, pen and fingers on an element; returns how to stop. */
export function listenForGestures(element: HTMLElement, { onPan, onZoom, onTap, onHover }: Gestures): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  const place = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    start = down.size === 0 ? place(event) : null;
    down.set(event.pointerId, place(event));
  };
  const onMove = (event: PointerEvent) => {
    const here = place(event);
    const before = down.get(event.pointerId);
    if (!before) return onHover(event.pointerType === 'touch' ? null : here);
    down.set(event.pointerId, here);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const from = middle(before, other);
      const to = middle(here, other);
      onPan(to.x - from.x, to.y - from.y);
      return onZoom(gap(here, other) / Math.max(1, gap(before, other)), to);
    }
    if (start !== null && gap(start, here) <= TAP_PX) return;
    if (start !== null) onHover(null);
    start = null;
    onPan(here.x - before.x, here.y - before.y);
  };
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (start !== null && event.type === 'pointerup') onTap(place(event), event.pointerType === 'touch');
    start = null;
  };
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('pointerleave', () => onHover(null), { signal });
  // Not passive: the page must not scroll as well.
  element.addEventListener('wheel', (event) => onZoom(...readWheel(event, place(event))), { passive: false, signal });
  return () => stop.abort();
}
