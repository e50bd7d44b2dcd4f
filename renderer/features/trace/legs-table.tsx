import type { LegReport, Trace } from '../../../main/contract/index.ts';
import { formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { BAND_HEIGHT, BAND_WIDTH, bandPath, reachedStages, stageCounts } from './bands.pure.ts';
import { layOutTime, type Span, type Step, type WaterfallRow } from './waterfall.pure.ts';

const STAGES = ['eligible', 'executed', 'produced', 'selected'] as const;
/** More strokes than this are only a number. */
const TALLY_MOST = 25;
/** Of the column of times; the rest is for the number behind the longest bar. */
const AXIS_PERCENT = 70;
const TICKS = [0, 0.5, 1] as const;

/** Strokes in fives, as one counts on paper. */
function Tally({ n }: { readonly n: number }) {
  if (n === 0 || n > TALLY_MOST) return null;
  return (
    <span aria-hidden="true" className="tally ms-2 inline-flex gap-[3px] align-[-1px]">
      {Array.from({ length: n }, (_, stroke) => stroke + 1).map((stroke) => (
        <i
          key={stroke}
          className={`h-[13px] w-[2.5px] rounded-[1px] bg-ink-line ${stroke % 5 === 0 ? '-ms-[9px] me-[3px] -rotate-[58deg] scale-y-145' : ''}`}
        />
      ))}
    </span>
  );
}

function Band({ leg }: { readonly leg: LegReport }) {
  const counts = stageCounts(leg);
  const reached = reachedStages(leg);
  const cut = (reached * BAND_WIDTH) / STAGES.length;
  const clip = `band-${leg.leg}`;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BAND_WIDTH} ${BAND_HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full rtl:-scale-x-100"
    >
      <clipPath id={clip}>
        <rect width={cut} height={BAND_HEIGHT} />
      </clipPath>
      <path d={bandPath(counts)} clipPath={`url(#${clip})`} className="fill-ink-line/18" />
      {reached < STAGES.length ? (
        <rect x={cut - 2} y="3" width="2" height={BAND_HEIGHT - 6} className="fill-rubric" />
      ) : null}
    </svg>
  );
}

const bars = { leg: 'bg-ink-line', step: 'bg-ghost-ink', failed: 'bg-rubric' } as const;

/** One bar on the axis that all rows share, with its value behind it. */
function TimeCell(props: {
  readonly startMs: number;
  readonly ms: number;
  readonly span: Span;
  readonly look: keyof typeof bars;
}) {
  const { startMs, ms, span, look } = props;
  const end = (span.from + span.share) * AXIS_PERCENT;
  return (
    <td className="relative">
      {TICKS.map((tick) => (
        <i
          key={tick}
          aria-hidden="true"
          className="absolute inset-y-0 border-s border-rule"
          style={{ insetInlineStart: `${tick * AXIS_PERCENT}%` }}
        />
      ))}
      <i
        aria-hidden="true"
        className={`bar absolute top-1/2 h-[5px] -translate-y-1/2 ${bars[look]}`}
        style={{ insetInlineStart: `${span.from * AXIS_PERCENT}%`, width: `${span.share * AXIS_PERCENT}%` }}
      />
      <span
        className="num absolute top-1/2 -translate-y-1/2 bg-leaf px-[3px] text-bar whitespace-nowrap text-text-2"
        style={{ insetInlineStart: `calc(${end}% + 2px)` }}
      >
        {formatMs(ms)}
        <span className="sr-only">{t('trace.from', { ms: formatMs(startMs) })}</span>
      </span>
    </td>
  );
}

