import { useState } from 'react';
import type { TimePoint } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { DateField, pointOf, readField } from './form.tsx';

export type Dates = {
  readonly from: string;
  readonly to: string;
  readonly set: (patch: { readonly from?: string; readonly to?: string }) => void;
  /** Undefined while one of them cannot be read, or they stand the wrong way round. */
  readonly points: { readonly from: TimePoint | null; readonly to: TimePoint | null } | undefined;
  readonly trouble: string | null;
};

/** Two dates as they are typed, and what they mean. */
export function useDates(initial: { readonly from: string; readonly to: string }): Dates {
  const [text, setText] = useState(initial);
  const from = pointOf(readField(text.from));
  const to = pointOf(readField(text.to));
  const isReadable = from !== undefined && to !== undefined;
  const isWrongWayRound = isReadable && from !== null && to !== null && from.at > to.at;
  return {
    ...text,
    set: (patch) => setText((before) => ({ ...before, ...patch })),
    points: isReadable && !isWrongWayRound ? { from, to } : undefined,
    trouble: isWrongWayRound ? t('dialog.order') : null,
  };
}

/** From when and until when. */
export function DatesFields({ dates }: { readonly dates: Dates }) {
  return (
    <div className="grid grid-cols-2 gap-3 max-mid:grid-cols-1">
      <DateField
        label={t('dialog.from')}
        text={dates.from}
        hint={t('dialog.dates.hint')}
        onChange={(from) => dates.set({ from })}
      />
      <DateField label={t('dialog.to')} text={dates.to} trouble={dates.trouble} onChange={(to) => dates.set({ to })} />
    </div>
  );
}
