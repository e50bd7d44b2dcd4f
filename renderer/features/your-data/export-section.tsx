import { useId } from 'react';
import type { ConversationId, ExportFormat, SpaceId } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Bar, Failure, Select, TextField } from '../../ui/parts.tsx';
import { loadMoreConversations, useConversations } from '../frame/conversations-store.ts';
import { useSpaces } from '../spaces/spaces-store.ts';
import { isBackwards, type Scope, type Wish } from './export-scope.pure.ts';
import { changeWish, type ExportJob, runExport, stopExport, useExport } from './export-store.ts';

const FORMATS: readonly ExportFormat[] = ['md', 'jsonl', 'json', 'csv', 'chatgpt'];

function Format({ wish, isBusy }: { readonly wish: Wish; readonly isBusy: boolean }) {
  const id = useId();
  return (
    <fieldset disabled={isBusy}>
      <legend className="mb-1 text-sec text-text-2">{t('export.format')}</legend>
      {FORMATS.map((format) => (
        <label key={format} className="flex items-baseline gap-2.5 border-t border-rule py-2">
          <input
            type="radio"
            name={id}
            value={format}
            checked={wish.format === format}
            onChange={() => changeWish({ format })}
            className="size-3.5 flex-none self-center accent-ink"
          />
          <span className="min-w-0">
            <b className="font-semibold">{t(`export.${format}`)}</b>{' '}
            <span className="text-sec text-text-2">{t(`export.${format}.what`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const scopeValue = (scope: Scope): string =>
  scope.kind === 'space' ? `space ${scope.spaceId}` : scope.kind === 'conversation' ? 'conversation' : 'everything';

function ConversationChoice({ chosen }: { readonly chosen: ConversationId }) {
  const { items, total } = useConversations();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select
        aria-label={t('export.conversation')}
        value={chosen}
        onChange={(event) =>
          // The page made the options of these ids.
          changeWish({ scope: { kind: 'conversation', conversationId: event.target.value as ConversationId } })
        }
        className="max-w-full min-w-0"
      >
        {items.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {items.length < total ? (
        <TextButton onClick={() => void loadMoreConversations()}>
          {t('export.older', { n: formatNumber(total - items.length) })}
        </TextButton>
      ) : null}
    </div>
  );
}

function What({ wish, isBusy }: { readonly wish: Wish; readonly isBusy: boolean }) {
  const id = useId();
  const spaces = useSpaces((state) => state.spaces);
  const first = useConversations((state) => state.items[0]);
  const choose = (value: string) => {
    if (value.startsWith('space ')) changeWish({ scope: { kind: 'space', spaceId: value.slice(6) as SpaceId } });
    else if (value === 'conversation' && first)
      changeWish({ scope: { kind: 'conversation', conversationId: first.id } });
    else changeWish({ scope: { kind: 'everything' } });
  };
  return (
    <fieldset disabled={isBusy} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-sec text-text-2">
          {t('export.scope')}
        </label>
        <Select id={id} value={scopeValue(wish.scope)} onChange={(event) => choose(event.target.value)}>
          <option value="everything">{t('export.scope.everything')}</option>
          {spaces.length > 1
            ? spaces.map((space) => (
                <option key={space.id} value={`space ${space.id}`}>
                  {t('export.scope.space', { name: space.name })}
                </option>
              ))
            : null}
          {first ? <option value="conversation">{t('export.scope.conversation')}</option> : null}
        </Select>
        {wish.scope.kind === 'conversation' ? <ConversationChoice chosen={wish.scope.conversationId} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sec text-text-2">
        <label htmlFor={`${id}-from`}>{t('export.from')}</label>
        <TextField
          id={`${id}-from`}
          type="date"
          value={wish.fromDay}
          onChange={(event) => changeWish({ fromDay: event.target.value })}
        />
        <label htmlFor={`${id}-to`}>{t('export.to')}</label>
        <TextField
          id={`${id}-to`}
          type="date"
          value={wish.toDay}
          onChange={(event) => changeWish({ toDay: event.target.value })}
        />
        <span>{t('export.days')}</span>
      </div>
      {isBackwards(wish) ? <p className="text-sec text-rubric">{t('export.backwards')}</p> : null}
    </fieldset>
  );
}

function Outcome({ job }: { readonly job: ExportJob }) {
  if (job.kind === 'running') {
    const share = job.total === 0 ? 0 : job.done / job.total;
    const label = t('export.running', { done: formatNumber(job.done), total: formatNumber(job.total) });
    return (
      <div className="max-w-[32rem]">
        <p className="num text-sec text-text-2">{job.total === 0 ? t('export.starting') : label}</p>
        <Bar share={share} label={label} height="regular" className="mt-1" />
      </div>
    );
  }
  if (job.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void runExport()}>
        {job.failure.message}
      </Failure>
    );
  if (job.kind === 'none') return null;
  const { report, name } = job;
  const what =
    report.format === 'csv'
      ? count(report.facts, 'facts')
      : `${count(report.conversations, 'conversations')}, ${count(report.turns, 'turns')}`;
  return (
    <p className="max-w-[68ch]">
      {t('export.done', { name, what, size: formatBytes(report.bytes) })}{' '}
      <span className="text-text-2">{t('export.done.care')}</span>
    </p>
  );
}

/** What is the user's, in a file of their own. */
export function ExportSection() {
  const { wish, job } = useExport();
  const isBusy = job.kind === 'running';
  return (
    <section aria-labelledby="export">
      <h2 id="export" className="text-[1.25rem] leading-7">
        {t('export.title')}
      </h2>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('export.lead')}</p>
      <div className="flex flex-col gap-4">
        <Format wish={wish} isBusy={isBusy} />
        <What wish={wish} isBusy={isBusy} />
        <div className="flex gap-2">
          {isBusy ? (
            <Button onClick={stopExport}>{t('common.stop')}</Button>
          ) : (
            <Button variant="primary" disabled={isBackwards(wish)} onClick={() => void runExport()}>
              {t('export.run')}
            </Button>
          )}
        </div>
        <Outcome job={job} />
      </div>
    </section>
  );
}
