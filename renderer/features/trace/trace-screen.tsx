import { useEffect, useState } from 'react';
import type { Trace, TraceId } from '../../../main/contract/index.ts';
import { formatMoment, formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { go, hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading } from '../../ui/parts.tsx';
import type { Loadable } from '../failure.ts';
import { openForget, openForgetAbout } from '../forget/forget-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { deviceName } from '../frame/names.ts';
import { BudgetVessel } from './budget-vessel.tsx';
import { CandidatesTable } from './candidates-table.tsx';
import { CompareScreen } from './compare-screen.tsx';
import { Corrections } from './corrections.tsx';
import { Derivation } from './derivation.tsx';
import { LegsTable } from './legs-table.tsx';
import { PackedList } from './packed-list.tsx';
import { Reading } from './reading.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { TracePicker } from './trace-picker.tsx';
import { loadTrace, useTraces } from './trace-store.ts';
import { Wishes } from './wishes.tsx';

function timeSentence({ asOf, knownAt }: Trace): string {
  if (asOf === null && knownAt === null) return t('trace.now');
  if (knownAt === null) return t('trace.asOf', { asOf: formatMoment(asOf ?? '') });
  return t('trace.asOfKnown', {
    asOf: asOf === null ? t('trace.today') : formatMoment(asOf),
    knownAt: formatMoment(knownAt),
  });
}

function Facts({ trace }: { readonly trace: Trace }) {
  const { classification, generation, timings, route } = trace;
  return (
    <p className="mb-3 text-sec text-text-2">
      {classification ? (
        <>
          {t('trace.readAs')} <b className="text-text">{t(`operation.${classification.operation}`)}</b> ·{' '}
          {t(`reliance.${classification.reliance}`)} ({t(`trace.stage.${classification.stage}`)},{' '}
          <span className="num">{classification.confidence.toFixed(2)}</span>) · <span>{classification.why}</span> ·{' '}
        </>
      ) : null}
      {route ? (
        <>
          {t('route.trace')} <b className="text-text">{route.modelName}</b>, {t('route.trace.why', { why: route.why })}{' '}
          ·{' '}
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
  const { embedMs, legsMs, fuseMs, rerankMs, packMs, totalMs } = trace.timings;
  return (
    <section className="mt-7 grid gap-x-9 gap-y-5 border-t border-rule pt-4 mid:grid-cols-2">
      <div>
        <h2 className="text-[0.8125rem] leading-5 font-semibold">{t('trace.timings')}</h2>
        <p className="num text-sec text-text-2">
          {t('trace.timings.all', {
            embed: formatMs(embedMs),
            legs: formatMs(legsMs),
            fuse: formatMs(fuseMs),
            rerank: formatMs(rerankMs),
            pack: formatMs(packMs),
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

function Where({ trace }: { readonly trace: Trace }) {
  const { conversationId, replyTurnId, replayOf, at } = trace;
  const what = replayOf !== null ? 'trace.replay' : replyTurnId !== null ? 'trace.reply' : 'trace.recall';
  return (
    <nav aria-label={t('trace.where')} className="flex items-center gap-2 text-lab text-text-3">
      <MenuButton />
      <span>
        {conversationId ? (
          <a className="act" href={hrefs.chat(conversationId, replyTurnId)}>
            {t('trace.chat')}
          </a>
        ) : (
          <a className="act" href={hrefs.search}>
            {t('nav.search')}
          </a>
        )}{' '}
        / {t(what, { at: formatMoment(at) })}
        {replayOf === null ? null : (
          <>
            {' '}
            <a className="act" href={hrefs.trace(replayOf)}>
              {t('trace.origin')}
            </a>
          </>
        )}
      </span>
    </nav>
  );
}

/** What can be done with a trace: run it again with a change, or lay another beside it. */
function Actions({ trace }: { readonly trace: Trace }) {
  const [open, setOpen] = useState<'replay' | 'picker' | null>(null);
  const close = () => setOpen(null);
  const { replayOf, questionTurnId } = trace;
  // The question with its answer; of a search, everything that says its words.
  const forget = (): void => {
    if (questionTurnId === null) openForgetAbout(trace.query);
    else openForget({ selection: { kind: 'turns', turnIds: [questionTurnId] }, name: null });
  };
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <Button onClick={() => setOpen('replay')}>{t('trace.runAgain')}</Button>
      <Button onClick={() => setOpen('picker')}>{t('trace.compareWith')}</Button>
      {replayOf === null ? null : (
        <Button onClick={() => go({ name: 'trace', id: replayOf, withId: trace.id })}>
          {t('trace.compareOrigin')}
        </Button>
      )}
      <Button variant="dangerOutline" onClick={forget}>
        {t('forget.open')}
      </Button>
      {open === 'replay' ? <ReplayDialog trace={trace} onClose={close} /> : null}
      {open === 'picker' ? (
        <TracePicker other={trace} onClose={close} onPick={(withId) => go({ name: 'trace', id: trace.id, withId })} />
      ) : null}
    </div>
  );
}

function TraceBody({ trace }: { readonly trace: Trace }) {
  return (
    <>
      <Where trace={trace} />
      <div className="mt-1 mb-2.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 dir="auto" className="line-clamp-6 max-w-[80ch] min-w-0 font-serif text-[1.125rem] leading-[1.625rem]">
          “{trace.query}”
        </h1>
        <Actions trace={trace} />
      </div>
      <Facts trace={trace} />
      <Corrections trace={trace} />
      {trace.withheldBy === null ? null : (
        <p className="mt-3 border-t border-rule pt-3 text-text-2">{t(`trace.withheld.${trace.withheldBy}`)}</p>
      )}
      <LegsTable trace={trace} />
      <Reading trace={trace} />
      {trace.derivation === null ? null : <Derivation derivation={trace.derivation} />}
      <Wishes wishes={trace.wishes} />
      <CandidatesTable candidates={trace.candidates} legs={trace.legs.map(({ leg }) => leg)} />
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)_14.75rem] gap-9 max-wide:grid-cols-1">
        <PackedList trace={trace} />
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

type Asked = { readonly id: TraceId; readonly entry: Loadable<Trace> | undefined };

/** Why a trace cannot be shown, or that it is being read. */
function Waiting({ asked }: { readonly asked: readonly Asked[] }) {
  const failed = asked.find(({ entry }) => entry?.kind === 'failed');
  if (failed?.entry?.kind !== 'failed') return <Loading label={t('trace.loading')} lines={8} />;
  return (
    <>
      <h1 className="mb-4 text-title">{t('trace.label')}</h1>
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadTrace(failed.id)}>
        {failed.entry.failure.message}
      </Failure>
    </>
  );
}

/** How one answer was made, or one search; with a second trace, what is different in it. */
export function TraceScreen({ id, withId }: { readonly id: TraceId; readonly withId: TraceId | null }) {
  const entry = useTraces((state) => state.traces[id]);
  const other = useTraces((state) => (withId === null ? undefined : state.traces[withId]));
  useEffect(() => {
    void loadTrace(id);
    if (withId !== null) void loadTrace(withId);
  }, [id, withId]);
  const asked: readonly Asked[] =
    withId === null
      ? [{ id, entry }]
      : [
          { id, entry },
          { id: withId, entry: other },
        ];
  const [first, second] = asked.flatMap((each) => (each.entry?.kind === 'ready' ? [each.entry.value] : []));
  const isReady = asked.every((each) => each.entry?.kind === 'ready');
  return (
    <section aria-label={t(withId === null ? 'trace.label' : 'compare.title')} className="h-full overflow-auto">
      <div className="max-w-[77.5rem] px-11 pt-6 pb-10 max-mid:px-[1.125rem]">
        {isReady && first && !second ? <TraceBody key={first.id} trace={first} /> : null}
        {isReady && first && second ? <CompareScreen before={first} after={second} /> : null}
        {isReady ? null : <Waiting asked={asked} />}
      </div>
    </section>
  );
}
