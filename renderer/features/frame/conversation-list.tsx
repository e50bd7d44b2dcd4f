import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation, ConversationId } from '../../../main/contract/index.ts';
import { now } from '../../clock.ts';
import type { Period } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { ConversationItem } from './conversation-item.tsx';
import { groupConversations } from './list-rows.pure.ts';

function periodName(period: Period): string {
  return period.kind === 'month' ? period.name : t(`period.${period.kind}`);
}

type ConversationListProps = {
  readonly items: readonly Conversation[];
  readonly total: number;
  readonly currentId: ConversationId | null;
  readonly onNearEnd: () => void;
  readonly onOpen: () => void;
};

/** All conversations, newest first, by day, week and month. */
export function ConversationList({ items, total, currentId, onNearEnd, onOpen }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [renaming, setRenaming] = useState<ConversationId | null>(null);
  const rows = useMemo(() => groupConversations(items, now()), [items]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 31 : 28),
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index];
      return row?.kind === 'conversation' ? row.conversation.id : `heading ${index}`;
    },
  });
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length < total && last >= rows.length - 20) onNearEnd();
  }, [items.length, total, last, rows.length, onNearEnd]);

  return (
    <nav ref={scroller} aria-label={t('conversations.label')} className="mt-1 min-h-0 flex-1 overflow-y-auto">
      {rows.length === 0 ? <p className="px-2.5 py-3 text-sec text-text-3">{t('conversations.none')}</p> : null}
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {visible.map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'heading' ? (
                <h2 className="px-2.5 pt-3 pb-[3px] text-lab font-normal text-text-3">{periodName(row.period)}</h2>
              ) : (
                <ConversationItem
                  conversation={row.conversation}
                  isCurrent={row.conversation.id === currentId}
                  isRenaming={renaming === row.conversation.id}
                  onRename={setRenaming}
                  onOpen={onOpen}
                />
              )}
            </div>
          );
        })}
      </div>
    </nav>
  );
}
