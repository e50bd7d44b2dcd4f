import { useEffect } from 'react';
import { formatNumber, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Kbd, Loading } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { HabitDialog } from '../habits/habit-dialog.tsx';
import { DoneBar } from '../memory/done-bar.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { Entry } from './entries.pure.ts';
import { InboxConflict } from './inbox-conflict.tsx';
import { InboxHabit } from './inbox-habit.tsx';
import { InboxItemView } from './inbox-item.tsx';
import { InboxList } from './inbox-list.tsx';
import { closeInbox, decideMarked, edit, loadInbox, loadMore, markAll, useInbox } from './inbox-store.ts';

function Marked() {
  const { marked, entries, isBusy, page } = useInbox();
  const n = formatNumber(marked.size);
  const items = entries.filter(({ kind }) => kind === 'item').length;
  const left = page.kind === 'ready' ? page.value.total - page.value.items.length : 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule px-[22px] py-3 max-mid:px-[1.125rem]">
      {marked.size > 0 ? (
        <>
          <Button size="small" disabled={isBusy} onClick={() => void decideMarked('accept')}>
            {t('inbox.acceptMarked', { n })}
          </Button>
          <Button size="small" variant="quiet" disabled={isBusy} onClick={() => void decideMarked('reject')}>
            {t('inbox.rejectMarked', { n })}
          </Button>
          <TextButton disabled={isBusy} onClick={() => void decideMarked('reject-always')}>
            {t('inbox.never.many')}
          </TextButton>
        </>
      ) : null}
      {items > 1 ? (
        <TextButton tone="quiet" onClick={() => markAll(marked.size < items)}>
          {t(marked.size < items ? 'inbox.markAll' : 'inbox.unmarkAll')}
        </TextButton>
      ) : null}
      {left > 0 ? (
        <TextButton onClick={() => void loadMore()}>{t('inbox.more', { n: formatNumber(left) })}</TextButton>
      ) : null}
    </div>
  );
}

const KEYS = [
  [['J', 'K'], 'inbox.key.move'],
  [['X'], 'inbox.key.mark'],
  [['U'], 'inbox.key.undo'],
  [['O'], 'inbox.key.open'],
] as const;

function Keys() {
  const isOn = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  if (!isOn) return null;
  return (
    <p aria-hidden="true" className="mt-5 flex flex-wrap gap-x-4 gap-y-1 text-sec text-text-2 max-mid:hidden">
      {KEYS.map(([keys, text]) => (
        <span key={text}>
          {keys.map((key) => (
            <span key={key} className="me-1">
              <Kbd>{key}</Kbd>
            </span>
          ))}
          {t(text)}
        </span>
      ))}
    </p>
  );
}

function Detail({ entry, place }: { readonly entry: Entry; readonly place: string }) {
  const { failure, editing } = useInbox();
  return (
    <section
      aria-label={t('inbox.title')}
      className="min-w-0 overflow-auto px-11 pt-8 pb-10 max-mid:overflow-visible max-mid:px-[1.125rem] max-mid:pt-5"
    >
      <div className="max-w-[44rem]">
        {entry.kind === 'item' ? (
          <InboxItemView key={entry.key} item={entry.item} place={place} />
        ) : entry.kind === 'habit' ? (
          <InboxHabit key={entry.key} habit={entry.habit} place={place} />
        ) : (
          <InboxConflict key={entry.key} revisions={entry.revisions} place={place} />
        )}
        <Keys />
        <div className="mt-7">
          {failure ? <Failure>{failure.message}</Failure> : null}
          <DoneBar />
        </div>
      </div>
      {entry.kind === 'item' && editing === entry.item.id ? (
        <EditDialog item={entry.item} onClose={() => edit(null)} />
      ) : null}
      {entry.kind === 'habit' && editing === entry.habit.id ? (
        <HabitDialog habit={entry.habit} onKept={loadInbox} onClose={() => edit(null)} />
      ) : null}
    </section>
  );
}

/** Nothing waits; what was done a moment ago can still be undone. */
function AllRead() {
  return (
    <div className="px-[22px] max-mid:px-[1.125rem]">
      <p className="text-lead">{t('inbox.empty')}</p>
      <p className="mb-4 text-sec text-text-2">{t('inbox.empty.what')}</p>
      <DoneBar />
    </div>
  );
}

/** What was heard and is not kept: one question at a time. */
export function InboxScreen() {
  const { page, entries, place } = useInbox();
  useEffect(() => {
    void loadInbox();
    return closeInbox;
  }, []);
  const entry = entries[place];
  const isReady = page.kind === 'ready';
  return (
    <div className="grid h-full grid-cols-[19.25rem_minmax(0,1fr)] max-mid:block max-mid:overflow-auto">
      <div className="flex min-h-0 flex-col border-e border-rule max-mid:max-h-[55vh] max-mid:border-e-0">
        <header className="px-[22px] pt-[1.875rem] pb-4 max-mid:px-[1.125rem] max-mid:pt-5">
          <div className="flex items-center gap-2">
            <MenuButton />
            <h1 className="text-title tracking-[-0.012em]">{t('inbox.title')}</h1>
          </div>
          <p className="mt-[3px] text-text-2">{t('inbox.lead')}</p>
        </header>
        {page.kind === 'loading' ? (
          <div className="px-[22px]">
            <Loading label={t('inbox.loading')} lines={6} />
          </div>
        ) : null}
        {page.kind === 'failed' ? (
          <div className="px-[22px] max-mid:px-[1.125rem]">
            <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadInbox()}>
              {t('memory.failed', { why: page.failure.message })}
            </Failure>
          </div>
        ) : null}
        {isReady && entries.length === 0 ? <AllRead /> : null}
        {isReady && entries.length > 0 ? (
          <>
            <InboxList />
            <Marked />
          </>
        ) : null}
      </div>
      {isReady && entry ? (
        <Detail entry={entry} place={t('inbox.place', { n: place + 1, of: entries.length })} />
      ) : null}
    </div>
  );
}
