import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Citation, TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import type { OpenNote } from './chat-store.ts';
import { MarginNote } from './note.tsx';
import { noteKey } from './note-actions.ts';
import { placeNotes } from './place-notes.pure.ts';

export type MarginItem = { readonly turnId: TurnId; readonly citation: Citation };

type Layout = { readonly tops: ReadonlyMap<string, number>; readonly bottom: number; readonly thread: string | null };
const NOTHING: Layout = { tops: new Map(), bottom: 0, thread: null };
/** The first line of a note stands this much above the top of its mark. */
const RISE = 5;

type MarginProps = {
  readonly items: readonly MarginItem[];
  readonly open: OpenNote | null;
  readonly contentRef: RefObject<HTMLDivElement | null>;
};

/** A line from the marked words over the ruling to their note. */
function drawThread(mark: DOMRect, note: DOMRect, origin: DOMRect): string {
  const isRtl = document.documentElement.dir === 'rtl';
  const sign = isRtl ? -1 : 1;
  const edge = isRtl ? origin.width : 0;
  const y1 = mark.bottom - origin.top + 1;
  const y2 = note.top - origin.top + 9;
  const start = edge - 25 * sign;
  return `M${start - 8 * sign} ${y1}H${start}C${start + 16 * sign} ${y1} ${start + 4 * sign} ${y2} ${edge - 2 * sign} ${y2}`;
}

function measure(aside: HTMLElement, content: HTMLElement, open: OpenNote | null): Layout {
  const origin = aside.getBoundingClientRect();
  const marks = new Map<string, DOMRect>();
  for (const mark of content.querySelectorAll<HTMLElement>('[data-mark]')) {
    const key = mark.dataset.mark ?? '';
    if (!marks.has(key)) marks.set(key, mark.getBoundingClientRect());
  }
  const elements = [...aside.querySelectorAll<HTMLElement>('[data-note-key]')];
  const boxes = elements.map((element) => {
    const key = element.dataset.noteKey ?? '';
    const row = content.querySelector(`[data-turn="${CSS.escape(element.dataset.noteTurn ?? '')}"]`);
    const at = marks.get(key)?.top ?? row?.getBoundingClientRect().top ?? origin.top;
    return { key, wantedTop: Math.round(at - origin.top - RISE), height: element.offsetHeight };
  });
  const tops = placeNotes(boxes);
  const bottom = Math.max(0, ...boxes.map(({ key, height }) => (tops.get(key) ?? 0) + height));
  const openKey = open ? noteKey(open.turnId, open.n) : '';
  const mark = marks.get(openKey);
  const top = tops.get(openKey);
  const thread = mark && top !== undefined ? drawThread(mark, new DOMRect(0, origin.top + top, 0, 0), origin) : null;
  return { tops, bottom, thread };
}

const isSame = (a: Layout, b: Layout): boolean =>
  a.thread === b.thread &&
  a.bottom === b.bottom &&
  a.tops.size === b.tops.size &&
  [...a.tops].every(([key, top]) => b.tops.get(key) === top);

/** Notes beside the sentences that used them: pushed down where they would meet, scrolling with the text. */
export function Margin({ items, open, contentRef }: MarginProps) {
  const ref = useRef<HTMLElement>(null);
  const [layout, setLayout] = useState(NOTHING);
  const place = useCallback(() => {
    if (!ref.current || !contentRef.current) return;
    const next = measure(ref.current, contentRef.current, open);
    setLayout((before) => (isSame(before, next) ? before : next));
  }, [contentRef, open]);

  // After every picture: rows above may have been measured anew and moved their marks.
  useLayoutEffect(place);
  useLayoutEffect(() => {
    const content = contentRef.current;
    if (!content) return;
    const observer = new ResizeObserver(place);
    observer.observe(content);
    return () => observer.disconnect();
  }, [contentRef, place]);

  return (
    <aside ref={ref} aria-label={t('note.margin')} className="relative" style={{ minHeight: layout.bottom + 24 }}>
      {layout.thread ? (
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible">
          <path d={layout.thread} fill="none" className="stroke-rubric" strokeWidth="1.1" />
        </svg>
      ) : null}
      {items.map(({ turnId, citation }) => {
        const key = noteKey(turnId, citation.n);
        return (
          <div
            key={key}
            data-note-key={key}
            data-note-turn={turnId}
            className="absolute inset-x-0 me-[26px] transition-[top] duration-200 ease-out"
            style={{ top: layout.tops.get(key) ?? 0 }}
          >
            <MarginNote turnId={turnId} citation={citation} isOpen={open?.turnId === turnId && open.n === citation.n} />
          </div>
        );
      })}
    </aside>
  );
}
