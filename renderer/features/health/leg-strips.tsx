import type { HealthView } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { planStrip, type StripBar } from './strip.pure.ts';

type Leg = HealthView['legs'][number];

/** What a strip shows, in words. */
function says({ days }: Leg): string {
  const sum = (of: (day: Leg['days'][number]) => number): number => days.reduce((total, day) => total + of(day), 0);
  const asked = sum((day) => day.asked);
  if (asked === 0) return t('health.leg.unasked');
  const failed = sum((day) => day.failed);
  const gave = t('health.leg.gave', { n: formatNumber(sum((day) => day.contributed)), asked: formatNumber(asked) });
  return failed === 0 ? gave : `${gave}; ${t('health.leg.failed', { n: formatNumber(failed) })}`;
}

const fills: Readonly<Record<StripBar['kind'], string>> = {
  gave: 'fill-[var(--ink-line)]',
  nothing: 'fill-[var(--rule-2)]',
  failed: 'fill-[var(--rubric)]',
};

function Strip({ leg, most }: { readonly leg: Leg; readonly most: number }) {
  const name = t(`leg.${leg.leg}`);
  const last = leg.days.findLast(({ contributed }) => contributed > 0);
  const title = last ? t('health.leg.last', { day: formatDay(`${last.day}T12:00:00Z`) }) : undefined;
  const isAsked = leg.days.some(({ asked }) => asked > 0);
  if (!isAsked)
    return (
      <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-2 border-t border-rule py-1">
        <span className="text-sec">{name}</span>
        <span className="text-lab text-text-3">{says(leg)}</span>
      </li>
    );
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-2 border-t border-rule py-1">
      <span className="text-sec">{name}</span>
      <svg
        role="img"
        aria-label={t('health.leg.label', { leg: name, says: says(leg) })}
        viewBox="0 0 270 20"
        preserveAspectRatio="none"
        className="h-5 w-full"
      >
        {title ? <title>{title}</title> : null}
        {planStrip(leg.days, most).map(({ x, height, kind }) => (
          <rect key={x} x={x} y={18 - height} width={5} height={height} className={fills[kind]} />
        ))}
      </svg>
      <span aria-hidden="true" className="num col-start-2 text-lab text-text-3">
        {says(leg)}
      </span>
    </li>
  );
}

/** Thirty days of each leg, one bar a day: in how many of the day's questions it gave something. */
export function LegStrips({ legs }: { readonly legs: HealthView['legs'] }) {
  const most = Math.max(0, ...legs.flatMap(({ days }) => days.map(({ asked }) => asked)));
  return (
    <section aria-labelledby="legs">
      <h2 id="legs" className="mb-2 text-[0.8125rem] leading-5 font-semibold">
        {t('health.legs')}
      </h2>
      {most === 0 ? (
        <p className="text-sec text-text-2">{t('health.legs.none')}</p>
      ) : (
        <ul className="border-b border-rule">
          {legs.map((leg) => (
            <Strip key={leg.leg} leg={leg} most={most} />
          ))}
        </ul>
      )}
    </section>
  );
}
