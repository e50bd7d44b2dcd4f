import { now } from '../../clock.ts';
import { formatRemaining } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Bar, Failure } from '../../ui/parts.tsx';
import { type CheckUpResult, runCheckUp, stopCheckUp } from './check-up-store.ts';
import { remainingMs } from './filter.pure.ts';

function progressText({ done, total, startedMs }: CheckUpResult): string {
  if (total === 0) return t('checkUp.progress.begin');
  const [n, all] = [formatNumber(done), count(total, 'questions')];
  const left = remainingMs({ done, total, elapsedMs: now().getTime() - startedMs });
  return left === null
    ? t('checkUp.progress', { done: n, all })
    : t('checkUp.progress.left', { done: n, all, left: formatRemaining(left / 1000) });
}

/** How far it is, or why it ended before its end. */
export function Progress({ result }: { readonly result: CheckUpResult }) {
  const { state, done, total, failure } = result;
  const words = { done: formatNumber(done), all: count(total, 'questions') };
  if (state === 'done') return null;
  return (
    <div className="mt-6 max-w-[58rem]">
      {state === 'running' ? (
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <p className="num mb-1.5 text-sec text-text-2">{progressText(result)}</p>
            <Bar share={total === 0 ? 0 : done / total} label={t('checkUp.progress.label')} height="regular" />
          </div>
          <Button onClick={stopCheckUp}>{t('common.stop')}</Button>
        </div>
      ) : null}
      {state === 'stopped' && total > 0 ? <p className="text-text-2">{t('checkUp.stopped', words)}</p> : null}
      {state === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void runCheckUp()}>
          {total === 0 ? (failure?.message ?? '') : t('checkUp.broken', { ...words, why: failure?.message ?? '' })}
        </Failure>
      ) : null}
    </div>
  );
}
