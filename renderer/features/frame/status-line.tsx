import type { ReactNode } from 'react';
import type { AppStatus } from '../../../main/contract/index.ts';
import { formatDay, formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { openLayer } from './frame-store.ts';
import { deviceName } from './names.ts';
import { hostTroubleOf, promiseOf, searchStateOf } from './status-sentences.pure.ts';

function Part({ children, className = '' }: { readonly children: ReactNode; readonly className?: string }) {
  return <span className={`border-s border-rule px-3.5 first:border-0 first:ps-2.5 ${className}`}>{children}</span>;
}

function model(status: AppStatus): ReactNode {
  const trouble = hostTroubleOf(status);
  if (!status.chatModel)
    return trouble === null ? t('status.noModel') : <span className="text-rubric">{t(`status.host.${trouble}`)}</span>;
  const { name, device } = status.chatModel;
  return (
    <>
      <b className="text-text">{name}</b>{' '}
      {trouble === null ? (
        t('status.answersOn', { device: deviceName(device) })
      ) : (
        <span className="text-rubric">{t(`status.host.${trouble}`)}</span>
      )}
    </>
  );
}

function search(status: AppStatus): string {
  const state = searchStateOf(status);
  if (state.kind === 'ready') return t('status.searchOn', { device: deviceName(status.embedder.device) });
  if (state.kind === 'waiting') return t('status.waiting', { turns: count(state.pending, 'turns') });
  return t('status.indexing', { done: formatNumber(state.done), total: formatNumber(state.total) });
}

function history({ history: { records, state, checkedAt } }: AppStatus): ReactNode {
  if (state === 'broken')
    return (
      <a href="#/health" className="act act-rubric">
        {t('status.broken')}
      </a>
    );
  if (state === 'unchecked' || checkedAt === null) return t('status.unchecked', { records: count(records, 'records') });
  return <span title={formatMoment(checkedAt)}>{t('status.unbroken', { day: formatDay(checkedAt) })}</span>;
}

/** What runs where, what is protected, and what has left: always true, never proud. */
export function StatusLine({
  status,
  isFirstRun,
}: {
  readonly status: AppStatus | null;
  readonly isFirstRun: boolean;
}) {
  if (!status) return <footer className="h-[1.875rem] border-t border-rule bg-paper" />;
  return (
    <footer className="flex h-[1.875rem] items-center overflow-hidden border-t border-rule bg-paper px-3.5 text-lab whitespace-nowrap text-text-2 max-mid:px-2">
      {isFirstRun ? (
        <Part className="max-mid:hidden">{status.chatModel ? model(status) : t('status.first')}</Part>
      ) : (
        <>
          <Part className="flex-none max-wide:min-w-0 max-wide:flex-initial max-wide:truncate max-mid:hidden">
            {model(status)}
          </Part>
          <Part className="flex-none max-wide:hidden">{search(status)}</Part>
          <Part className="min-w-0 truncate max-wide:hidden">
            <span title={status.protection}>{status.protection}</span>
          </Part>
          <Part className="flex-none max-wide:hidden">{history(status)}</Part>
        </>
      )}
      <span className="flex-1" />
      <button
        type="button"
        className="flex-none px-2.5 font-semibold text-text hover:underline"
        onClick={() => openLayer('connections')}
      >
        {t(`status.promise.${promiseOf(status)}`)}
      </button>
    </footer>
  );
}