function LegRow({ row }: { readonly row: Extract<WaterfallRow, { readonly kind: 'leg' }> }) {
  const { leg } = row;
  const counts = stageCounts(leg);
  const reached = reachedStages(leg);
  const isFailed = leg.outcome === 'failed';
  const isOff = leg.outcome === 'disabled';
  return (
    <tr className={`[&>*]:border-t [&>*]:border-rule ${isOff ? 'text-text-3' : ''}`}>
      <th scope="row" className="h-[2.4375rem] pe-3 text-start font-normal">
        {t(`leg.${leg.leg}`)}
      </th>
      {isOff ? <td /> : <TimeCell {...row} look={isFailed ? 'failed' : 'leg'} />}
      {STAGES.map((stage, index) => (
        <td key={stage} className="relative p-0">
          {index === 0 ? (
            <span className="absolute inset-y-1 start-0 w-[400%]">
              <Band leg={leg} />
            </span>
          ) : null}
          <span className={`num relative px-1 text-sec ${index < reached ? '' : 'text-rubric'}`}>
            {index < reached ? formatNumber(counts[index] ?? 0) : index === reached ? t('trace.stopped') : ''}
          </span>
        </td>
      ))}
      <td className="num">
        {reached === STAGES.length ? <b>{formatNumber(leg.inPrompt)}</b> : ''}
        {reached === STAGES.length ? <Tally n={leg.inPrompt} /> : null}
      </td>
      <td className={`py-[3px] text-sec/[1rem] ${isFailed ? 'text-rubric' : 'text-text-2'}`}>
        {t(`outcome.${leg.outcome}`)}
        {leg.why ? `: ${leg.why}` : ''}
        <span className="block text-lab/[0.9375rem] text-text-3">{leg.method}</span>
      </td>
    </tr>
  );
}

/** What a step did, in words: it has no stages of its own. */
function stepSentence(step: Step, { candidates, budget, legs }: Trace): string {
  const found = legs.reduce((sum, { produced }) => sum + produced, 0);
  switch (step) {
    case 'open':
      return t('step.open.what');
    case 'embed':
      return t('step.embed.what');
    case 'fuse':
      return t('step.fuse.what', { n: formatNumber(found) });
    case 'rerank':
      return t('step.rerank.what');
    case 'pack':
      return t('step.pack.what', {
        n: formatNumber(candidates.filter(({ packed }) => packed !== null).length),
        tokens: formatNumber(budget.used),
      });
  }
}

function StepRow(props: { readonly row: Extract<WaterfallRow, { readonly kind: 'step' }>; readonly trace: Trace }) {
  const { row, trace } = props;
  return (
    <tr className="[&>*]:border-t [&>*]:border-rule">
      <th scope="row" className="h-[1.9375rem] pe-3 text-start font-normal text-text-2">
        {t(`step.${row.step}`)}
      </th>
      <TimeCell {...row} look="step" />
      <td colSpan={6} className="px-1 text-sec text-text-2">
        {stepSentence(row.step, trace)}
      </td>
    </tr>
  );
}

/** The axis that the bars stand on. */
function TimeHead({ wholeMs }: { readonly wholeMs: number }) {
  return (
    <th scope="col" className="relative h-[2.625rem] align-top">
      {t('trace.time', { ms: formatMs(wholeMs) })}
      {TICKS.map((tick) => (
        <span
          key={tick}
          aria-hidden="true"
          className={`num absolute bottom-0.5 text-bar ${tick === 0 ? '' : '-translate-x-1/2 rtl:translate-x-1/2'}`}
          style={{ insetInlineStart: `${tick * AXIS_PERCENT}%` }}
        >
          {tick === 0 ? '0' : formatMs(wholeMs * tick)}
        </span>
      ))}
    </th>
  );
}

/** When each leg and step ran, and what each leg could have read, did read, found and gave: numbers stand on the bands. */
export function LegsTable({ trace }: { readonly trace: Trace }) {
  const { wholeMs, rows } = layOutTime(trace);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('trace.legs')}>
      <table className="w-full min-w-[56rem] table-fixed border-b border-rule">
        <colgroup>
          <col className="w-[13%]" />
          <col className="w-[21%]" />
          {STAGES.map((stage) => (
            <col key={stage} className="w-[9.5%]" />
          ))}
          <col className="w-[10%]" />
          <col className="w-[18%]" />
        </colgroup>
        <thead>
          <tr className="text-lab text-text-3 [&>th]:border-t [&>th]:border-rule [&>th]:py-1.5 [&>th]:text-start [&>th]:font-normal">
            <th scope="col">{t('trace.leg')}</th>
            <TimeHead wholeMs={wholeMs} />
            {STAGES.map((stage) => (
              <th key={stage} scope="col">
                {t(`stage.${stage}`)}
              </th>
            ))}
            <th scope="col">{t('stage.inPrompt')}</th>
            <th scope="col">{t('trace.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.kind === 'leg' ? (
              <LegRow key={row.leg.leg} row={row} />
            ) : (
              <StepRow key={row.step} row={row} trace={trace} />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
