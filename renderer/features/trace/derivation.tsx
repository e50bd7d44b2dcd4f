import type { TraceDerivation } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';

/** What code worked out from the facts for this answer: the steps, and what it put in place of the model's words. */
export function Derivation({ derivation }: { readonly derivation: TraceDerivation }) {
  const { subject, relations, outcome, steps, surface, removed } = derivation;
  return (
    <section className="mt-6" aria-label={t('derivation.title')}>
      <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">
        {t('derivation.title')}{' '}
        <span className="font-normal text-text-2">
          <bdi>{subject === 'me' ? t('derivation.you') : subject || t('derivation.nobody')}</bdi>:{' '}
          <bdi>{relations.join(', ')}</bdi> · {t(`derivation.outcome.${outcome}`)}
        </span>
      </h2>
      {surface === '' ? null : (
        <p dir="auto" className="font-serif text-quote">
          {surface}
        </p>
      )}
      <ol className="mt-1 list-inside list-decimal text-sec text-text-2">
        {steps.map((step) => (
          <li key={step} dir="auto" className="[overflow-wrap:anywhere]">
            {step}
          </li>
        ))}
      </ol>
      {removed.length === 0 ? null : (
        <ul className="mt-1 text-sec text-text-2">
          {removed.map(({ sentence, why }) => (
            <li key={sentence} dir="auto">
              {t('derivation.removed', { sentence, why: t(`derivation.why.${why}`) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
