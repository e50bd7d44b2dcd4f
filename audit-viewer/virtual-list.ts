import { fill, h } from './dom.ts';

type List<T> = {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowPx: number;
  readonly draw: (item: T) => HTMLElement;
};

const OVERSCAN = 8;
/** Taller boxes are cut by browsers; the rows beyond are reached by the filter. */
const MAX_PX = 12_000_000;

/** A long list of which only what is seen is drawn. Each row is a list item that says its place to a screen reader. */
export function virtualList<T>({ label, items, rowPx, draw }: List<T>): HTMLElement {
  const box = h('ul', { class: 'rows', 'aria-label': label });
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': label }, box);
  const count = Math.min(items.length, Math.floor(MAX_PX / rowPx));
  box.style.height = `${count * rowPx}px`;
  let drawnFrom = -1;
  const update = (): void => {
    const from = Math.max(0, Math.floor(scroller.scrollTop / rowPx) - OVERSCAN);
    if (from === drawnFrom) return;
    drawnFrom = from;
    const to = Math.min(count, from + Math.ceil((scroller.clientHeight || 600) / rowPx) + OVERSCAN * 2);
    const rows = items.slice(from, to).map((item, n) => {
      const row = h('li', { 'aria-setsize': String(items.length), 'aria-posinset': String(from + n + 1) }, draw(item));
      row.style.transform = `translateY(${(from + n) * rowPx}px)`;
      row.style.height = `${rowPx}px`;
      return row;
    });
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    fill(box, ...rows);
    if (focused !== undefined)
      box.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  scroller.addEventListener('scroll', update, { passive: true });
  update();
  return scroller;
}
