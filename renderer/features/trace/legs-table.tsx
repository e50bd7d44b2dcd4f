import type { LegReport } from '../../../main/contract/index.ts';
import { formatMs } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { BAND_HEIGHT, BAND_WIDTH, bandPath, reachedStages, stageCounts, timeBar } from './bands.pure.ts';

const STAGES = ['eligible', 'executed', 'produced', 'selected'] as const;
/** More strokes than this are only a number. */
const TALLY_MOST = 25;

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

function LegRow({ leg, totalMs }: { readonly leg: LegReport; readonly totalMs: number }) {
  const counts = stageCounts(leg);
  const reached = reachedStages(leg);
  const bar = timeBar(leg, totalMs);
  const isFailed = leg.outcome === 'failed';
  const isOff = leg.outcome === 'disabled';
  return (
    <tr className={`[&>*]:border-t [&>*]:border-rule ${isOff ? 'text-text-3' : ''}`}>
      <th scope="row" className="h-[1.9375rem] text-start font-normal" title={leg.method}>
        {t(`leg.${leg.leg}`)}
      </th>
      <td className="relative">
        <i
          aria-hidden="true"
          className={`bar absolute top-[13px] h-[5px] ${isFailed ? 'bg-rubric' : 'bg-ink-line'}`}
          style={{ insetInlineStart: `${bar.from * 62}%`, width: `${bar.share * 62}%` }}
        />
        <span
          className="num absolute top-2 text-bar text-text-2"
          style={{ insetInlineStart: `calc(${(bar.from + bar.share) * 62}% + 5px)` }}
        >
          {formatMs(leg.ms)}
        </span>
      </td>
      {STAGES.map((stage, index) => (
        <td key={stage} className="relative p-0">
          {index === 0 ? (
            <span className="absolute inset-y-0 start-0 w-[400%]">
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
      <td className={`text-sec ${isFailed ? 'text-rubric' : 'text-text-2'}`}>
        {t(`outcome.${leg.outcome}`)}
        {leg.why ? `: ${leg.why}` : ''}
      </td>
    </tr>
  );
}

/** What each leg could have read, did read, found and gave: the numbers stand on the bands. */
export function LegsTable({ legs, totalMs }: { readonly legs: readonly LegReport[]; readonly totalMs: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('trace.legs')}>
      <table className="w-full min-w-[54rem] table-fixed border-b border-rule">
        <colgroup>
          <col className="w-[15%]" />
          <col className="w-[13%]" />
          {STAGES.map((stage) => (
            <col key={stage} className="w-[11%]" />
          ))}
          <col className="w-[12%]" />
          <col className="w-[16%]" />
        </colgroup>
        <thead>
          <tr className="text-lab text-text-3 [&>th]:border-t [&>th]:border-rule [&>th]:py-1.5 [&>th]:text-start [&>th]:font-normal">
            <th scope="col">{t('trace.leg')}</th>
            <th scope="col">{t('trace.time', { ms: formatMs(totalMs) })}</th>
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
          {legs.map((leg) => (
            <LegRow key={leg.leg} leg={leg} totalMs={totalMs} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
