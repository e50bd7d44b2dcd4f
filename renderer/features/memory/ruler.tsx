import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { t } from '../../locales/text.ts';
import { useApp } from '../frame/app-store.ts';
import { type Bounds, type Clock, dayForKey } from './as-of.pure.ts';
import { AxisTicks } from './axis.tsx';
import { type Day, dayNumber, dayOf, noonOf } from './day.pure.ts';
import { listDots, listTicks, msAt, type Scale, shareOf } from './scale.pure.ts';
import { dayText } from './words.ts';

type RulerProps = {
  readonly clock: Clock;
  readonly day: Day;
  readonly isNow: boolean;
  readonly scale: Scale;
  readonly bounds: Bounds;
  /** When something changed. */
  readonly changes: readonly Day[];
  readonly onMove: (day: Day) => void;
};

const handles: Readonly<Record<Clock, string>> = {
  true: 'border-2 border-leaf bg-ink',
  known: 'border-[3px] border-double border-ink bg-leaf',
};

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** One clock: a ruler with dots where something changed, and a handle. */
export function Ruler({ clock, day, isNow, scale, bounds, changes, onMove }: RulerProps) {
  const track = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const hasSingleKeys = useApp((state) => state.settings?.hasSingleKeyShortcuts ?? false);
  const last = clock === 'known' ? bounds.today : bounds.last;
  const own = { ...bounds, last, changes };

  const moveToPointer = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (!box) return;
    const share = (event.clientX - box.left) / box.width;
    const isRtl = document.documentElement.dir === 'rtl';
    onMove(dayOf(msAt(scale, isRtl ? 1 - share : share)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^t$/i.test(event.key) && !hasSingleKeys) return;
    const press = { key: event.key, shiftKey: event.shiftKey, isRtl: document.documentElement.dir === 'rtl' };
    const next = dayForKey(day, press, own);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  const end = shareOf(scale, noonOf(last));
  return (
    <div className="grid grid-cols-[var(--fc)_minmax(0,1fr)] max-mid:grid-cols-1">
      <div className="h-[2.375rem] pe-5 text-sec leading-[1.125rem] max-mid:flex max-mid:h-auto max-mid:gap-2 max-mid:pt-2">
        <b>{t(`asof.${clock}`)}</b>
        <span className="block text-text-2">{t(`asof.${clock}.what`)}</span>
      </div>
      <div
        ref={track}
        className="relative h-[2.375rem] cursor-ew-resize touch-pan-y select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          moveToPointer(event);
          handle.current?.focus();
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveToPointer(event);
        }}
      >
        <i
          aria-hidden="true"
          className="absolute start-0 top-[19px] border-t border-rule-2"
          style={{ width: percent(end) }}
        />
        <AxisTicks ticks={listTicks(scale).filter(({ share }) => share <= end)} hasLabels={clock === 'true'} />
        <div aria-hidden="true">
          {listDots(scale, changes.map(noonOf)).map((share) => (
            <i
              key={share}
              className="absolute top-[24px] -ms-[1.5px] size-[3px] rounded-full bg-text-3"
              style={{ insetInlineStart: percent(share) }}
            />
          ))}
        </div>
        <div
          ref={handle}
          role="slider"
          tabIndex={0}
          aria-label={t(`asof.${clock}`)}
          aria-description={t('asof.keys')}
          aria-valuemin={dayNumber(bounds.first)}
          aria-valuemax={dayNumber(last)}
          aria-valuenow={dayNumber(day)}
          aria-valuetext={t(`asof.value.${clock}`, { day: isNow ? t('asof.now.2') : dayText(day) })}
          onKeyDown={onKeyDown}
          className={`absolute top-[10px] z-10 -ms-[9px] size-[18px] rounded-full shadow-[0_0_0_1px_var(--ink)] focus-visible:rounded-full ${handles[clock]}`}
          style={{ insetInlineStart: percent(shareOf(scale, noonOf(day))) }}
        />
      </div>
    </div>
  );
}
