import { useEffect } from 'react';
import type { HeadsVersion, Learning } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Failure, Loading } from '../../ui/parts.tsx';
import { loadLearning, restoreVersion, useLearning } from './learning-store.ts';

const FIELDS = ['topic', 'intent', 'reliance', 'operation'] as const;

function Counts({ learning }: { readonly learning: Learning }) {
  const some = FIELDS.filter((field) => learning.corrections[field] > 0);
  return (
    <p className="mt-2 text-sec">
      <span className="text-text-3">{t('learning.corrections')}: </span>
      {some.length === 0
        ? t('learning.none')
        : some.map((field) => `${t(`learning.field.${field}`)} ${learning.corrections[field]}`).join(' · ')}
    </p>
  );
}

function LastTry({ learning }: { readonly learning: Learning }) {
  const { lastTry } = learning;
  // A round that found no corrections has tried nothing.
  if (lastTry === null || lastTry.fields.length === 0)
    return <p className="text-sec text-text-2">{t('learning.never')}</p>;
  return (
    <div className="mt-2 text-sec">
      <p className="text-text-3">{t('learning.last', { when: formatMoment(lastTry.at) })}</p>
      <ul>
        {lastTry.fields.map(({ field, outcome, why }) => (
          <li key={field}>
            {t(`learning.field.${field}`)}: <b>{t(`learning.outcome.${outcome}`)}</b>. {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeScores({ scores }: HeadsVersion): string {
  const shares = FIELDS.flatMap((field) => {
    const after = scores[`${field} after`];
    if (after === undefined) return [];
    return [t('learning.share', { field: t(`learning.field.${field}`), percent: Math.round(after * 100) })];
  });
  const corrections = scores.corrections;
  const from =
    corrections === undefined ? [] : [t('learning.version.from', { corrections: count(corrections, 'corrections') })];
  return [...from, ...shares].join(' · ');
}

function Version({ version }: { readonly version: HeadsVersion }) {
  const { id, adoptedAt, isActive, isUsable } = version;
  const name =
    adoptedAt === null
      ? t('learning.version.shipped')
      : t('learning.version.learnt', { when: formatMoment(adoptedAt) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-2">
      <span className="min-w-0 flex-1">
        {name} <span className="text-sec text-text-2">{describeScores(version)}</span>
      </span>
      {isActive ? <Badge fill="full">{t('learning.version.active')}</Badge> : null}
      {isUsable ? null : <Badge fill="rubric">{t('learning.version.lost')}</Badge>}
      {isActive || !isUsable ? null : (
        <Button size="small" aria-label={t('learning.restore.named', { name })} onClick={() => void restoreVersion(id)}>
          {t('learning.restore')}
        </Button>
      )}
    </li>
  );
}

/** What was learnt from the user's corrections, how well it does, and a way back. */
export function LearningSection() {
  const learning = useLearning((state) => state.learning);
  useEffect(() => {
    void loadLearning();
    return api.on('learning.changed', () => void loadLearning());
  }, []);
  return (
    <section className="mt-9 mb-7">
      <h2 className="text-head font-semibold">{t('learning.title')}</h2>
      {learning.kind === 'loading' ? <Loading label={t('learning.loading')} lines={3} /> : null}
      {learning.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadLearning()}>
          {learning.failure.message}
        </Failure>
      ) : null}
      {learning.kind === 'ready' ? (
        <div className="max-w-[46rem]">
          <p className="text-sec text-text-2">{t('learning.lead', { minimum: learning.value.minimum })}</p>
          {learning.value.problem === null ? null : (
            <div className="mt-3">
              <Failure>{learning.value.problem}</Failure>
            </div>
          )}
          <Counts learning={learning.value} />
          <LastTry learning={learning.value} />
          <h3 className="mt-4 text-ui font-semibold">{t('learning.versions')}</h3>
          <ul>
            {learning.value.versions.map((version) => (
              <Version key={version.id} version={version} />
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
