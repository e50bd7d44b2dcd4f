import { useEffect, useState } from 'react';
import type { OutputOf, Procedure } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Failure, Loading } from '../../ui/parts.tsx';
import { type Loadable, toFailed } from '../failure.ts';

type History = OutputOf<'procedures.get'>['history'];

/** Everything that was done to a habit, the latest first. */
export function HabitHistory({ habit }: { readonly habit: Procedure }) {
  const [history, setHistory] = useState<Loadable<History>>({ kind: 'loading' });
  const { id } = habit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the habit was, for something was done to it
  useEffect(() => {
    let isShown = true;
    api.call('procedures.get', { id }).then(
      (value) => isShown && setHistory({ kind: 'ready', value: value.history }),
      (error: unknown) => isShown && setHistory({ kind: 'failed', failure: toFailed(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [id, habit]);
  if (history.kind === 'loading') return <Loading label={t('habits.history.loading')} lines={2} />;
  if (history.kind === 'failed') return <Failure>{history.failure.message}</Failure>;
  return (
    <ol className="mt-2 border-s border-rule ps-3 text-sec text-text-2" aria-label={t('habits.history')}>
      {history.value.toReversed().map(({ seq, at, act }) => (
        <li key={seq}>
          <span className="num">{formatMoment(at)}</span> {t(`habits.act.${act}`)}
        </li>
      ))}
    </ol>
  );
}
