import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ME } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { useApp } from '../frame/app-store.ts';
import { voiceOf } from '../frame/names.ts';
import { sayHabit } from '../habits/words.ts';
import { undoLast } from '../memory/changes-store.ts';
import { textOf } from '../memory/revisions.pure.ts';
import { type Entry, itemFact } from './entries.pure.ts';
import { type Decision, decide, decideHabit, edit, moveBy, moveTo, toggleMark, useInbox } from './inbox-store.ts';

/** The turn behind an entry, in its conversation. */
export function openTurn(entry: Entry | undefined): void {
  const evidence =
    entry?.kind === 'item'
      ? entry.item.evidence
      : entry?.kind === 'habit'
        ? entry.habit.evidence[0]
        : entry?.revisions[0]?.evidence[0];
  if (evidence?.conversationId) go({ name: 'chat', id: evidence.conversationId, turnId: evidence.turnId });
}

type Keys = Readonly<Record<string, () => unknown>>;

function keysFor(entry: Entry | undefined): { readonly single: Keys; readonly always: Keys } {
  const item = entry?.kind === 'item' ? entry.item : null;
  const habit = entry?.kind === 'habit' ? entry.habit : null;
  const onItem = (decision: Decision) => () =>
    item ? decide([item.id], decision) : habit ? decideHabit(habit, decision) : undefined;
  return {
    single: {
      a: onItem('accept'),
      e: () => (item || habit ? edit(item?.id ?? habit?.id ?? null) : undefined),
      r: onItem('reject'),
      'shift r': onItem('reject-always'),
      j: () => moveBy(1),
      k: () => moveBy(-1),
      x: () => entry && toggleMark(entry),
      u: undoLast,
      o: () => openTurn(entry),
    },
    always: {
      arrowdown: () => moveBy(1),
      arrowup: () => moveBy(-1),
      home: () => moveTo(0),
      end: () => moveTo(Number.MAX_SAFE_INTEGER),
      ' ': () => entry && toggleMark(entry),
    },
  };
}

function Text({ entry }: { readonly entry: Entry }) {
  if (entry.kind === 'conflict') {
    const [first] = entry.revisions;
    return (
      <>
        <span dir="auto" className="block leading-5">
          {`${first && first.subject.id !== ME ? `${first.subject.name}, ` : ''}${first?.relation ?? ''}: ${entry.revisions.map(({ object }) => textOf(object)).join(` ${t('memory.or')} `)}`}
        </span>
        <span className="block text-sec text-rubric">{t('inbox.why.standing')}</span>
      </>
    );
  }
  if (entry.kind === 'habit') {
    const [source] = entry.habit.evidence;
    return (
      <>
        <span dir="auto" className="block leading-5">
          {sayHabit(entry.habit)}
        </span>
        {source ? (
          <span dir="auto" className={`block truncate text-[0.84375rem] leading-5 text-text-2 ${voiceOf(source.role)}`}>
            “{source.quote}”
          </span>
        ) : null}
        <span className="block text-sec text-text-2">{t('inbox.habit.short')}</span>
      </>
    );
  }
  const { item } = entry;
  return (
    <>
      <span dir="auto" className="block leading-5">
        {item.subject.id === ME ? itemFact(item) : `${item.subject.name}: ${itemFact(item)}`}
      </span>
      <span
        dir="auto"
        className={`block truncate text-[0.84375rem] leading-5 text-text-2 ${voiceOf(item.evidence.role)}`}
      >
        “{item.evidence.quote}”
      </span>
      <span className="block text-sec text-text-2">{t(`inbox.why.${item.heldFor}`)}</span>
    </>
  );
}

const optionId = (place: number): string => `inbox-${place}`;

function Option({
  entry,
  place,
  isCurrent,
  isMarked,
}: {
  readonly entry: Entry;
  readonly place: number;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
}) {
  return (
    <div
      id={optionId(place)}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-current={isCurrent ? 'true' : undefined}
      onPointerDown={() => moveTo(place)}
      className={`grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b border-rule px-[22px] py-3 max-mid:px-[1.125rem] ${isCurrent ? 'bg-paper shadow-[inset_2px_0_var(--ink)] rtl:shadow-[inset_-2px_0_var(--ink)]' : 'hover:bg-paper'}`}
    >
      {entry.kind === 'item' ? (
        <span
          aria-hidden="true"
          onPointerDown={() => toggleMark(entry)}
          className={`mt-0.5 grid size-4 place-content-center rounded-[3px] border text-[0.6875rem] leading-none ${isMarked ? 'border-ink bg-ink text-on-ink' : 'border-rule-2'}`}
        >
          {isMarked ? '✓' : ''}
        </span>
      ) : (
        <span />
      )}
      <span className={`min-w-0 ${isCurrent ? 'font-semibold [&_span+span]:font-normal' : ''}`}>
        <Text entry={entry} />
      </span>
    </div>
  );
}

/** What waits, as a list that is worked from the keyboard while it has focus. */
export function InboxList() {
  const { entries, place, marked } = useInbox();
  const hasSingleKeys = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.focus();
  }, []);
  useEffect(() => {
    document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { single, always } = keysFor(entries[place]);
    const key = event.key.toLowerCase();
    const act = always[key] ?? (hasSingleKeys ? single[event.shiftKey ? `shift ${key}` : key] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-multiselectable="true"
      aria-label={t('inbox.list')}
      aria-description={hasSingleKeys ? t('inbox.keys') : undefined}
      aria-activedescendant={entries.length > 0 ? optionId(place) : undefined}
      onKeyDown={onKeyDown}
      className="min-h-0 overflow-auto border-t border-rule focus-visible:-outline-offset-2"
    >
      {entries.map((entry, index) => (
        <Option
          key={entry.key}
          entry={entry}
          place={index}
          isCurrent={index === place}
          isMarked={marked.has(entry.key)}
        />
      ))}
    </div>
  );
}
