import { useEffect } from 'react';
import type { OutputOf } from '../../../main/contract/index.ts';
import { api, useConnection } from '../../api.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { useSpace } from '../../space.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Failure, Loading, Page, Select } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { MemoryViews } from '../graph/memory-views.tsx';
import { MonthsSection } from './months-section.tsx';
import { refreshMonths } from './months-store.ts';
import { sortTopics } from './sort-topics.pure.ts';
import { HiddenRow, TopicRow } from './topic-rows.tsx';
import {
  dismissTopics,
  refreshSorting,
  refreshTopics,
  setHidden,
  setTopicOrder,
  sortNow,
  useTopics,
} from './topics-store.ts';

function useFresh(): void {
  const epoch = useConnection((state) => state.epoch);
  const spaceId = useSpace((state) => state.spaceId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another space is another page, read anew.
  useEffect(() => {
    if (epoch > 0) void Promise.all([refreshTopics(), refreshSorting(), refreshMonths()]);
    const off = [
      api.on('topics.changed', () => void refreshTopics()),
      api.on('workers.changed', () => void refreshSorting()),
      api.on('summaries.changed', () => void refreshMonths()),
    ];
    return () => {
      for (const each of off) each();
    };
  }, [epoch, spaceId]);
}

/** What was done last, and the way back from it. */
export function TopicsSaid() {
  const { hidden, said, failure } = useTopics();
  if (failure !== null)
    return (
      <div className="mb-4">
        <Failure actionLabel={t('common.dismiss')} onAction={dismissTopics}>
          {failure.message}
        </Failure>
      </div>
    );
  if (said === null) return null;
  return (
    <div className="mb-4 flex items-baseline gap-2.5 border-y border-rule py-2 text-sec">
      <span dir="auto" className="min-w-0 flex-1">
        {said}
      </span>
      {hidden === null ? null : (
        <TextButton onClick={() => void setHidden(hidden, false)}>{t('common.undo')}</TextButton>
      )}
      <button type="button" aria-label={t('common.dismiss')} className="self-center p-1" onClick={dismissTopics}>
        <Icon name="close" className="size-3" />
      </button>
    </div>
  );
}

type Listed = OutputOf<'topics.list'>;

/** When the first come, and how to have them now. */
function NoTopics({ turns, turnsMin }: Listed) {
  return (
    <div className="border-t border-rule pt-4">
      <p className="text-lead">{t('topics.empty')}</p>
      <p className="text-sec text-text-2">
        {turns < turnsMin ? (
          <>
            {t('topics.empty.few', { min: formatNumber(turnsMin), n: formatNumber(turns) })}{' '}
            <a className="act" href={hrefs.import}>
              {t('topics.empty.import')}
            </a>
          </>
        ) : (
          t('topics.empty.soon')
        )}
      </p>
    </div>
  );
}

/** The state of the sorting in words, and the order of what is shown. */
function ListHead({ listed }: { readonly listed: Listed }) {
  const order = useTopics((state) => state.order);
  const { sortedAt, sorted, turns } = listed;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sec text-text-2">
      {sortedAt === null ? null : (
        <p className="num flex-1">
          {t('topics.sorted', {
            when: formatMoment(sortedAt),
            sorted: formatNumber(sorted),
            turns: formatNumber(turns),
          })}
        </p>
      )}
      <Select
        look="quiet"
        aria-label={t('topics.order')}
        value={order}
        onChange={(event) => setTopicOrder(event.target.value === 'recent' ? 'recent' : 'size')}
      >
        <option value="size">{t('topics.order.size')}</option>
        <option value="recent">{t('topics.order.recent')}</option>
      </Select>
    </div>
  );
}

function TopicList({ listed }: { readonly listed: Listed }) {
  const order = useTopics((state) => state.order);
  if (listed.topics.length === 0) return <NoTopics {...listed} />;
  const shown = sortTopics(
    listed.topics.filter(({ isHidden }) => !isHidden),
    order,
  );
  const hidden = listed.topics.filter(({ isHidden }) => isHidden);
  return (
    <>
      <ListHead listed={listed} />
      <ol aria-label={t('topics.list')} className="border-b border-rule">
        {shown.map((topic) => (
          <TopicRow key={topic.id} topic={topic} />
        ))}
      </ol>
      {hidden.length === 0 ? null : (
        <details className="mt-3">
          <summary className="text-sec text-text-2">{count(hidden.length, 'hiddenTopics')}</summary>
          <ul className="pt-1">
            {hidden.map((topic) => (
              <HiddenRow key={topic.id} topic={topic} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function SortButton() {
  const isSorting = useTopics(({ job, isAsked }) => isAsked || job?.state === 'running');
  return (
    <Button disabled={isSorting} onClick={() => void sortNow()}>
      {t(isSorting ? 'topics.sorting' : 'topics.sort')}
    </Button>
  );
}

/** What was talked about, by topic and by month. */
export function TopicsScreen() {
  const { list } = useTopics();
  useFresh();
  return (
    <section aria-label={t('topics.title')} className="h-full">
      <Page
        title={t('memory.title')}
        lead={t('topics.lead')}
        beside={<MemoryViews current="topics" />}
        leading={<MenuButton />}
        actions={<SortButton />}
      >
        <TopicsSaid />
        {list.kind === 'loading' ? <Loading label={t('topics.loading')} lines={8} /> : null}
        {list.kind === 'failed' ? (
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void refreshTopics()}>
            {t('topics.failed', { why: list.failure.message })}
          </Failure>
        ) : null}
        {list.kind === 'ready' ? <TopicList listed={list.value} /> : null}
        <MonthsSection />
      </Page>
    </section>
  );
}
