import type { Trace } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';

const TICKS = [0.25, 0.5, 0.75, 1] as const;

/** The allowance as a vessel: what memory took of it, and what was left. */
export function BudgetVessel({ budget, prompt }: Pick<Trace, 'budget' | 'prompt'>) {
  const used = prompt?.memoryTokens ?? budget.used;
  const whole = budget.tokens;
  const share = whole === null || whole === 0 ? 1 : Math.min(1, used / whole);
  return (
    <section aria-label={t('trace.budget')}>
      <h2 className="text-[0.8125rem] leading-5 font-semibold">
        {whole === null
          ? t('trace.budget.open', { used: formatNumber(used) })
          : t('trace.budget.title', { n: formatNumber(whole) })}
      </h2>
      <p className="mb-2.5 text-sec text-text-2">
        {t(budget.isExact ? 'trace.budget.exact' : 'trace.budget.estimate', { counter: budget.counter })}
      </p>
      {whole === null ? null : (
        <div className="grid grid-cols-[2.75rem_1fr] gap-3.5">
          <div
            aria-hidden="true"
            className="relative flex h-[16rem] flex-col-reverse rounded-b-[3px] border border-t-0 border-rule-2"
          >
            <i className="bar block bg-ink-line" style={{ height: `${share * 100}%` }} />
            {TICKS.map((tick) => (
              <i
                key={tick}
                className="absolute -end-[5px] w-[5px] border-t border-rule-2"
                style={{ bottom: `${tick * 100}%` }}
              />
            ))}
          </div>
          <dl className="relative text-sec">
            <div className="absolute" style={{ bottom: `${Math.min(92, share * 100 + ((1 - share) / 2) * 100 - 3)}%` }}>
              <dd className="num inline font-semibold">{formatNumber(Math.max(0, whole - used))}</dd>{' '}
              <dt className="inline text-text-2">{t('trace.budget.left')}</dt>
            </div>

            <div className="absolute" style={{ bottom: `${Math.max(0, (share / 2) * 100 - 3)}%` }}>
              <dd className="num inline font-semibold">{formatNumber(used)}</dd>{' '}
              <dt className="inline text-text-2">{t('trace.budget.memories')}</dt>
            </div>
          </dl>
        </div>
      )}
      {prompt ? (
        <dl className="num mt-4 grid grid-cols-[1fr_max-content] gap-x-4 gap-y-1 text-sec [&>dd]:text-end [&>dt]:text-text-2">
          <dt>{t('trace.prompt.whole')}</dt>
          <dd>{formatNumber(prompt.promptTokens)}</dd>
          <dt>{t('trace.prompt.recent')}</dt>
          <dd>{formatNumber(prompt.recentTokens)}</dd>
          <dt>{t('trace.prompt.reserve')}</dt>
          <dd>{formatNumber(prompt.replyReserve)}</dd>
          <dt>{t('trace.prompt.context')}</dt>
          <dd>{formatNumber(prompt.contextTokens)}</dd>
        </dl>
      ) : null}
    </section>
  );
}
