import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Turn } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { useLayout } from '../../ui/layout.ts';
import type { ChatState, LiveAnswer } from './chat-store.ts';
import { ForgottenTurn, isForgotten } from './forgotten-turn.tsx';
import { Margin, type MarginItem } from './margin.tsx';
import { ensureTurns } from './open-chat.ts';
import { LiveReply, ReplyTurn } from './reply-turn.tsx';
import { SaidTurn } from './said-turn.tsx';
import { Who } from './turn-parts.tsx';

const ESTIMATED_ROW = 132;
/** This near to its end the list stays at its end while it grows. */
const STICKY_PX = 72;

type TurnListProps = {
  readonly state: Pick<
    ChatState,
    'turns' | 'total' | 'anchor' | 'editing' | 'highlight' | 'openNote' | 'notices' | 'isTemporary'
  >;
  readonly live: LiveAnswer | null;
  readonly composerHeight: number;
};

/** The question that is not on disk yet, and the place of a turn that is still being read. */
function PendingSaid({ text }: { readonly text: string | null }) {
  return (
    <article
      aria-label={t('turn.saidBy', { name: t('turn.you') })}
      className="relative mt-1 mb-5 min-h-9 ps-[3.375rem] max-mid:ps-0"
    >
      {text === null ? (
        <div aria-hidden="true" className="h-24">
          <i className="block h-[1.375rem] border-b border-rule" />
          <i className="block h-[1.375rem] border-b border-rule" />
        </div>
      ) : (
        <>
          <Who name={t('turn.you')} turn={null} />
          <p dir="auto" className="font-serif text-chat whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
        </>
      )}
    </article>
  );
}

type RowProps = { readonly index: number; readonly count: number } & Pick<TurnListProps, 'state' | 'live'>;

function Row({ index, count, state, live }: RowProps) {
  if (live && index === live.questionOffset + 1) return <LiveReply live={live} />;
  const turn = live && index === live.questionOffset ? live.savedTurn : (state.turns.get(index) ?? null);
  if (turn === null) return <PendingSaid text={live && index === live.questionOffset ? live.question : null} />;
  if (isForgotten(turn)) return <ForgottenTurn turn={turn} offset={index} isBusy={live !== null} />;
  const common = { turn, offset: index, isBusy: live !== null, isHighlighted: state.highlight === turn.id };
  if (turn.role === 'assistant')
    return <ReplyTurn {...common} isLast={index === count - 1} notice={state.notices.get(turn.id) ?? null} />;
  return <SaidTurn {...common} isEditing={state.editing === turn.id} />;
}

/** Where the text ends. Notes may run on below it; whoever wants them scrolls on. */
const endOf = (scroller: HTMLElement, folio: HTMLElement | null): number =>
  Math.max(0, (folio?.offsetHeight ?? scroller.scrollHeight) - scroller.clientHeight);

const notesOf = (turn: Turn | undefined): readonly MarginItem[] =>
  turn?.answer?.citations.map((citation) => ({ turnId: turn.id, citation })) ?? [];

/** The turns of one conversation: only those near the window exist, however long it is. */
export function TurnList({ state, live, composerHeight }: TurnListProps) {
  const isWide = useLayout() === 'wide';
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const folio = useRef<HTMLDivElement>(null);
  const isPinned = useRef(true);
  const count = live ? live.questionOffset + 2 : state.total;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: 5,
    getItemKey: (index) => state.turns.get(index)?.id ?? `place ${index}`,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was dropped must be read again where one stands
  useEffect(() => {
    void ensureTurns(first, last);
  }, [first, last, state.turns]);

  const lastHeight = useRef(0);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = endOf(element, folio.current);
  }, []);

  const followScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // A list that has just grown under the reader says nothing about where the reader wants to be.
    if (element.scrollHeight !== lastHeight.current) {
      lastHeight.current = element.scrollHeight;
      if (isPinned.current) toEnd();
    } else isPinned.current = Math.abs(endOf(element, folio.current) - element.scrollTop) < STICKY_PX;
  };

  useLayoutEffect(() => {
    const { index } = state.anchor;
    isPinned.current = index === 'end';
    if (index === 'end') toEnd();
    else virtualizer.scrollToIndex(index, { align: 'center' });
  }, [state.anchor, toEnd, virtualizer]);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    // The list grows by measuring, by words that arrive and by notes that open: the end stays the end.
    const observer = new ResizeObserver(() => {
      if (isPinned.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [toEnd]);

  const items = useMemo(
    () =>
      isWide
        ? Array.from({ length: last - first + 1 }, (_, step) => notesOf(state.turns.get(first + step))).flat()
        : [],
    [isWide, first, last, state.turns],
  );

  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls from the keyboard too
      tabIndex={0}
      aria-label={t('chat.turns')}
      className="absolute inset-0 overflow-y-auto [container-type:size] [scrollbar-gutter:stable]"
      onScroll={followScroll}
    >
      <div ref={content} className="relative grid min-h-full grid-cols-[minmax(0,1fr)_23.25rem] max-wide:grid-cols-1">
        {/* As high as the window and no higher for the notes: text that moved with them would move them again, for ever. */}
        <div
          ref={folio}
          className="relative ms-auto flex min-h-[100cqh] w-full max-w-[49.375rem] flex-col justify-end self-start ps-11 pe-[3.375rem] pt-[1.375rem] max-wide:mx-auto max-mid:px-[1.125rem] max-mid:pt-4"
          style={{ paddingBottom: composerHeight + 28 }}
        >
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {rows.map((row) => (
              <div
                key={row.key}
                data-index={row.index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0 flow-root"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <Row index={row.index} count={count} state={state} live={live} />
              </div>
            ))}
          </div>
        </div>
        <i
          aria-hidden="true"
          className={`double-rule absolute inset-y-0 end-[24.625rem] max-wide:hidden ${state.isTemporary ? 'dashed-rule' : ''}`}
        />
        {isWide ? <Margin items={items} open={state.openNote} contentRef={content} /> : null}
      </div>
    </section>
  );
}
