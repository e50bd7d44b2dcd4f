import type { OutputOf, Summary } from '../../../main/contract/index.ts';
import { formatDay, formatMonth } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { Badge, Failure, Loading } from '../../ui/parts.tsx';
import { openMonth, openSummary, refreshMonths, useMonths } from './months-store.ts';
import { Sentences } from './sentences.tsx';

/** When it was, what wrote it, and whether its turns have changed since. */
export function SummaryLine({ summary }: { readonly summary: Summary }) {
  const { from, conversationTitle, by, isStale, turnCount } = summary;
  return (
    <span className="num text-sec text-text-2">
      {from === null ? '' : `${formatDay(from)} · `}
      {conversationTitle === null ? '' : <bdi>{conversationTitle} · </bdi>}
      {count(turnCount, 'turns')} · {by === 'extract' ? t('months.by.extract') : t('months.by.model', { model: by })}
      {isStale ? (
        <>
          {' · '}
          <Badge fill="dashed">{t('months.stale')}</Badge>
        </>
      ) : null}
    </span>
  );
}

/** A sitting: opened, its summary sentence by sentence. */
export function Sitting({ summary }: { readonly summary: Summary }) {
  const read = useMonths((state) => state.read[summary.id]);
  return (
    <details
      className="border-t border-rule py-2"
      onToggle={(event) => {
        if (event.currentTarget.open) void openSummary(summary.id);
      }}
    >
      <summary>
        <span dir="auto" className="me-2">
          {summary.title}
        </span>
        <SummaryLine summary={summary} />
      </summary>
      <div className="max-w-[46rem] pt-1 pb-2">
        {read === undefined || read.kind === 'loading' ? <Loading label={t('months.loading')} lines={2} /> : null}
        {read?.kind === 'failed' ? <Failure>{t('months.failed', { why: read.failure.message })}</Failure> : null}
        {read?.kind === 'ready' ? <Sentences sentences={read.value.sentences} /> : null}
      </div>
    </details>
  );
}

function OpenMonth({ month }: { readonly month: string }) {
  const open = useMonths((state) => state.open[month]);
  if (open === undefined || open.kind === 'loading') return <Loading label={t('months.loading')} lines={3} />;
  if (open.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void openMonth(month)}>
        {t('months.failed', { why: open.failure.message })}
      </Failure>
    );
  const { period, sittings, total } = open.value;
  return (
    <div className="pb-3">
      <div className="max-w-[46rem] pb-2">
        {period === null ? <p className="text-sec text-text-2">{t('months.none')}</p> : null}
        {period === null ? null : (
          <>
            <Sentences sentences={period.sentences} />
            <SummaryLine summary={period.summary} />
          </>
        )}
      </div>
      {sittings.map((summary) => (
        <Sitting key={summary.id} summary={summary} />
      ))}
      {sittings.length < total ? (
        <TextButton onClick={() => void openMonth(month, Math.min(200, sittings.length + 50))}>
          {t('months.more')}
        </TextButton>
      ) : null}
    </div>
  );
}

function Month({ month, sessions }: OutputOf<'summaries.months'>['months'][number]) {
  return (
    <details
      className="border-t border-rule py-2.5"
      onToggle={(event) => {
        if (event.currentTarget.open) void openMonth(month);
      }}
    >
      <summary>
        <span className="me-2 font-semibold">{formatMonth(`${month}-15T12:00:00Z`)}</span>
        <span className="num text-sec text-text-2">{count(sessions, 'sittings')}</span>
      </summary>
      <div className="pt-2 ps-4 max-mid:ps-0">
        <OpenMonth month={month} />
      </div>
    </details>
  );
}

/** Summaries of sittings and months, newest first. What they cover can be opened. */
export function MonthsSection() {
  const list = useMonths((state) => state.list);
  return (
    <section aria-labelledby="months-title" className="mt-10">
      <h2 id="months-title" className="text-head font-semibold">
        {t('months.title')}
      </h2>
      <p className="mb-3 text-sec text-text-2">{t('months.lead')}</p>
      {list.kind === 'loading' ? <Loading label={t('months.loading')} /> : null}
      {list.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void refreshMonths()}>
          {t('months.failed', { why: list.failure.message })}
        </Failure>
      ) : null}
      {list.kind === 'ready' && list.value.length === 0 ? (
        <p className="border-t border-rule pt-3 text-text-2">{t('months.empty')}</p>
      ) : null}
      {list.kind === 'ready' && list.value.length > 0 ? (
        <div className="border-b border-rule">
          {list.value.map((each) => (
            <Month key={each.month} {...each} />
          ))}
        </div>
      ) : null}
    </section>
  );
}
