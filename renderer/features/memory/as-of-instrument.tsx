import { useEffect, useRef, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live.ts';
import { type AsOf, type Bounds, type Clock, moveTo, NOW, playFrom, sentenceOf } from './as-of.pure.ts';
import { AsOfSentenceText, sayAsOf } from './as-of-sentence.tsx';
import { type Day, noonOf } from './day.pure.ts';
import { Ruler } from './ruler.tsx';
import { type Scale, shareOf } from './scale.pure.ts';

const SAY_AFTER_MS = 500;
const PLAY_MS = 125;
const PLAY_STILL_MS = 1_000;

type InstrumentProps = {
  readonly asOf: AsOf;
  readonly scale: Scale;
  readonly bounds: Bounds;
  readonly changes: Readonly<Record<Clock, readonly Day[]>>;
  readonly onChange: (asOf: AsOf) => void;
};

/** Says the sentence once the handles rest. */
function useSaying(asOf: AsOf, today: Day): void {
  const first = useRef(true);
  const text = sayAsOf(sentenceOf(asOf, today));
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = window.setTimeout(() => announce(text), SAY_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
}

/** Plays from the day looked at, or from the beginning, to today: a year a second. */
function usePlay({ asOf, bounds, onChange }: InstrumentProps, isTogether: boolean) {
  const [isPlaying, setIsPlaying] = useState(false);
  const day = asOf.trueOn;
  useEffect(() => {
    if (!isPlaying) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const stepMs = isStill ? PLAY_STILL_MS : PLAY_MS;
    const timer = window.setTimeout(() => {
      const next = playFrom(day ?? bounds.today, stepMs);
      if (next >= bounds.today) setIsPlaying(false);
      onChange(moveTo(asOf, { clock: 'true', day: next, isTogether }, { ...bounds, last: bounds.today }));
    }, stepMs);
    return () => window.clearTimeout(timer);
  }, [isPlaying, day, asOf, bounds, isTogether, onChange]);
  const toggle = () => {
    if (!isPlaying && (day === null || day >= bounds.today))
      onChange(moveTo(asOf, { clock: 'true', day: bounds.first, isTogether }, bounds));
    setIsPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}

/** The line from one handle to the other. */
function Thread({ trueAt, knownAt }: { readonly trueAt: number; readonly knownAt: number }) {
  const [a, b] = [trueAt * 100, knownAt * 100];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      className="pointer-events-none absolute start-[var(--fc)] end-0 top-[28px] h-5 overflow-visible max-mid:hidden rtl:-scale-x-100"
      style={{ width: 'calc(100% - var(--fc))' }}
    >
      <path
        d={`M${a} 0C${a} 14 ${b} 6 ${b} 20`}
        fill="none"
        className="stroke-ink"
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Two rulers on one axis, when it was true and when it was known, under the sentence that says what they show. */
export function AsOfInstrument(props: InstrumentProps) {
  const { asOf, scale, bounds, changes, onChange } = props;
  const [isTogether, setIsTogether] = useState(false);
  const { isPlaying, toggle } = usePlay(props, isTogether);
  useSaying(asOf, bounds.today);
  const days: Readonly<Record<Clock, Day>> = { true: asOf.trueOn ?? bounds.today, known: asOf.knownOn ?? bounds.today };
  const ruler = (clock: Clock) => (
    <Ruler
      clock={clock}
      day={days[clock]}
      isNow={(clock === 'true' ? asOf.trueOn : asOf.knownOn) === null}
      scale={scale}
      bounds={bounds}
      changes={changes[clock]}
      onMove={(day) => onChange(moveTo(asOf, { clock, day, isTogether }, bounds))}
    />
  );
  return (
    <section aria-label={t('asof.label')} className="relative border-y border-rule pt-3.5 pb-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-h-7 min-w-0 flex-1 text-figure leading-[1.6875rem] tracking-[-0.005em] max-mid:basis-full">
          <AsOfSentenceText sentence={sentenceOf(asOf, bounds.today)} />
        </h2>
        <label className="flex items-center gap-[7px] text-sec text-text-2">
          <input
            type="checkbox"
            className="accent-ink"
            checked={isTogether}
            onChange={(event) => {
              setIsTogether(event.target.checked);
              if (event.target.checked)
                onChange(moveTo(asOf, { clock: 'true', day: days.true, isTogether: true }, bounds));
            }}
          />
          {t('asof.together')}
        </label>
        <Button size="small" onClick={() => onChange(NOW)}>
          {t('asof.today')}
        </Button>
        <Button size="small" variant="quiet" aria-pressed={isPlaying} onClick={toggle}>
          {t(isPlaying ? 'asof.stop' : 'asof.play')}
        </Button>
      </div>
      <div className="relative mt-2.5">
        {ruler('true')}
        {ruler('known')}
        <Thread trueAt={shareOf(scale, noonOf(days.true))} knownAt={shareOf(scale, noonOf(days.known))} />
      </div>
    </section>
  );
}
