import { useEffect } from 'react';
import type { Trace, TraceId } from '../../../main/contract/index.ts';
import { formatMoment, formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Failure, Loading } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { deviceName } from '../frame/names.ts';
import { BudgetVessel } from './budget-vessel.tsx';
import { CandidatesTable } from './candidates-table.tsx';
import { LegsTable } from './legs-table.tsx';
import { loadTrace, useTraces } from './trace-store.ts';

function timeSentence({ asOf, knownAt }: Trace): string {
  if (asOf === null && knownAt === null) return t('trace.now');
  if (knownAt === null) return t('trace.asOf', { asOf: formatMoment(asOf ?? '') });
  return t('trace.asOfKnown', {
    asOf: asOf === null ? t('trace.today') : formatMoment(asOf),
    knownAt: formatMoment(knownAt),
  });
}

function Facts({ trace }: { readonly trace: Trace }) {
  const { classification, generation, timings } = trace;
  return (
    <p className="mb-3 text-sec text-text-2">
      {classification ? (
        <>
          {t('trace.readAs')} <b className="text-text">{t(`operation.${classification.operation}`)}</b> ·{' '}
          {t(`reliance.${classification.reliance}`)} ({t(`trace.stage.${classification.stage}`)},{' '}
          <span className="num">{classification.confidence.toFixed(2)}</span>) · <span>{classification.why}</span> ·{' '}
        </>
      ) : null}
      {timeSentence(trace)} · {t('trace.generation', { n: formatNumber(generation) })} ·{' '}
      {t('trace.total', { ms: formatMs(timings.totalMs), embed: formatMs(timings.embedMs) })}
    </p>
  );
}

function Hashes({ trace }: { readonly trace: Trace }) {
  const rows = [
    [t('trace.config.hash'), trace.config.hash],
    [t('trace.config.space'), trace.config.embeddingSpace],
    [t('trace.config.recipe'), trace.config.recipe],
    [t('trace.id'), trace.id],
  ] as const;
  const { embedMs, legsMs, fuseMs, totalMs } = trace.timings;
  return (
    <section className="mt-7 grid gap-x-9 gap-y-5 border-t border-rule pt-4 mid:grid-cols-2">
      <div>
        <h2 className="text-[0.8125rem] leading-5 font-semibold">{t('trace.timings')}</h2>
        <p className="num text-sec text-text-2">
          {t('trace.timings.all', {
            embed: formatMs(embedMs),
            legs: formatMs(legsMs),
            fuse: formatMs(fuseMs),
            total: formatMs(totalMs),
          })}
        </p>
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sec">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd dir="ltr" className="font-mono text-lab break-all">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PromptText({ prompt }: { readonly prompt: NonNullable<Trace['prompt']> }) {
  return (
    <details className="mt-7 border-t border-rule pt-3">
      <summary className="text-[0.8125rem] leading-5 font-semibold">
        {t('trace.prompt.title')}{' '}
        <span className="font-normal text-text-2">
          {t('trace.prompt.sub', {
            model: prompt.modelName,
            device: deviceName(prompt.device),
            tokens: formatNumber(prompt.promptTokens),
          })}
        </span>
      </summary>
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text that scrolls must be reachable from the keyboard
        tabIndex={0}
        className="mt-2 max-h-[32rem] overflow-auto rounded-ctl border border-rule bg-paper p-3 font-mono text-lab/[1.125rem] whitespace-pre-wrap"
      >
        {prompt.text}
      </pre>
    </details>
  );
}

function TraceBody({ trace }: { readonly trace: Trace }) {
  return (
    <>
      <nav aria-label={t('trace.where')} className="flex items-center gap-2 text-lab text-text-3">
        <MenuButton />
        <span>
          {trace.conversationId ? (
            <a className="act" href={hrefs.chat(trace.conversationId, trace.replyTurnId)}>
              {t('trace.chat')}
            </a>
          ) : (
            <a className="act" href={hrefs.search}>
              {t('nav.search')}
            </a>
          )}{' '}
          / {t(trace.conversationId ? 'trace.reply' : 'trace.recall', { at: formatMoment(trace.at) })}
        </span>
      </nav>
      <h1 dir="auto" className="mt-1 mb-2.5 line-clamp-6 max-w-[80ch] font-serif text-[1.125rem] leading-[1.625rem]">
        “{trace.query}”
      </h1>
      <Facts trace={trace} />
      <LegsTable legs={trace.legs} totalMs={trace.timings.totalMs} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_14.75rem] gap-9 max-wide:grid-cols-1">
        <section>
          <h2 className="mb-0.5 text-[0.8125rem] leading-5 font-semibold">
            {t('trace.candidates')}{' '}
            <span className="font-normal text-text-2">
              {t('trace.candidates.sub', { n: formatNumber(trace.candidates.length) })}
            </span>
          </h2>
          <CandidatesTable candidates={trace.candidates} legs={trace.legs.map(({ leg }) => leg)} />
        </section>
        <BudgetVessel budget={trace.budget} prompt={trace.prompt} />
      </div>
      {trace.prompt ? (
        <PromptText prompt={trace.prompt} />
      ) : (
        <p className="mt-7 border-t border-rule pt-3 text-sec text-text-2">{t('trace.noPrompt')}</p>
      )}
      <Hashes trace={trace} />
    </>
  );
}

/** How one answer was made, or one search. */
export function TraceScreen({ id }: { readonly id: TraceId }) {
  const entry = useTraces((state) => state.traces[id]);
  useEffect(() => {
    void loadTrace(id);
  }, [id]);
  return (
    <section aria-label={t('trace.label')} className="h-full overflow-auto">
      <div className="max-w-[77.5rem] px-11 pt-6 pb-10 max-mid:px-[1.125rem]">
        {entry?.kind === 'ready' ? <TraceBody trace={entry.value} /> : null}
        {entry?.kind === 'failed' ? (
          <>
            <h1 className="mb-4 text-title">{t('trace.label')}</h1>
            <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadTrace(id)}>
              {entry.failure.message}
            </Failure>
          </>
        ) : null}
        {entry === undefined || entry.kind === 'loading' ? <Loading label={t('trace.loading')} lines={8} /> : null}
      </div>
    </section>
  );
}
